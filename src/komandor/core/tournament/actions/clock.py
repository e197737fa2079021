"""The clock of a round, and more time for one table."""

from dataclasses import dataclass, replace
from typing import Annotated

from komandor.core.ids import MatchNo, RoundNo
from komandor.core.reasons import Refusal, refuse, why
from komandor.core.regulations.clocks import MOST_MINUTES
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.readings.leaders import nobody_rules
from komandor.core.tournament.readings.pairings import held_up, not_playable
from komandor.core.tournament.readings.regulations import round_minutes
from komandor.core.tournament.references import MATCH
from komandor.core.tournament.state import Clock, Match, Tournament
from komandor.core.tournament.values import MOST_ADJUSTED, MOST_EXTENSION, Minutes, ReasonText


@dataclass(frozen=True, slots=True)
class StartClock(Command):
    pass


@dataclass(frozen=True, slots=True)
class PauseClock(Command):
    pass


@dataclass(frozen=True, slots=True)
class ResumeClock(Command):
    pass


@dataclass(frozen=True, slots=True)
class AdjustClock(Command):
    minutes: Minutes


@dataclass(frozen=True, slots=True)
class ExtendTable(Command):
    match: MatchNo
    minutes: Minutes
    reason: ReasonText = ""


@dataclass(frozen=True, slots=True)
class ClockStarted(Event):
    round: RoundNo
    at: Annotated[int, "milliseconds since 1970, UTC"]
    minutes: int | None


@dataclass(frozen=True, slots=True)
class ClockPaused(Event):
    round: RoundNo
    at: int


@dataclass(frozen=True, slots=True)
class ClockResumed(Event):
    round: RoundNo
    at: int


@dataclass(frozen=True, slots=True)
class ClockAdjusted(Event):
    round: RoundNo
    minutes: Annotated[int, "may be negative"]


@dataclass(frozen=True, slots=True)
class TableExtended(Event):
    match: MatchNo
    minutes: int
    reason: str = ""


def start_clock(t: Tournament, x: StartClock, ctx: Context) -> Answer:
    """One button; no automatic start (COM-TIME-2, AMB-G27)."""
    round_ = t.this_round
    problems = [*not_playable(t), *nobody_rules(t)]  # pairs may be others than those published
    if t.missions and round_.mission is None:
        problems.append(why("mission.not_drawn", "IA-SETUP-1", round=round_.number))
    if problems:
        return Refusal(tuple(problems))
    return (ClockStarted(round_.number, ctx.now, round_minutes(t, round_.number)),)


def pause_clock(t: Tournament, x: PauseClock, ctx: Context) -> Answer:
    clock = t.this_round.clock
    if clock is None or clock.paused_at is not None:
        return refuse("clock.not_running")
    return (ClockPaused(t.this_round.number, ctx.now),)


def resume_clock(t: Tournament, x: ResumeClock, ctx: Context) -> Answer:
    clock = t.this_round.clock
    if clock is None or clock.paused_at is None:
        return refuse("clock.not_paused")
    return (ClockResumed(t.this_round.number, ctx.now),)


def adjust_clock(t: Tournament, x: AdjustClock, ctx: Context) -> Answer:
    clock = t.this_round.clock
    if clock is None or clock.minutes is None:
        return refuse("clock.no_limit")
    fits = 0 < abs(x.minutes) <= MOST_ADJUSTED and 0 < clock.minutes + x.minutes <= MOST_MINUTES
    if not fits:
        return refuse("clock.adjust_range", "COM-TIME-1", minutes=x.minutes)
    return (ClockAdjusted(t.this_round.number, x.minutes),)


def extend(t: Tournament, x: ExtendTable, ctx: Context) -> Answer:
    """Extra minutes for one table; the round clock does not change (AMB-G28)."""
    match = t.matches[x.match]
    if match.kind != "match" or match.round != t.round_number:
        return refuse("match.unknown", None, match=x.match)
    if x.minutes == 0 or not extendable(match, x.minutes):
        return refuse("clock.extension_range", "COM-LOST-3", minutes=x.minutes)
    return (TableExtended(x.match, x.minutes, x.reason.strip()),)


def extendable(match: Match, minutes: int) -> bool:
    """Whether a table may be given so many minutes more."""
    return 0 <= match.extension + minutes <= MOST_EXTENSION


def _clock_started(t: Tournament, x: ClockStarted) -> None:
    round_ = t.rounds[x.round]
    t.rounds[x.round] = replace(round_, status="running", clock=Clock(x.at, x.minutes))
    t.stages[round_.stage] = replace(t.stages[round_.stage], begun=True)
    t.phase = "running"


def _clock_paused(t: Tournament, x: ClockPaused) -> None:
    round_ = t.rounds[x.round]
    assert round_.clock
    t.rounds[x.round] = replace(round_, clock=replace(round_.clock, paused_at=x.at))


def _clock_resumed(t: Tournament, x: ClockResumed) -> None:
    round_ = t.rounds[x.round]
    assert round_.clock
    assert round_.clock.paused_at is not None
    waited = round_.clock.paused_for + max(0, x.at - round_.clock.paused_at)
    t.rounds[x.round] = replace(round_, clock=replace(round_.clock, paused_at=None, paused_for=waited))


def _clock_adjusted(t: Tournament, x: ClockAdjusted) -> None:
    round_ = t.rounds[x.round]
    assert round_.clock
    assert round_.clock.minutes is not None
    minutes = round_.clock.minutes + x.minutes
    t.rounds[x.round] = replace(round_, clock=replace(round_.clock, minutes=minutes))


def _extended(t: Tournament, x: TableExtended) -> None:
    match = t.matches[x.match]
    t.matches[x.match] = replace(match, extension=match.extension + x.minutes)


def _seated(t: Tournament, x: ClockStarted) -> bool:
    return not held_up(t)


def _clock_stands(t: Tournament, x: ClockPaused | ClockResumed) -> bool:
    clock = t.rounds[x.round].clock
    return clock is not None and clock.paused_at is not None


ROWS: Rows = (
    Action(StartClock, by.HEADS, when.PUBLISHED, start_clock, steps=("start_clock",)),
    Action(PauseClock, by.HEADS, when.RUNNING, pause_clock),
    Action(ResumeClock, by.HEADS, when.RUNNING, resume_clock),
    Action(AdjustClock, by.HEADS, when.RUNNING, adjust_clock),
    Action(ExtendTable, by.LEADERS, when.PLAYING, extend, about=MATCH),
    EventRow(
        ClockStarted,
        _clock_started,
        needs_phase=when.PUBLISHED,
        needs=_seated,
        round_status="running",
        announces=("ten_minutes",),
    ),
    EventRow(
        ClockPaused,
        _clock_paused,
        needs_phase=when.RUNNING,
        needs=lambda t, x: not _clock_stands(t, x),
    ),
    EventRow(ClockResumed, _clock_resumed, needs_phase=when.RUNNING, needs=_clock_stands),
    EventRow(ClockAdjusted, _clock_adjusted, needs_phase=when.RUNNING),
    EventRow(TableExtended, _extended, private={"reason": ""}),
)
