"""An event to play through in a test: every line of a test is something that people do.

event = Event("armada").register(9).announce()
event.play_round()
event.refused(c.CloseRound(), "round.results_missing", "COM-PTS-1")
"""

from collections.abc import Callable, Iterable
from typing import Any, Self

from komandor.core.games.game import Report
from komandor.core.ids import PlayerNo
from komandor.core.lots import chain
from komandor.core.reasons import Reason, Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import decide, evolve
from komandor.core.tournament.events import Event as Happened
from komandor.core.tournament.events import StagePlan
from komandor.core.tournament.readings.regulations import match_situation, rules
from komandor.core.tournament.readings.scoring import report_code
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.replay import replay
from komandor.core.tournament.state import Match, Result, Round, Tournament

SEED = bytes(range(32))
ID = "test-event"
HEAD = "ab" * 32

Winner = Callable[[Match], PlayerNo | None]


class Event:
    """A tournament under test, its log, and the people who act in it."""

    def __init__(self, game: str = "armada", **wish: Any) -> None:
        self.links = chain(SEED, ID)
        self.t = Tournament()
        self.log: list[tuple[int, Happened]] = []
        self.steps: list[tuple[int, ...]] = []
        self.now = 1_000_000
        stages = wish.pop("stages", ())
        wish.setdefault("structure", "custom" if stages else "")
        self.do(
            c.CreateTournament(ID, game, "Test", "2026-11-15", self.links[0].hex(), stages=stages, **wish)
        )

    # ── asking ───────────────────────────────────────────────────────────────

    def ask(self, command: c.Command, *, staff: int | None = 1, player: PlayerNo | None = None) -> Any:
        """What the tournament answers; nothing happens yet."""
        number = max(self.t.rounds, default=0)
        link = self.links[number].hex() if number < len(self.links) else ""
        ctx = c.Context(
            now=self.now,
            head=HEAD,
            link=link,
            seed=SEED.hex(),
            staff=None if player else staff,
            player=player,
            history=tuple(self.log),
        )
        return decide(self.t, command, ctx)

    def do(self, command: c.Command, **who: Any) -> tuple[Any, ...]:
        """It happens; the events."""
        self.now += 1000
        answer = self.ask(command, **who)
        assert not isinstance(answer, Refusal), f"{command}\n{answer}"
        first = self.t.version + 1
        for seq, happened in enumerate(answer, first):
            self.log.append((seq, happened))
        if isinstance(command, c.VoidEvents):
            self.t = replay(self.log)
        else:
            for seq, happened in enumerate(answer, first):
                evolve(self.t, happened, seq)
        self.steps.append(tuple(range(first, first + len(answer))))
        return tuple(answer)

    def refused(self, command: c.Command, code: str, rule: str | None = None, **who: Any) -> Reason:
        """It is refused, with this reason among them, and nothing happens."""
        before = self.t.version
        answer = self.ask(command, **who)
        assert isinstance(answer, Refusal), f"{command} was not refused: {answer}"
        found = [r for r in answer.reasons if r.code == code]
        assert found, f"{code} not among {[r.code for r in answer.reasons]}"
        if rule is not None:
            assert rule in [r.rule for r in found]
        assert self.t.version == before
        return found[0]

    # ── the day ──────────────────────────────────────────────────────────────

    def register(self, count: int, **how: Any) -> Self:
        for _ in range(count):
            self.do(c.RegisterPlayer(**{"members": 2 if self.t.teams else 1, **how}))
        return self

    def announce(self) -> Self:
        self.do(c.AnnounceStructure())
        return self

    def freeze(self) -> Self:
        self.do(c.FreezeRound())
        return self

    def draw(self) -> Self:
        if self.t.phase in ("announced", "between", "cut"):
            self.freeze()
        self.do(c.DrawRound())
        return self

    def publish(self) -> Self:
        if self.t.phase != "drawn":
            self.draw()
        self.do(c.PublishRound(accept_rematches=True))
        if self.t.missions:
            self.do(c.DrawMission())
        return self

    def start(self) -> Self:
        """The clock of a new round runs."""
        if self.t.phase != "published":
            self.publish()
        self.do(c.StartClock())
        return self

    def play_round(self, winner: Winner | None = None, *, close: bool = True) -> Self:
        """A whole round. Without `winner` the lower number wins everywhere."""
        if self.t.phase != "running":
            self.start()
        for match in self.matches():
            if not match.final:
                self.wins(match, (winner or lower)(match))
        if close:
            self.do(c.CloseRound())
        return self

    def play_swiss(self, winner: Winner | None = None) -> Self:
        """All rounds of the Swiss stage."""
        stage = self.t.announced[(self.t.stage.number if self.t.stage else 1) - 1]
        for _ in range(stage.rounds):
            self.play_round(winner)
        return self

    def wins(self, match: Match, player: PlayerNo | None) -> None:
        self.do(c.EnterResult(match.number, self.report(match, player)))

    def report(self, match: Match, player: PlayerNo | None) -> Any:
        """A plain slip with this winner; None: as level as the game knows."""
        where = match_situation(self.t, match)
        game = rules(self.t)
        side = "a" if player == match.a else "b"
        for text in _slips(side if player is not None else ""):
            slip = game.shorthand(text, where)
            if not isinstance(slip, Refusal):
                score = game.score(slip, where)
                if not isinstance(score, Refusal) and (player is None or score.winner == side):
                    return slip
        raise AssertionError(f"no slip for {match}")

    def cut(self) -> Self:
        self.do(c.MakeCut())
        return self

    # ── looking ──────────────────────────────────────────────────────────────

    @property
    def round(self) -> Round:
        """The latest round."""
        assert self.t.round
        return self.t.round

    def result(self, match: Match) -> Result:
        """What is recorded for the match."""
        found = self.t.matches[match.number].result
        assert found
        return found

    def seen(self, match: int) -> str:
        """What a player who looks at the match now confirms or disputes."""
        return report_code(self.t.matches[match].result)

    def matches(self, round_: int | None = None) -> tuple[Any, ...]:
        number = round_ or max(self.t.rounds)
        return tuple(m for m in self.t.in_round(number) if m.kind == "match")

    def byes(self, round_: int | None = None) -> tuple[PlayerNo, ...]:
        number = round_ or max(self.t.rounds)
        return tuple(m.a for m in self.t.in_round(number) if m.kind in ("bye", "awarded_bye"))

    def seated(self, round_: int | None = None) -> list[PlayerNo]:
        number = round_ or max(self.t.rounds)
        return sorted(n for m in self.t.in_round(number) for n in m.players)

    def match_of(self, player: PlayerNo) -> Any:
        return next(m for m in self.t.in_round(max(self.t.rounds)) if player in m.players)

    def points(self, player: PlayerNo, **how: Any) -> int:
        return next(r.points for r in standings_of(self.t, **how) if r.player == player)

    def order(self) -> list[PlayerNo]:
        return [r.player for r in standings_of(self.t)]

    def undo(self, *steps: int, reason: str = "a mistake") -> tuple[Any, ...]:
        """Take back whole steps, counted from the end: -1 is the last one."""
        targets = tuple(seq for step in steps or (-1,) for seq in self.steps[step])
        return self.do(c.VoidEvents(targets, reason))


def lower(match: Match) -> PlayerNo:
    """The lower number wins."""
    return min(match.players)


def higher(match: Match) -> PlayerNo:
    return max(match.players)


def always(*players: PlayerNo) -> Winner:
    """These win whatever they play, in this order."""
    return lambda m: next((p for p in players if p in m.players), min(m.players))


def _slips(side: str) -> Iterable[str]:
    if not side:
        return ("120-120 f a", "wl", "dl")
    if side == "a":
        return ("300-100", "ww", "a a", "a")
    return ("100-300", "ll", "b b", "b")


def stages(*plans: str) -> tuple[StagePlan, ...]:
    """ "swiss 3", "single 8", "swiss 2 6"."""
    out = []
    for text in plans:
        kind, *numbers = text.split()
        first, *rest = (int(n) for n in numbers)
        swiss = kind == "swiss"
        out.append(StagePlan(kind, first if swiss else 0, (rest[0] if rest else 0) if swiss else first))  # type: ignore[arg-type]
    return tuple(out)


__all__ = ["Event", "Report", "always", "higher", "lower", "stages"]
