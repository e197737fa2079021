"""What happens to all lists together: which cards are permitted, a last moment, a new look, publication."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.actions.lists import finding
from komandor.core.tournament.needs import CARDS
from komandor.core.tournament.readings.lists import day_of, judged
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.references import PLAYER
from komandor.core.tournament.state import ListFinding, Tournament
from komandor.core.tournament.values import ListRules, ListsShownTo


@dataclass(frozen=True, slots=True)
class SetListDeadline(Command):
    until: Annotated[int | None, "milliseconds since 1970, UTC; if not given: until round 1 is paired"] = None


@dataclass(frozen=True, slots=True)
class SetListRules(Command):
    """Which cards may be played: the format, the date that counts and the products."""

    season: Annotated[str, "A format of the card data."] = ""
    on: Annotated[str, "date such as 2026-11-15; if empty: the day of the event"] = ""
    products: Annotated[tuple[str, ...], "if none: all products"] = ()
    pack: Annotated[str, "checksum of a pack; if empty: the card data loaded for the game"] = ""


@dataclass(frozen=True, slots=True)
class JudgeLists(Command):
    """Compare every list, or one player's, with the card data that is loaded now."""

    player: PlayerNo | None = None


@dataclass(frozen=True, slots=True)
class PublishLists(Command):
    to: Annotated[ListsShownTo, "Who it is for."] = "all"


@dataclass(frozen=True, slots=True)
class ListDeadlineSet(Event):
    until: int | None = None


@dataclass(frozen=True, slots=True)
class ListRulesSet(Event):
    season: str = ""
    on: str = ""
    products: tuple[str, ...] = ()
    pack: str = ""


@dataclass(frozen=True, slots=True)
class ListsPublished(Event):
    to: ListsShownTo = "all"


def set_deadline(t: Tournament, x: SetListDeadline, ctx: Context) -> Answer:
    """Players can submit lists until then (COM-LIST-2); after that, only staff can."""
    if x.until is not None and x.until <= ctx.now:
        return refuse("list.deadline_past", "COM-LIST-2")
    return (ListDeadlineSet(x.until),) if x.until != t.lists_until else refuse("list.nothing_changes")


def set_rules(t: Tournament, x: SetListRules, ctx: Context) -> Answer:
    """The event may restrict what is played, and the log keeps it (SWL-PROD-3); lists are compared again."""
    wanted = ListRules(x.season.strip(), x.on.strip(), tuple(dict.fromkeys(x.products)), x.pack)
    if problems := tuple(_not_in_the_cards(t, wanted, ctx)):
        return Refusal(problems)
    if wanted == t.list_rules:
        return refuse("list.nothing_changes")
    changed = t.fork()
    changed.list_rules = wanted
    again = judge_lists(changed, JudgeLists(), ctx)
    event = ListRulesSet(wanted.season, wanted.on, wanted.products, wanted.pack)
    return (event,) if isinstance(again, Refusal) else (event, *again)


def _not_in_the_cards(t: Tournament, x: ListRules, ctx: Context) -> Iterator[Reason]:
    """Why these rules cannot be kept: the date does not exist, or the card data lacks a format or product."""
    cited = rules(t).data.rules
    if x.on and day_of(x.on) is None:
        yield why("list.no_such_day", cited["release"], day=x.on[:40])
    if x.pack and ctx.cards is None:
        yield why("list.no_such_pack", cited["names"], pack=x.pack[:12])
    elif x.season and ctx.cards is None:
        yield why("list.no_catalogue", cited["names"], costs=rules(t).counts_costs)
    elif ctx.cards is not None:
        content = ctx.cards.catalogue.content
        if x.season and x.season not in {one.code for one in content.seasons}:
            yield why("list.no_such_season", cited["legal_products"], season=x.season[:40])
        known = {one.name for one in content.products}
        for name in [one for one in x.products if one not in known][:5]:
            yield why("list.no_such_product", cited["legal_products"], product=name[:80])


def judge_lists(t: Tournament, x: JudgeLists, ctx: Context) -> Answer:
    """Lists get a new verdict if today's card data gives one; decisions made by staff stay."""
    if ctx.cards is None:
        return refuse("list.no_catalogue", rules(t).data.rules["names"], costs=rules(t).counts_costs)
    wanted = t.active() if x.player is None else (x.player,)
    found = tuple(
        event
        for player in (t.players[n] for n in wanted)
        for last in player.lists[-1:]
        for event in finding(player.number, judged(t, last.content, last.text, ctx.cards), ctx.cards)
        if player.list_found != ListFinding(event.decision, event.catalogue, event.problems)
    )
    return found or refuse("list.nothing_new")


def publish_lists(t: Tournament, x: PublishLists, ctx: Context) -> Answer:
    """Lists are hidden until the organiser publishes them, to the players in the cut or to everybody."""
    if t.lists_shown in (x.to, "all"):
        return refuse("list.published_already")
    if x.to == "cut" and not any(s.kind.eliminates for s in t.stages.values()):
        return refuse("list.no_cut_yet")
    return (ListsPublished(x.to),)


def _deadline_set(t: Tournament, x: ListDeadlineSet) -> None:
    t.lists_until = x.until


def _rules_set(t: Tournament, x: ListRulesSet) -> None:
    t.list_rules = ListRules(x.season, x.on, x.products, x.pack)


def _published(t: Tournament, x: ListsPublished) -> None:
    t.lists_shown = x.to


ROWS: Rows = (
    Action(SetListDeadline, by.ORGANISER, when.ARRIVING, set_deadline),
    Action(SetListRules, by.ORGANISER, when.ARRIVING, set_rules, needs=(CARDS,)),
    Action(JudgeLists, by.LEADERS, when.BEFORE_THE_END, judge_lists, needs=(CARDS,), about=PLAYER),
    Action(PublishLists, by.ORGANISER, when.AFTER_THE_START, publish_lists),
    EventRow(ListDeadlineSet, _deadline_set, needs_phase=when.ARRIVING),
    EventRow(ListRulesSet, _rules_set, needs_phase=when.ARRIVING),
    EventRow(ListsPublished, _published, needs_phase=when.AFTER_THE_START, after_the_end=True),
)
