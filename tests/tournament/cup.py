"""A tournament told as a story: what is done, and what is refused with which reason by which rule.

Everything goes through the one door (`app.handle`) into a store in memory.

    event = Event("armada").register(9).announce()
    event.play_round()
    event.refused(c.FreezeRound(), "cut.replacement_due", "COM-CUT-3")
"""

import itertools
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Self

from komandor.app.access import Actor
from komandor.app.handle import Accepted, Answer, Refused, create, handle
from komandor.app.ledger import Ledger, Loaded
from komandor.core.games.game import Rules, Situation
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.events import StagePlan
from komandor.core.tournament.readings.regulations import match_situation, rules
from komandor.core.tournament.readings.scoring import report_code
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.state import Match, Player, Tournament
from komandor.log.store import Person
from komandor.store.memory import MemoryStore

ORGANISER = Actor("staff", 1)
MORNING = datetime(2026, 11, 14, 10, tzinfo=UTC)


def swiss(rounds: int, cut: int = 0) -> StagePlan:
    return StagePlan("swiss", rounds, cut)


def single(cut: int = 0) -> StagePlan:
    return StagePlan("single", 0, cut)


def double(cut: int = 0) -> StagePlan:
    return StagePlan("double", 0, cut)


def reasons(answer: Answer) -> tuple[Reason, ...]:
    """Why something was refused."""
    assert isinstance(answer, Refused), answer
    return answer.refusal.reasons


def by(player: PlayerNo) -> Actor:
    return Actor("player", player)


