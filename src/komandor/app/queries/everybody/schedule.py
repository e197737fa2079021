"""The expected times of all rounds and of the end.

Rounds already played have their real times, the running round follows its clock, and the rest is
computed from the minutes of each round and the break between rounds.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Literal

from komandor.app.queries.everybody.round_names import round_name
from komandor.app.queries.everybody.rounds import MINUTE
from komandor.core.games.game import RoundKind
from komandor.core.reasons import Refusal
from komandor.core.tournament.readings.attendance import attending
from komandor.core.tournament.readings.cut import cut_size
from komandor.core.tournament.readings.regulations import kind_of_round, minutes_of
from komandor.core.tournament.readings.structure import stages_for
from komandor.core.tournament.stage_kind import RoundName
from komandor.core.tournament.stage_kinds import stage_kind
from komandor.core.tournament.state import Round, Tournament
from komandor.core.tournament.values import StagePlan
from komandor.log.store import EventStore, Fact

SPACE = "schedule"
BREAK = 15  # minutes between rounds unless the event says otherwise
START = "10:00"
GUESS = 60  # assumed minutes of a round without a limit

State = Literal["done", "now", "coming"]


@dataclass(frozen=True, slots=True)
class Break:
    """A longer break such as lunch, instead of the usual one after a round."""

    after: int  # number of the round
    minutes: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class DayPlan:
    """When the organiser plans to start, and the breaks. Not in the log: it decides nothing."""

    start: str = START  # "10:00"
    pause: int = BREAK
    breaks: tuple[Break, ...] = ()

    def after(self, number: int) -> Break | None:
        """The longer break after this round, if there is one."""
        return next((one for one in self.breaks if one.after == number), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedBreak:
    """A longer break with its times, in milliseconds since 1970."""

    name: str
    minutes: int
    starts: int
    ends: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRound:
    """One round. Times in milliseconds since 1970."""

    number: int
    kind: RoundKind
    name: RoundName
    state: State
    starts: int
    ends: int
    minutes: int | None  # None: no limit, and `ends` is only assumed
    rest: PlannedBreak | None = None  # a longer break before the next round


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    slots: tuple[PlannedRound, ...]
    ends: int
    players: int
    cut: int
    planned: bool  # the structure is announced; otherwise it is computed from attendance
    guessed: bool  # some round has no limit, so its end is assumed

    @property
    def rest(self) -> PlannedBreak | None:
        """The longer break that goes on now: its round is closed and the next one has not begun."""
        pairs = zip(self.slots, self.slots[1:], strict=False)
        return next((a.rest for a, b in pairs if a.state == "done" and b.state == "coming"), None)

    @property
    def following(self) -> PlannedRound | None:
        return next((s for s in self.slots if s.state == "coming"), None)


def day_plan_of(store: EventStore, tournament: str) -> DayPlan:
    """The organiser's plan for the day, or the default one."""
    return _read(store.get(SPACE, tournament) or {})


def _read(kept: Fact) -> DayPlan:
    start, pause, breaks = kept.get("start", START), kept.get("pause", BREAK), kept.get("breaks", ())
    rows = tuple(Break(**one) for one in breaks) if isinstance(breaks, (list, tuple)) else ()
    return DayPlan(str(start), pause if isinstance(pause, int) else BREAK, rows)


def keep_day_plan(store: EventStore, tournament: str, plan: DayPlan) -> None:
    change_day_plan(store, tournament, lambda _: plan)


def change_day_plan(store: EventStore, tournament: str, change: Callable[[DayPlan], DayPlan]) -> None:
    """Change some of the plan and leave the rest as it is, whoever changes that now."""
    store.change(SPACE, tournament, lambda kept: _written(change(_read(kept))))


def _written(plan: DayPlan) -> Fact:
    return {**asdict(plan), "breaks": [asdict(one) for one in plan.breaks]}


def schedule(
    t: Tournament,
    plan: DayPlan,
    now: int,
    players: int | None = None,
    closed: Mapping[int, int] = MappingProxyType({}),
) -> Schedule | Refusal:
    """The schedule of this event, or of the same event with another number of players.

    `closed` says when each round was really closed (`Loaded.closed`).
    """
    here = players if players is not None else (t.announced_players or expected(t))
    stages = t.announced or stages_for(t, here)
    if isinstance(stages, Refusal):
        return stages
    kinds = [one for stage in stages for one in stage_kind(stage.kind).planned(stage, here)]
    return _timed(t, kinds, stages, plan, now, here, closed)


def expected(t: Tournament) -> int:
    """How many players to expect: those checked in, once they are more than half of the registered."""
    present, registered = len(attending(t)), len(t.active())
    return present if present * 2 > registered else registered


def _timed(
    t: Tournament,
    kinds: list[tuple[RoundKind, RoundName]],
    stages: tuple[StagePlan, ...],
    plan: DayPlan,
    now: int,
    here: int,
    closed: Mapping[int, int],
) -> Schedule:
    slots: list[PlannedRound] = []
    begin = first_start(t, plan, now)
    rounds = max(len(kinds), t.round_number)
    for number in range(1, rounds + 1):
        round_ = t.rounds.get(number)
        kind, name = kinds[min(number, len(kinds)) - 1]
        if round_ and round_.matches:
            kind, name = kind_of_round(t, number), round_name(t, number)
        slot = _slot(t, number, (kind, name), round_, begin, now)
        if slot.state == "done" and number in closed:
            slot = replace(slot, starts=min(slot.starts, closed[number]), ends=closed[number])
        over = max(slot.ends, now if slot.state != "done" else 0)
        longer = plan.after(number) if number < rounds else None
        begin = over + (longer.minutes if longer else plan.pause) * MINUTE
        slots.append(replace(slot, rest=_rest(longer, over, begin)))
    if t.phase == "closed":
        slots = [s for s in slots if s.state == "done"]
    ends = slots[-1].ends if slots else now
    guessed = any(s.minutes is None and s.state != "done" for s in slots)
    cut = cut_size(stages)
    return Schedule(
        slots=tuple(slots), ends=ends, players=here, cut=cut, planned=bool(t.announced), guessed=guessed
    )


def _rest(longer: Break | None, starts: int, ends: int) -> PlannedBreak | None:
    if longer is None:
        return None
    return PlannedBreak(name=longer.name, minutes=longer.minutes, starts=starts, ends=ends)


def _slot(
    t: Tournament, number: int, what: tuple[RoundKind, RoundName], round_: Round | None, begin: int, now: int
) -> PlannedRound:
    kind, name = what
    clock, minutes = (round_.clock if round_ else None), minutes_of(t, kind)
    state: State = "coming" if round_ is None else "done" if round_.status == "closed" else "now"
    if round_ is None or clock is None:
        starts = begin if state == "done" else max(begin, now)
        ends = starts + (minutes or GUESS) * MINUTE
    else:
        starts, minutes = clock.started, clock.minutes
        ends = clock.ends() or starts + GUESS * MINUTE
        if clock.paused_at is not None:
            ends += max(0, now - clock.paused_at)
        ends += max((t.matches[m].extension for m in round_.matches), default=0) * MINUTE
        ends = min(ends, now) if state == "done" else max(ends, now)
    return PlannedRound(
        number=number, kind=kind, name=name, state=state, starts=starts, ends=ends, minutes=minutes
    )


def first_start(t: Tournament, plan: DayPlan, now: int) -> int:
    """The planned start on the day of the event, in the server's time zone."""
    try:
        planned = datetime.fromisoformat(f"{t.date}T{plan.start}").astimezone()
    except ValueError:
        return now
    return int(planned.timestamp() * 1000)
