"""Lost and damaged components, and proxies for cards that cannot be read."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from komandor.core.ids import ComponentNo, MatchNo, PlayerNo, RuleId
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.actions.clock import TableExtended, extendable
from komandor.core.tournament.actions.leaving import removal
from komandor.core.tournament.actions.sanctions import plays_in
from komandor.core.tournament.judge_records import Component, Proxy
from komandor.core.tournament.lost_games import concede, lose_game
from komandor.core.tournament.readings.attendance import current_match
from komandor.core.tournament.readings.components import (
    AS_LOST,
    another_card,
    damaged_cards,
    missing_card_rule,
    ways_listed,
    ways_out,
)
from komandor.core.tournament.readings.leaders import own_match
from komandor.core.tournament.readings.lost_games import game_in_progress, open_match, several_games
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.references import COMPONENT, PLAYER
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import (
    MOST_TO_FIND,
    PARTS,
    ComponentKind,
    Minutes,
    PartKind,
    Plain,
    Resolution,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportComponent(Command):
    player: PlayerNo
    kind: Annotated[ComponentKind, "The kind."]
    what: Annotated[str, "What is lost or damaged."]
    category: PartKind = "card"
    minutes: Minutes = 0
    match: MatchNo | None = None
    in_game: Annotated[
        bool | None, "whether a card was found missing during a game; needed while the clock is running"
    ] = None


@dataclass(frozen=True, slots=True)
class ResolveComponent(Command):
    component: ComponentNo
    resolution: Annotated[Resolution, "How it was settled."]
    report: Annotated[Mapping[str, Plain], "with conceded: the match slip"] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MakeProxy(Command):
    player: PlayerNo
    card: Annotated[str, "The card the proxy replaces."]
    unreadable: Annotated[str, "What can no longer be read on it."]
    maker: Annotated[str, "Who made the proxy."]
    date: Annotated[str, "Date, for example 2026-11-15."]
    component: Annotated[
        ComponentNo | None, "report of the damaged card; if not given: the one with this name"
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentReported(Event):
    component: ComponentNo
    player: PlayerNo
    kind: ComponentKind
    what: str
    category: Annotated[str, "card, die, model, ruler, tool, token …"] = "card"
    minutes: Annotated[int, "time given to find a replacement"] = 0
    match: MatchNo | None = None


@dataclass(frozen=True, slots=True)
class ComponentResolved(Event):
    component: ComponentNo
    resolution: Resolution
    match: Annotated[MatchNo | None, "in which a game is lost for it"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxyMade(Event):
    proxy: int
    player: PlayerNo
    card: str
    unreadable: Annotated[str, "every piece of information no longer readable on the original"]
    maker: str
    date: str
    component: Annotated[ComponentNo, "of the damaged card"]


def report_component(t: Tournament, x: ReportComponent, ctx: Context) -> Answer:
    """Lost or damaged: a short time to find a replacement, as an extension of that table (COM-LOST-3).

    Where the document says so, a card found missing during a game costs that game at once (COM-LOST-6).
    """
    at_once = missing_card_rule(t, x.kind, x.category)
    game = open_match(t, x.player) if at_once and x.in_game is not False else None
    if problem := _not_reported(t, x) or _no_such_game(t, x, game, at_once):
        return problem
    match = x.match if x.match is not None else current_match(t, x.player)
    table = t.match(match)
    if not 0 <= x.minutes <= MOST_TO_FIND or (table and not extendable(table, x.minutes)):
        return refuse("clock.extension_range", "COM-LOST-3", minutes=x.minutes)
    reported = ComponentReported(
        component=ComponentNo(max(t.components, default=0) + 1),
        player=x.player,
        kind=x.kind,
        what=x.what.strip(),
        category=x.category,
        minutes=x.minutes,
        match=match,
    )
    if game and x.in_game:
        given_up = own_match(t, game, ctx.staff) or lose_game(t, game, x.player, at_once, at_once)
        lost = ComponentResolved(reported.component, "conceded", game.number)
        return given_up if isinstance(given_up, Refusal) else (reported, lost, *given_up)
    longer = x.minutes and match is not None
    return (reported, TableExtended(match, x.minutes, "COM-LOST-3")) if longer and match else (reported,)


def _not_reported(t: Tournament, x: ReportComponent) -> Refusal | None:
    """What is wrong with the report itself, or None."""
    if not x.what.strip():
        return refuse("component.what_missing", "COM-LOST-2")
    if x.category not in (parts := rules(t).data.parts or PARTS):
        return refuse("component.no_such_part", "COM-LOST-2", category=x.category, known=parts)
    if t.players[x.player].outside:
        return refuse("player.not_playing", None, player=x.player)
    if x.match is not None and not plays_in(t, x.player, x.match):
        return refuse("match.unknown", None, match=x.match)
    return None


def _no_such_game(t: Tournament, x: ReportComponent, game: Match | None, at_once: RuleId) -> Refusal | None:
    """Why a card is not reported as missing in this game, or not without saying so; None if it may be."""
    if at_once and x.in_game and not game:
        hint = why("component.report_without_game", at_once)
        return Refusal((_nothing_to_concede(t, x.player), hint))
    if game and x.in_game is None and t.phase == "running":
        return refuse("component.during_a_game", at_once, player=x.player)
    if game and x.in_game and x.minutes:
        return refuse("component.no_time", at_once, player=x.player)
    return None


def resolve_component(t: Tournament, x: ResolveComponent, ctx: Context) -> Answer:
    """Not found in time: the game is conceded, in a match of several games only that one (COM-LOST-4).

    Still missing when the next round begins: removed (COM-LOST-5), and every result stands (AMB-G41); a
    broken die: the game is lost and the player leaves at once (DES-LOST-2).
    """
    found = t.components[x.component]
    if not _unsettled(found, x.resolution):
        return refuse("component.resolved_already", "COM-LOST-5", component=x.component)
    if x.resolution not in ways_out(t, found):
        return _no_such_way(t, x, found)
    ends = x.resolution in AS_LOST and not found.resolution
    match = open_match(t, found.player) if ends else None
    lost: Answer = own_match(t, match, ctx.staff) or (_given_up(t, match, x, found.player) if match else ())
    if isinstance(lost, Refusal):
        return lost
    resolved = ComponentResolved(x.component, x.resolution, match.number if match else None)
    if x.resolution != "removed":
        return (resolved, *lost)
    done = match.number if match and lost else None
    return (resolved, *lost, *removal(t, found.player, "lost_component", found.what, skip_match=done))


def _unsettled(found: Component, resolution: str) -> bool:
    """Whether this case may end so; what was conceded may still be found, and is then something else."""
    return found.resolution in ("", "conceded") and found.resolution != resolution


def _given_up(t: Tournament, match: Match, x: ResolveComponent, loser: PlayerNo) -> Answer:
    """The game that is lost now: by the game's rule for concessions once it is being played (ARM-CONC-2).

    Who is removed gives up all that is left of a match; in a knock-out leaving itself ends it (COM-ELIM-6).
    """
    playing, all_of_it = game_in_progress(t, loser), x.resolution == "removed"
    if several_games(t, match) and all_of_it:
        return concede(t, match, loser, x.report) if playing else ()
    if playing and not several_games(t, match):
        return concede(t, match, loser, x.report)
    return lose_game(t, match, loser, "COM-LOST-4", "COM-LOST-4")


def _no_such_way(t: Tournament, x: ResolveComponent, found: Component) -> Refusal:
    if x.resolution == "proxy" and found.kind == "lost":
        return refuse("component.no_proxy_for_lost", "COM-LOST-9")
    if x.resolution in (listed := ways_listed(t, found)):
        if not t.players[found.player].active:
            return refuse("player.not_active", "COM-DROP-1", player=found.player)
        return Refusal((_nothing_to_concede(t, found.player),))
    usual = "COM-LOST-7" if found.kind == "damaged" else "COM-LOST-4"
    rule = rules(t).data.component_rules.get(found.kind, {}).get(found.category, usual)
    return refuse("component.no_such_way", rule, what=found.what, known=listed)


def _nothing_to_concede(t: Tournament, player: PlayerNo) -> Reason:
    """A game that is over cannot be conceded, and its result counts (AMB-G41); or there is none at all."""
    here = (m for m in t.in_round(t.round_number) if player in m.players and m.kind == "match")
    over = next((m for m in here if m.final), None)
    return why("component.no_game" if over else "component.plays_no_game", "COM-LOST-4", player=player)


def make_proxy(t: Tournament, x: MakeProxy, ctx: Context) -> Answer:
    """Name, what can no longer be read, maker, date; valid to the end of this tournament (COM-LOST-8).

    Only for a card that was reported as damaged; that is then how its case ends (COM-LOST-9).
    """
    missing = tuple(n for n in ("card", "unreadable", "maker", "date") if not str(getattr(x, n)).strip())
    if missing:
        return Refusal(tuple(why("proxy.field_missing", "COM-LOST-8", field=one) for one in missing))
    found = next((one for one in damaged_cards(t, x.player) if _meant(x, one)), None)
    if found is None:
        return refuse("proxy.not_damaged", "COM-LOST-9", player=x.player, card=x.card)
    if another_card(found.what, x.card):
        number, what = found.number, found.what
        return refuse(
            "proxy.another_card", "COM-LOST-9", player=x.player, card=x.card, component=number, what=what
        )
    made = ProxyMade(
        proxy=max(t.proxies, default=0) + 1,
        player=x.player,
        card=x.card,
        unreadable=x.unreadable,
        maker=x.maker,
        date=x.date,
        component=found.number,
    )
    return (made,) if found.resolution else (ComponentResolved(found.number, "proxy"), made)


def _meant(x: MakeProxy, found: Component) -> bool:
    """Whether this is the damaged card: by its number, else by its name."""
    if x.component is not None:
        return x.component == found.number
    return x.card.strip().casefold() == found.what.strip().casefold()


def _component(t: Tournament, x: ComponentReported) -> None:
    t.components[x.component] = Component(
        number=x.component,
        player=x.player,
        kind=x.kind,
        what=x.what,
        category=x.category,
        minutes=x.minutes,
        match=x.match,
        round=t.round_number,
        playing=t.phase == "running",
    )


def _component_resolved(t: Tournament, x: ComponentResolved) -> None:
    found = t.components[x.component]
    lost_in = found.lost_in if x.match is None else x.match
    t.components[x.component] = replace(found, resolution=x.resolution, lost_in=lost_in)


def _proxy(t: Tournament, x: ProxyMade) -> None:
    t.proxies[x.proxy] = Proxy(x.player, x.card, x.unreadable, x.maker, x.date, x.component)


def _time_is_granted(t: Tournament, x: ReportComponent, who: by.Asker) -> tuple[Reason, ...]:
    """A player reports the loss; the time to look for it is granted by the staff (COM-LOST-3)."""
    if who.roles != by.PLAYER or not x.minutes:
        return ()
    return (why("access.role", "COM-LOST-3", command="ExtendTable", roles=who.roles),)


ROWS: Rows = (
    Action(
        ReportComponent,
        by.LEADERS_AND_PLAYERS,
        when.BEFORE_THE_END,
        report_component,
        allow=_time_is_granted,
        about=PLAYER,
    ),
    Action(ResolveComponent, by.LEADERS, when.BEFORE_THE_END, resolve_component, about=COMPONENT),
    Action(MakeProxy, by.ORGANISER, when.BEFORE_THE_END, make_proxy, about=PLAYER),
    EventRow(ComponentReported, _component, makes=COMPONENT, private={"what": ""}),
    EventRow(
        ComponentResolved,
        _component_resolved,
        needs=lambda t, x: _unsettled(t.components[x.component], x.resolution),
    ),
    EventRow(
        ProxyMade,
        _proxy,
        needs=lambda t, x: x.proxy not in t.proxies,
        private={"card": "", "unreadable": "", "maker": ""},
    ),
)