class Event:
    """One tournament in memory, driven through the one door."""

    def __init__(
        self, game: str = "destiny", *stages: StagePlan, seed: bytes = bytes(32), id: str = "cup", **wish: Any
    ) -> None:
        self.ledger, self.id, self.clock = Ledger(MemoryStore()), id, MORNING
        self.last: list[e.Event] = []
        self._count = itertools.count(1)
        fields = {"structure": "custom" if stages else "", "stages": stages, "date": "2026-11-14", **wish}
        wanted = c.CreateTournament(id, game, "Cup", commitment="", **fields)
        self.created = create(self.ledger, wanted, command_id="create", at=MORNING, seed=seed)

    # ── asking ───────────────────────────────────────────────────────────────

    @property
    def loaded(self) -> Loaded:
        return self.ledger.load(self.id)

    @property
    def t(self) -> Tournament:
        return self.loaded.state

    @property
    def log(self) -> list[e.Event]:
        return [event for _, event in self.loaded.history]

    def ask(
        self, *commands: c.Command, by: Actor = ORGANISER, persons: Sequence[Person | None] = (), **more: Any
    ) -> Answer:
        self.clock += timedelta(seconds=1)
        name = more.pop("command_id", f"c{next(self._count)}")
        return handle(self.ledger, self.id, commands, by, name, at=self.clock, persons=persons, **more)

    def do(self, *commands: c.Command, by: Actor = ORGANISER, persons: Sequence[Person | None] = ()) -> Self:
        """What must be possible; `last` are the events it brought."""
        answer = self.ask(*commands, by=by, persons=persons)
        assert isinstance(answer, Accepted), answer
        self.last = self.log[-len(answer.records) :]
        return self

    def refused(
        self, command: c.Command, code: str, rule: str | None = None, by: Actor = ORGANISER
    ) -> Reason:
        """What must not be possible: for this reason, by this rule, and without a trace."""
        before = self.t.version
        answer = self.ask(command, by=by)
        assert isinstance(answer, Refused), f"{command} was {answer}"
        found = {reason.code: reason for reason in answer.refusal.reasons}
        assert code in found, f"{command} was refused for {list(found)}"
        assert found[code].rule == rule, found[code]
        assert self.t.version == before, "a refusal writes nothing"
        return found[code]

    def later(self, minutes: int) -> Self:
        self.clock += timedelta(minutes=minutes)
        return self

    # ── people ───────────────────────────────────────────────────────────────

    def register(self, count: int, **fields: Any) -> Self:
        return self.do(*(c.RegisterPlayer(**fields) for _ in range(count)))

    def staff(self, *roles: str) -> Actor:
        """A new person with these roles."""
        self.do(c.AppointStaff(roles))
        return Actor("staff", max(self.t.staff))

    def player(self, number: PlayerNo) -> Player:
        return self.t.players[number]

    # ── a round ──────────────────────────────────────────────────────────────

    def announce(self) -> Self:
        return self.do(c.AnnounceStructure())

    def freeze(self) -> Self:
        return self.do(c.FreezeRound())

    def draw(self) -> Self:
        return self.freeze().do(c.DrawRound())

    def publish(self) -> Self:
        """Freeze, draw and show the next round, or what is left of that."""
        if self.t.phase in ("announced", "between", "cut"):
            self.freeze()
        if self.t.phase == "frozen":
            self.do(c.DrawRound())
        return self.do(c.PublishRound(accept_rematches=True))

    def start(self) -> Self:
        self.publish()
        if self.t.missions:
            self.do(c.DrawMission())
        return self.do(c.StartClock())

    def results(self, *winners: PlayerNo) -> Self:
        """Every open match of the round ends: those named win, else the lower number."""
        for match in self.open():
            best = [n for n in winners if n in match.players] or [min(match.players)]
            self.do(self.won(best[0]))
        return self

    def close(self) -> Self:
        return self.do(c.CloseRound())

    def play_round(self, *winners: PlayerNo) -> Self:
        """One whole round; `winners` first named wins before the next."""
        return self.start().results(*winners).close()

    def play_swiss(self, *winners: PlayerNo) -> Self:
        """What is left of the Swiss stage."""
        stage = self.t.stage
        played = sum(1 for r in self.t.rounds.values() if stage and r.stage == stage.number)
        for _ in range((stage.rounds if stage else self.t.announced[0].rounds) - played):
            self.play_round(*winners)
        return self

    def cut(self) -> Self:
        return self.do(c.MakeCut())

    def play_out(self, *winners: PlayerNo) -> Self:
        """A knock-out to its end, and the end of the event."""
        while isinstance(self.ask(c.FreezeRound()), Accepted):
            self.play_round(*winners)
        return self.do(c.CloseTournament())

    # ── looking ──────────────────────────────────────────────────────────────

    def in_round(self) -> tuple[Match, ...]:
        return self.t.in_round(max(self.t.rounds))

    def open(self) -> list[Match]:
        return [m for m in self.in_round() if not m.final]

    def match(self, player: PlayerNo) -> Match:
        """Where a player sits in the latest round."""
        return next(m for m in self.in_round() if player in m.players)

    def opponent(self, player: PlayerNo) -> PlayerNo:
        found = self.match(player).opponent(player)
        assert found is not None
        return found

    def seen(self, match: int) -> str:
        """What a player who looks at the match now confirms or disputes."""
        return report_code(self.t.matches[match].result)

    def winner(self, player: PlayerNo) -> PlayerNo | None:
        """Who won the match that a player sits in."""
        result = self.match(player).result
        return result.winner if result else None

    def bye(self) -> PlayerNo | None:
        return next((m.a for m in self.in_round() if m.kind == "bye"), None)

    def pairs(self) -> set[frozenset[PlayerNo]]:
        return {frozenset(m.players) for m in self.in_round()}

    def slip(self, player: PlayerNo, text: str = "") -> dict[str, Any]:
        """The report by which a player wins the match he sits in; or as the shorthand `text` says."""
        match = self.match(player)
        where = match_situation(self.t, match)
        if not text:
            return win_slip(rules(self.t), where, "a" if match.a == player else "b")
        report = rules(self.t).shorthand(text, where)
        assert not isinstance(report, Refusal), report
        return dict(report)

    def won(self, player: PlayerNo, reason: str = "") -> c.EnterResult:
        return c.EnterResult(self.match(player).number, self.slip(player), reason=reason)

    def points(self, player: PlayerNo) -> int:
        return next(row.points for row in standings_of(self.t) if row.player == player)

    def order(self) -> list[PlayerNo]:
        return [row.player for row in standings_of(self.t)]

    def undo(self, *kinds: type[e.Event]) -> c.VoidEvents:
        """The wish to undo the latest command, or the latest ones that brought events of these kinds."""
        records = self.ledger.store.read(self.id)
        events = dict(self.loaded.history)
        names = [
            next(r.command_id for r in reversed(records) if isinstance(events[r.seq], kind)) for kind in kinds
        ]
        names = names or [records[-1].command_id]
        return c.VoidEvents(tuple(r.seq for r in records if r.command_id in names), "a mistake")


def win_slip(game: Rules, where: Situation, side: str) -> dict[str, Any]:
    """The plainest report by which a side wins, in any game."""
    texts = {"a": ("a a", "ww", "a", "200-100"), "b": ("b b", "ll", "b", "100-200")}[side]
    for text in texts:
        report = game.shorthand(text, where)
        if not isinstance(report, Refusal) and not isinstance(game.score(report, where), Refusal):
            return dict(report)
    raise AssertionError(f"no way to win {game.id} {where.kind}")
