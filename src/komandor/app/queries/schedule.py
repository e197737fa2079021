"""When each round and the whole event will end: from minutes, breaks, and the clocks that really started.

A forecast, updated with every event: rounds played show what was, the running round what its clock
says, and the rest follows with the break between rounds.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from komandor.core.brackets import BracketPlan, double, single
from komandor.core.games.game import RoundKind
from komandor.core.reasons import Refusal
from komandor.core.tournament.events import StagePlan
from komandor.core.tournament.readings.attendance import attending, stages_for
from komandor.core.tournament.readings.regulations import kind_of_round, rules, situation
from komandor.core.tournament.state import Round, Tournament
from komandor.log.store import EventStore

SPACE = "schedule"
BREAK = 15  # minutes between rounds unless the event says otherwise
START = "10:00"
GUESS = 60  # minutes of a round without a limit, for the forecast only
MINUTE = 60_000

State = Literal["done", "now", "coming"]


@dataclass(frozen=True, slots=True)
class Wish:
    """What the organiser says about his day; kept beside the log, it decides nothing."""

    start: str = START  # "10:00"
    pause: int = BREAK


@dataclass(frozen=True, slots=True)
class Slot:
    """One round. Times in milliseconds since 1970."""

    number: int
    kind: RoundKind
    state: State
    starts: int
    ends: int
    minutes: int | None  # None: no limit, `ends` is a guess


@dataclass(frozen=True, slots=True)
class Schedule:
    slots: tuple[Slot, ...]
    ends: int
    players: int
    cut: int
    planned: bool  # announced already; otherwise it follows attendance
    guessed: bool  # some round has no limit

    @property
    def now(self) -> Slot | None:
        return next((s for s in self.slots if s.state == "now"), None)

    @property
    def following(self) -> Slot | None:
        return next((s for s in self.slots if s.state == "coming"), None)


def wish_of(store: EventStore, tournament: str) -> Wish:
    kept = store.get(SPACE, tournament) or {}
    start, pause = kept.get("start", START), kept.get("pause", BREAK)
    return Wish(str(start), pause if isinstance(pause, int) else BREAK)


def keep_wish(store: EventStore, tournament: str, wish: Wish) -> None:
    store.put(SPACE, tournament, {"start": wish.start, "pause": wish.pause})


def schedule(t: Tournament, wish: Wish, now: int, players: int | None = None) -> Schedule | Refusal:
    """The day of this event; `players` tries another attendance on."""
    here = players if players is not None else (t.announced_players or expected(t))
    stages = t.announced or stages_for(t, here)
    if isinstance(stages, Refusal):
        return stages
    kinds = [kind for stage in stages for kind in _kinds(stage, here)]
    return _timed(t, kinds, stages, wish, now, here)


def expected(t: Tournament) -> int:
    """How many will play: those registered, until most of them have been checked in."""
    present, registered = len(attending(t)), len(t.active())
    return present if present * 2 > registered else registered


def _timed(
    t: Tournament, kinds: list[RoundKind], stages: tuple[StagePlan, ...], wish: Wish, now: int, here: int
) -> Schedule:
    slots: list[Slot] = []
    begin = first_start(t, wish, now)
    for number in range(1, max(len(kinds), max(t.rounds, default=0)) + 1):
        round_ = t.rounds.get(number)
        kind = kind_of_round(t, number) if round_ and round_.matches else kinds[min(number, len(kinds)) - 1]
        slot = _slot(t, number, kind, round_, begin, now)
        slots.append(slot)
        begin = max(slot.ends, now if slot.state != "done" else 0) + wish.pause * MINUTE
    if t.phase == "closed":
        slots = [s for s in slots if s.state == "done"]
    ends = slots[-1].ends if slots else now
    guessed = any(s.minutes is None and s.state != "done" for s in slots)
    cut = next((s.cut for s in stages[1:] if s.cut), 0)
    return Schedule(tuple(slots), ends, here, cut, bool(t.announced), guessed)


def _slot(t: Tournament, number: int, kind: RoundKind, round_: Round | None, begin: int, now: int) -> Slot:
    minutes = minutes_of(t, kind)
    clock = round_.clock if round_ else None
    if round_ is None or clock is None:
        state: State = "done" if round_ and round_.status == "closed" else "now" if round_ else "coming"
        starts = max(begin, now) if state != "done" else begin
        return Slot(number, kind, state, starts, starts + (minutes or GUESS) * MINUTE, minutes)
    ends = clock.ends() or clock.started + GUESS * MINUTE
    if clock.paused_at is not None:
        ends += max(0, now - clock.paused_at)
    ends += max((t.matches[m].extension for m in round_.matches), default=0) * MINUTE
    if round_.status == "closed":
        return Slot(number, kind, "done", clock.started, min(ends, now), clock.minutes)
    return Slot(number, kind, "now", clock.started, max(ends, now), clock.minutes)


def minutes_of(t: Tournament, kind: RoundKind) -> int | None:
    """The round's minutes as announced, or as the document has them (COM-TIME-1)."""
    changed = t.minutes.get(kind, ...)
    minutes = rules(t).minutes(situation(t, kind)).minutes if changed is ... else changed
    return minutes if isinstance(minutes, int) else None


def first_start(t: Tournament, wish: Wish, now: int) -> int:
    """Round 1's clock, or the wished time on the event's day, where the server stands."""
    try:
        planned = datetime.fromisoformat(f"{t.date}T{wish.start}").astimezone()
    except ValueError:
        return now
    return int(planned.timestamp() * 1000)


def _kinds(stage: StagePlan, players: int) -> list[RoundKind]:
    if stage.kind == "swiss":
        return ["swiss"] * stage.rounds
    size = max(2, min(stage.cut or players, players))
    plan = (double if stage.kind == "double" else single)(size)
    if not isinstance(plan, BracketPlan):
        return ["final"]
    sides = [{m.side for m in plan.in_round(n)} for n in range(1, plan.rounds + 1)]
    last = sides[:-1] if sides[-1] == {"reset"} else sides  # the repeated final may not be needed
    return [*(["knockout"] * (len(last) - 1)), "final"]  # type: ignore[list-item]
