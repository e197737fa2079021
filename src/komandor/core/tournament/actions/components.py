"""Lost and damaged components, and proxies for cards that cannot be read."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from komandor.core.ids import ComponentNo, MatchNo, PlayerNo
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.actions.clock import TableExtended, extendable
from komandor.core.tournament.actions.leaving import removal
from komandor.core.tournament.actions.results import ResultCorrected, ResultEntered
from komandor.core.tournament.actions.sanctions import plays_in
from komandor.core.tournament.judge_records import Component, Proxy
from komandor.core.tournament.lost_games import concede, lose_game
from komandor.core.tournament.readings.attendance import current_match
from komandor.core.tournament.readings.leaders import own_match
from komandor.core.tournament.readings.lost_games import several_games
from komandor.core.tournament.readings.regulations import broken_die, ways_out
from komandor.core.tournament.references import COMPONENT, PLAYER
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import MOST_TO_FIND, Category, ComponentKind, Minutes, Plain, Resolution


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportComponent(Command):
    player: PlayerNo
    kind: Annotated[ComponentKind, "Of which kind it is."]
    what: Annotated[str, "What is lost or damaged."]
    category: Category = "card"
    minutes: Minutes = 0
    match: MatchNo | None = None


@dataclass(frozen=True, slots=True)
class ResolveComponent(Command):
    component: ComponentNo
    resolution: Annotated[Resolution, "How it ends."]
    report: Annotated[Mapping[str, Plain], "the slip of a concession"] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MakeProxy(Command):
    player: PlayerNo
    card: Annotated[str, "The card that is replaced."]
    unreadable: Annotated[str, "What can no longer be read on it."]
    maker: Annotated[str, "Who made the replacement."]
    date: Annotated[str, "Such as 2026-11-15."]


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


def report_component(t: Tournament, x: ReportComponent, ctx: Context) -> Answer:
    """Lost or damaged: a short time to find a replacement, as an extension of that table (COM-LOST-3)."""
    if not x.what.strip():
        return refuse("component.what_missing", "COM-LOST-2")
    if x.match is not None and not plays_in(t, x.player, x.match):
        return refuse("match.unknown", None, match=x.match)
    number = ComponentNo(max(t.components, default=0) + 1)
    match = x.match if x.match is not None else current_match(t, x.player)
    table = t.match(match)
    if not 0 <= x.minutes <= MOST_TO_FIND or (table and not extendable(table, x.minutes)):
        return refuse("clock.extension_range", "COM-LOST-3", minutes=x.minutes)
    out: list[Event] = [
        ComponentReported(
            component=number,
            player=x.player,
            kind=x.kind,
            what=x.what.strip(),
            category=x.category,
            minutes=x.minutes,
            match=match,
        )
    ]
    if x.minutes and match is not None:
        out.append(TableExtended(match, x.minutes, "COM-LOST-3"))
    return tuple(out)


def resolve_component(t: Tournament, x: ResolveComponent, ctx: Context) -> Answer:
    """Not found in time, or found missing during the game: conceded (COM-LOST-4, COM-LOST-6, CON-LOST-2).

    In a match of several games only that game is lost. Still missing when the next round begins: removed
    (COM-LOST-5); a broken die: the game is lost and the player leaves at once (DES-LOST-2).
    """
    found = t.components[x.component]
    if found.resolution not in ("", "conceded"):
        return refuse("component.resolved_already", "COM-LOST-5", component=x.component)
    if x.resolution not in ways_out(t, found):
        return _no_such_way(t, x, found)
    lost: Answer = ()
    match = _lost_in(t, x, found)
    if match is not None:
        if own := own_match(t, match, ctx.staff):
            return own
        goes_on = match.final or not several_games(t, match)
        if x.resolution == "conceded" or goes_on:  # else leaving ends the match
            lost = _conceded(t, match, found.player, x.report)
    if isinstance(lost, Refusal):
        return lost
    out: list[Event] = [ComponentResolved(x.component, x.resolution, match.number if match else None), *lost]
    if x.resolution == "removed" and t.players[found.player].active:
        done = lost[0].match if lost and isinstance(lost[0], (ResultEntered, ResultCorrected)) else None
        out.extend(removal(t, found.player, "lost_component", found.what, skip_match=done))
    return tuple(out)


def _conceded(t: Tournament, match: Match, loser: PlayerNo, report: Mapping[str, Plain]) -> Answer:
    """The game is given up: by the game's rule for concessions where the points so far are known."""
    if report and not match.final and not several_games(t, match):
        return concede(t, match, loser, report)
    return lose_game(t, match, loser, "COM-LOST-4", "COM-LOST-4")


def _no_such_way(t: Tournament, x: ResolveComponent, found: Component) -> Refusal:
    if x.resolution == "proxy" and found.kind == "lost":
        return refuse("component.no_proxy_for_lost", "COM-LOST-9")
    if rule := broken_die(t, found):
        return refuse("component.die_broken", rule)
    rule = "COM-LOST-7" if found.kind == "damaged" else "COM-LOST-4"
    return refuse("component.no_such_way", rule, what=found.what, known=ways_out(t, found))


def _lost_in(t: Tournament, x: ResolveComponent, found: Component) -> Match | None:
    """The match in which a game is lost now because of the component."""
    if x.resolution not in ("conceded", "removed") or found.resolution:
        return None
    number = found.match if found.match in t.matches else current_match(t, found.player)
    return t.match(number) if plays_in(t, found.player, number) else None


def make_proxy(t: Tournament, x: MakeProxy, ctx: Context) -> Answer:
    """Name, what can no longer be read, maker, date; valid to the end of this tournament (COM-LOST-8)."""
    missing = tuple(n for n in ("card", "unreadable", "maker", "date") if not str(getattr(x, n)).strip())
    if missing:
        return Refusal(tuple(why("proxy.field_missing", "COM-LOST-8", field=one) for one in missing))
    number = max(t.proxies, default=0) + 1
    return (
        ProxyMade(
            proxy=number, player=x.player, card=x.card, unreadable=x.unreadable, maker=x.maker, date=x.date
        ),
    )


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
    )


def _component_resolved(t: Tournament, x: ComponentResolved) -> None:
    found = t.components[x.component]
    match = found.match if x.match is None else x.match
    t.components[x.component] = replace(found, resolution=x.resolution, match=match)


def _proxy(t: Tournament, x: ProxyMade) -> None:
    t.proxies[x.proxy] = Proxy(x.player, x.card, x.unreadable, x.maker, x.date)


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
    Action(MakeProxy, by.LEADERS, when.BEFORE_THE_END, make_proxy, about=PLAYER),
    EventRow(ComponentReported, _component, makes=COMPONENT, private={"what": ""}),
    EventRow(ComponentResolved, _component_resolved),
    EventRow(ProxyMade, _proxy, private={"card": "", "unreadable": "", "maker": ""}),
)
