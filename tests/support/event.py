"""The one driver of whole events: every line of a test is something that people do.

Everything goes through the one door (`app.handle`), into memory unless a store is given. What
follows what is known to `app.workflow` alone: the driver takes the steps that it names.

    event = Event("armada").register(9).announce()
    event.play_round()
    event.refused(c.CloseRound(), "round.results_missing", "COM-PTS-1")
"""

import itertools
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Self

from komandor.app.access import Actor
from komandor.app.handle import Accepted, Answer, Refused, create, handle
from komandor.app.ledger import Ledger, Loaded
from komandor.app.workflow import Choices, commands_of, next_step
from komandor.core.games.game import Rules, Situation
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.readings.regulations import match_situation, rules
from komandor.core.tournament.readings.scoring import report_code
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.state import Match, Player, Result, Round, Tournament
from komandor.core.tournament.values import StagePlan, Step
from komandor.log.store import EventStore, Person
from komandor.store.memory import MemoryStore

ORGANISER = Actor("staff", 1)
MORNING = datetime(2026, 11, 14, 10, tzinfo=UTC)
STAGE_OVER: tuple[Step, ...] = ("cut", "final_match", "finish")


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
    """One tournament, driven through the one door."""

    def __init__(
        self,
        game: str = "destiny",
        *stages: StagePlan,
        store: EventStore | None = None,
        id: str = "cup",
        seed: bytes = bytes(32),
        organiser: Person | None = None,
        **fields: Any,
    ) -> None:
        self.store = store or MemoryStore()
        self.ledger, self.id, self.clock = Ledger(self.store), id, MORNING
        self.last: list[Any] = []
        self._count = itertools.count(1)
        if fields.get("teams"):  # where lists do not matter, a test need not hand them in (SWL-2V2-3)
            given = fields.get("settings", {})
            fields["settings"] = {} if given is None else {"lists.required": False, **given}
        fields = {"name": "Cup", "structure": "custom" if stages else "", "date": "2026-11-14", **fields}
        wanted = c.CreateTournament(id=id, game=game, commitment="", stages=stages, **fields)
        self.created = create(
            self.ledger, wanted, organiser=organiser, command_id="create", at=MORNING, seed=seed
        )

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
        name = more.pop("command_id", f"c{next(self._count)}")
        return handle(self.ledger, self.id, commands, by, name, at=self.tick(), persons=persons, **more)

    def tick(self) -> datetime:
        """The time of the next command."""
        self.clock += timedelta(seconds=1)
        return self.clock

    def do(self, *commands: c.Command, by: Actor = ORGANISER, persons: Sequence[Person | None] = ()) -> Self:
        """Carry out what must be possible; `last` are the events it brought."""
        answer = self.ask(*commands, by=by, persons=persons)
        assert isinstance(answer, Accepted), f"{commands}\n{answer}"
        self.last = self.log[-len(answer.records) :]
        return self

    def refused(
        self, command: c.Command, code: str, rule: str | None = None, by: Actor = ORGANISER
    ) -> Reason:
        """Ask what must not be possible: for this reason, by this rule, and without a trace."""
        before = self.t.version
        answer = self.ask(command, by=by)
        assert isinstance(answer, Refused), f"{command} was not refused"
        found = {reason.code: reason for reason in answer.refusal.reasons}
        assert code in found, f"{command} was refused for {list(found)}"
        assert found[code].rule == rule, found[code]
        assert self.t.version == before, "a refusal writes nothing"
        return found[code]

    def undo(self, *kinds: type[e.Event]) -> c.VoidEvents:
        """The command that undoes the latest step, or the latest ones that brought events of these kinds."""
        records = self.store.read(self.id)
        events = dict(self.loaded.history)
        names = [
            next(r.command_id for r in reversed(records) if isinstance(events[r.seq], kind)) for kind in kinds
        ]
        names = names or [records[-1].command_id]
        return c.VoidEvents(tuple(r.seq for r in records if r.command_id in names), "a mistake")

    def later(self, minutes: int) -> Self:
        self.clock += timedelta(minutes=minutes)
        return self

    # ── people ───────────────────────────────────────────────────────────────

    def register(self, count: int, **fields: Any) -> Self:
        members = 2 if self.t.teams else 1
        return self.do(*(c.RegisterPlayer(**{"members": members, **fields}) for _ in range(count)))

    def staff(self, *roles: str) -> Actor:
        """A new person with these roles."""
        self.do(c.AppointStaff(roles))
        return Actor("staff", max(self.t.staff))

    def player(self, number: PlayerNo) -> Player:
        return self.t.players[number]

    # ── the day ──────────────────────────────────────────────────────────────

    def take(self, step: Step) -> Self:
        """Take this step of the organiser's day."""
        commands = commands_of(self.t, step, Choices(accept=True))
        assert commands, f"nobody can take the step {next_step(self.t)} for the organiser"
        return self.do(*commands)

    def until(self, *steps: Step) -> Self:
        """Take the organiser's next steps until one of these is next."""
        while (step := next_step(self.t).code) not in steps:
            self.take(step)
        return self

    def play_until(self, *steps: Step, winners: Sequence[PlayerNo] = ()) -> Self:
        """Take the next steps and play every match until one of these steps is next."""
        self.until("results", *steps)
        while next_step(self.t).code not in steps:
            self.results(*winners).until("results", *steps)
        return self

    def announce(self) -> Self:
        return self.take("announce")

    def freeze(self) -> Self:
        """Only the first half of a draw."""
        return self.do(c.FreezeRound())

    def draw(self) -> Self:
        return self.until("publish")

    def publish(self) -> Self:
        """Show the next round, with its mission, or do what is left of that."""
        return self.until("start_clock", "results", "close_round")

    def start(self) -> Self:
        """The clock of the next round runs."""
        return self.until("results", "close_round")

    def results(self, *winners: PlayerNo, but: int = 0) -> Self:
        """Every open match but the last `but` ends: those named win, else the lower number."""
        ending = self.open()
        ending = ending[: len(ending) - but]
        best = [next((n for n in winners if n in m.players), min(m.players)) for m in ending]
        return self.do(*map(self.won, best)) if best else self

    def close(self) -> Self:
        return self.take("close_round")

    def play_round(self, *winners: PlayerNo) -> Self:
        """One whole round, or what is left of it; `winners` first named wins before the next."""
        return self.start().results(*winners).close()

    def play_stage(self, *winners: PlayerNo) -> Self:
        """Every round that is left of this stage."""
        return self.play_until(*STAGE_OVER, winners=winners)

    def cut(self) -> Self:
        return self.take("cut")

    def play_out(self, *winners: PlayerNo) -> Self:
        """All that is left, to the end of the event."""
        return self.play_until("done", winners=winners)

    # ── looking ──────────────────────────────────────────────────────────────

    @property
    def round(self) -> Round:
        """The latest round."""
        assert self.t.round
        return self.t.round

    def in_round(self, number: int = 0) -> tuple[Match, ...]:
        """Matches and byes of a round; without a number of the latest."""
        return self.t.in_round(number or max(self.t.rounds))

    def matches(self, number: int = 0) -> tuple[Any, ...]:
        """Matches of a round, without its byes: two players sit at each."""
        return tuple(m for m in self.in_round(number) if m.kind == "match")

    def open(self) -> list[Match]:
        return [m for m in self.in_round() if not m.final]

    def match(self, player: PlayerNo) -> Match:
        """Where a player sits in the latest round."""
        return next(m for m in self.in_round() if player in m.players)

    def opponent(self, player: PlayerNo) -> PlayerNo:
        found = self.match(player).opponent(player)
        assert found is not None
        return found

    def result(self, match: Match) -> Result:
        """What is recorded for the match."""
        found = self.t.matches[match.number].result
        assert found
        return found

    def seen(self, match: int) -> str:
        """What a player who looks at the match now confirms or disputes."""
        return report_code(self.t.matches[match].result)

    def winner(self, player: PlayerNo) -> PlayerNo | None:
        """Who won the match that a player sits in."""
        result = self.match(player).result
        return result.winner if result else None

    def byes(self, number: int = 0) -> tuple[PlayerNo, ...]:
        """Who has a bye in a round, drawn or awarded."""
        return tuple(m.a for m in self.in_round(number) if m.kind in ("bye", "awarded_bye"))

    def bye(self) -> PlayerNo | None:
        return next((m.a for m in self.in_round() if m.kind == "bye"), None)

    def pairs(self, number: int = 0) -> set[frozenset[PlayerNo]]:
        return {frozenset(m.players) for m in self.in_round(number)}

    def seated(self, number: int = 0) -> list[PlayerNo]:
        """Everybody who has a place in a round."""
        return sorted(n for m in self.in_round(number) for n in m.players)

    def points(self, player: PlayerNo, **how: Any) -> int:
        return next(row.points for row in standings_of(self.t, **how) if row.player == player)

    def order(self) -> list[PlayerNo]:
        return [row.player for row in standings_of(self.t)]

    # ── slips ────────────────────────────────────────────────────────────────

    def report(self, match: Match, winner: PlayerNo) -> dict[str, Any]:
        """The plainest report by which a player wins a match."""
        where = match_situation(self.t, match)
        return win_slip(rules(self.t), where, "a" if match.a == winner else "b")

    def slip(self, player: PlayerNo, text: str = "") -> dict[str, Any]:
        """The report by which a player wins the match they sit in; or as the shorthand `text` says."""
        match = self.match(player)
        if not text:
            return self.report(match, player)
        report = rules(self.t).shorthand(text, match_situation(self.t, match))
        assert not isinstance(report, Refusal), report
        return dict(report)

    def won(self, player: PlayerNo, reason: str = "") -> c.EnterResult:
        return c.EnterResult(match=self.match(player).number, report=self.slip(player), reason=reason)


def win_slip(game: Rules, where: Situation, side: str) -> dict[str, Any]:
    """The plainest report by which a side wins, in any game."""
    texts = {"a": ("a a", "ww", "a", "200-100"), "b": ("b b", "ll", "b", "100-200")}[side]
    for text in texts:
        report = game.shorthand(text, where)
        if not isinstance(report, Refusal) and not isinstance(game.score(report, where), Refusal):
            return dict(report)
    raise AssertionError(f"no way to win {game.id} {where.kind}")
