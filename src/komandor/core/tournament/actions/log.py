"""Undo and redo, names for points in the log, and copies that hold the secret of the draws."""

from dataclasses import dataclass
from typing import Annotated

from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows, always
from komandor.core.tournament.actions.stages import TournamentClosed
from komandor.core.tournament.needs import HISTORY
from komandor.core.tournament.readings.places import final_places
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import ReasonText


@dataclass(frozen=True, slots=True)
class VoidEvents(Command):
    """Undo whole steps: `targets` are all log entries of these steps (`app.undo_targets`)."""

    targets: Annotated[tuple[int, ...], "Numbers of log entries."]
    reason: ReasonText


@dataclass(frozen=True, slots=True)
class NamePoint(Command):
    name: Annotated[str, "The name."]


@dataclass(frozen=True, slots=True)
class TakeBackup(Command):
    """A copy that can go on elsewhere: it holds the secret from which draws can be foreseen."""


@dataclass(frozen=True, slots=True)
class EventVoided(Event):
    """Undo: these records count as not having happened. Voiding a void is redo."""

    targets: Annotated[tuple[int, ...], "seq"]
    reason: str


@dataclass(frozen=True, slots=True)
class PointNamed(Event):
    name: str


@dataclass(frozen=True, slots=True)
class BackupTaken(Event):
    """A copy with the secret of the draws left this computer."""


def void(t: Tournament, x: VoidEvents, ctx: Context) -> Answer:
    """Recorded in the log with a reason; nothing others saw disappears silently."""
    if not x.reason.strip():
        return refuse("undo.reason_missing")
    from komandor.core.tournament.undo import check, parted  # they replay the log, and so know every action

    after = check(ctx.history, x.targets)
    if isinstance(after, Refusal):
        return after
    if no := parted(ctx.history, ctx.steps, x.targets, after):
        return no
    void_ = EventVoided(tuple(sorted(set(x.targets))), x.reason.strip())
    if after.phase != "closed" or final_places(after) == after.places:
        return (void_,)
    return void_, TournamentClosed(final_places(after), after.opened_seed)  # the end has other places now


def name_point(t: Tournament, x: NamePoint, ctx: Context) -> Answer:
    if not x.name.strip():
        return refuse("point.name_missing")
    return (PointNamed(x.name.strip()),)


def take_backup(t: Tournament, x: TakeBackup, ctx: Context) -> Answer:
    return (BackupTaken(),)


def _voided(t: Tournament, x: EventVoided) -> None:
    for target in x.targets:
        t.voids[target] = x.reason


def _named(t: Tournament, x: PointNamed) -> None:
    t.points_named[t.version] = x.name


def _backed_up(t: Tournament, x: BackupTaken) -> None:
    """Nothing of the event depends on it; that it was taken is for everybody to know."""


ROWS: Rows = (
    Action(VoidEvents, by.ORGANISER, when.ALWAYS, void, newest_state=True, needs=(HISTORY,)),
    Action(NamePoint, by.ORGANISER, when.ALWAYS, name_point, button=True),
    Action(TakeBackup, by.ORGANISER, when.ALWAYS, take_backup),
    EventRow(EventVoided, _voided, takes_back=lambda x: x.targets, by_hand=always, after_the_end=True),
    EventRow(PointNamed, _named, after_the_end=True),
    EventRow(BackupTaken, _backed_up, by_hand=always, after_the_end=True),
)
