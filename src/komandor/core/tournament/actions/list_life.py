"""What happens to all lists together: a last moment to hand them in, a new look by card data, publication."""

from dataclasses import dataclass

from komandor.core.ids import PlayerNo
from komandor.core.reasons import refuse
from komandor.core.tournament.actions import by, when
from komandor.core.tournament.actions.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.actions.lists import finding
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import ListFinding, Tournament
from komandor.core.tournament.values import ListsShownTo


@dataclass(frozen=True, slots=True)
class SetListDeadline(Command):
    until: int | None = None  # milliseconds since 1970, UTC; None: until round 1 is drawn


@dataclass(frozen=True, slots=True)
class JudgeLists(Command):
    """Compare every list, or one player's, with the card data that is loaded now."""

    player: PlayerNo | None = None


@dataclass(frozen=True, slots=True)
class PublishLists(Command):
    to: ListsShownTo = "all"


@dataclass(frozen=True, slots=True)
class ListDeadlineSet(Event):
    until: int | None = None


@dataclass(frozen=True, slots=True)
class ListsPublished(Event):
    to: ListsShownTo = "all"


def set_deadline(t: Tournament, x: SetListDeadline, ctx: Context) -> Answer:
    """Players hand in lists until then (COM-LIST-2); the desk may still take one."""
    if x.until is not None and x.until <= ctx.now:
        return refuse("list.deadline_past", "COM-LIST-2")
    return (ListDeadlineSet(x.until),) if x.until != t.lists_until else refuse("list.deadline_same")


def judge_lists(t: Tournament, x: JudgeLists, ctx: Context) -> Answer:
    """New findings for the lists that the card data of today judges otherwise; decisions of leaders stay."""
    if ctx.cards is None:
        return refuse("list.no_catalogue", rules(t).data.rules["names"])
    wanted = t.active() if x.player is None else (x.player,)
    listed = [t.players[n] for n in wanted if n in t.players and t.players[n].lists]
    found = tuple(
        event
        for player in listed
        for event in finding(t, player.number, player.lists[-1].content, player.lists[-1].text, ctx.cards)
        if player.list_found != ListFinding(event.decision, event.catalogue, event.problems)
    )
    return found or refuse("list.nothing_new")


def publish_lists(t: Tournament, x: PublishLists, ctx: Context) -> Answer:
    """Lists are hidden until the organiser shows them: to the players of the cut, or to everybody."""
    if t.lists_shown in (x.to, "all"):
        return refuse("list.published_already")
    if x.to == "cut" and not any(s.kind in ("single", "double", "final_match") for s in t.stages.values()):
        return refuse("list.no_cut_yet")
    return (ListsPublished(x.to),)


def _deadline_set(t: Tournament, x: ListDeadlineSet) -> None:
    t.lists_until = x.until


def _published(t: Tournament, x: ListsPublished) -> None:
    t.lists_shown = x.to


ROWS: Rows = (
    Action(SetListDeadline, by.ORGANISER, when.ARRIVING, set_deadline),
    Action(JudgeLists, by.LEADERS, when.BEFORE_THE_END, judge_lists),
    Action(PublishLists, by.ORGANISER, when.AFTER_THE_START, publish_lists),
    EventRow(ListDeadlineSet, _deadline_set),
    EventRow(ListsPublished, _published, needs_phase=when.AFTER_THE_START),
)
