"""Undo, redo, and names for points in the log."""

from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.decide.stages import final_places
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.undo import check

Answer = tuple[e.Event, ...] | Refusal


def void(t: Tournament, x: c.VoidEvents, ctx: c.Context) -> Answer:
    """As an event with a reason; what others saw is never silently gone."""
    if not x.reason.strip():
        return refuse("undo.reason_missing")
    after = check(ctx.history, x.targets)
    if isinstance(after, Refusal):
        return after
    void_ = e.EventVoided(tuple(sorted(set(x.targets))), x.reason.strip())
    if after.phase != "closed" or final_places(after) == after.places:
        return (void_,)
    return void_, e.TournamentClosed(final_places(after), after.opened_seed)  # the end has other places now


def name_point(t: Tournament, x: c.NamePoint, ctx: c.Context) -> Answer:
    if not x.name.strip():
        return refuse("point.name_missing")
    return (e.PointNamed(x.name.strip()),)
