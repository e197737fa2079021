"""The pace of the day: how long each round was planned and how long it took, and the same for the breaks."""

from dataclasses import dataclass
from itertools import pairwise

from komandor.app.queries.everybody.rounds import MINUTE
from komandor.app.queries.everybody.schedule import DayPlan, Schedule
from komandor.core.tournament.readings.regulations import minutes_of
from komandor.core.tournament.stage_kind import RoundName
from komandor.core.tournament.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class PacedRound:
    """One round in minutes; `takes` is what it took, or for the running round what is expected."""

    number: int
    name: RoundName
    running: bool
    planned: int | None  # None: no limit
    played: int
    takes: int

    @property
    def over(self) -> int:
        """How much longer than planned; below 0 if it was shorter."""
        return 0 if self.planned is None else self.takes - self.planned


@dataclass(frozen=True, slots=True)
class Pace:
    rounds: tuple[PacedRound, ...]
    breaks: int  # how much longer all breaks together took than planned

    @property
    def behind(self) -> int:
        """How many minutes the day is behind its plan; below 0 if it is ahead."""
        return self.breaks + sum(r.over for r in self.rounds)


def pace(t: Tournament, day: Schedule, plan: DayPlan, now: int) -> Pace | None:
    """The pace of the rounds whose clock was started; None before the first of them."""
    begun = [s for s in day.slots if (r := t.rounds.get(s.number)) is not None and r.clock is not None]
    rounds = tuple(
        PacedRound(
            number=s.number,
            name=s.name,
            running=s.state == "now",
            planned=minutes_of(t, s.kind),
            played=max(0, min(now, s.ends) - s.starts) // MINUTE,
            takes=max(0, s.ends - s.starts) // MINUTE,
        )
        for s in begun
    )
    breaks = 0
    for before, after in pairwise(begun):
        longer = plan.after(before.number)
        breaks += (after.starts - before.ends) // MINUTE - (longer.minutes if longer else plan.pause)
    return Pace(rounds, breaks) if rounds else None
