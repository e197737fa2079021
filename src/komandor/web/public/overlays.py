"""Overlays for a stream: transparent pages that a program such as OBS lays over its picture.

Each has an address of its own; `overlay` shows the one that the organiser chose. They are served like the
projector's pages, see no request and have nothing to press. The choice stands beside the log, where another
process may change it, so they are asked for again every few seconds.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from komandor.app.queries.everybody.bracket import BracketView
from komandor.app.queries.everybody.factions import Faction, shown_factions
from komandor.app.queries.everybody.rounds import ClockView, RoundView, Row, extended
from komandor.app.queries.everybody.standings import StandingsView, standings_view
from komandor.app.stream import feature_match, names_on_stream, on_stream
from komandor.core.ids import PlayerNo
from komandor.web.pictures.bracket_svg import Picture
from komandor.web.pictures.projector_bracket import projector_pages
from komandor.web.public.event_pages import bracket_of
from komandor.web.public.pairings import current
from komandor.web.public.projector import in_play
from komandor.web.public.public_page import rendered
from komandor.web.rendering.event_page import EventPage, EventPart
from komandor.web.routing.request import url
from komandor.web.server.cache import CachedPage

SECONDS = 5.0


class TableOverlay(EventPart, template="overlay/table.html"):
    """The feature table; nothing while there is none."""

    view: RoundView | None
    row: Row | None
    clock: ClockView | None
    table: StandingsView | None
    factions: Mapping[PlayerNo, Sequence[Faction]]


class BracketOverlay(EventPart, template="overlay/bracket.html"):
    bracket: BracketView | None
    pictures: Sequence[Picture]


class TickerOverlay(EventPart, template="overlay/standings.html"):
    table: StandingsView
    places: Sequence[tuple[PlayerNo, int]]


class ClockOverlay(EventPart, template="overlay/clock.html"):
    view: RoundView | None


class NoOverlay(EventPart, template="overlay/nothing.html"):
    """Nothing is chosen."""


class OverlayPage(EventPart, template="overlay/page.html"):
    """A whole page around one overlay; `live` is the address of the overlay alone."""

    live: str
    part: EventPart
    every: int = int(SECONDS * 1000)


def _table(p: EventPage) -> TableOverlay:
    view = current(p)
    match = feature_match(p.t, on_stream(p.site.store, p.t.id))
    row = next((r for r in view.rows if match and r.match == match.number), None) if view else None
    clock = extended(view.clock, row.extension, p.now) if view and row and row.unsettled else None
    table = standings_view(p.t) if row else None
    return TableOverlay(p, view=view, row=row, clock=clock, table=table, factions=shown_factions(p.t))


def _bracket(p: EventPage) -> BracketOverlay:
    bracket = bracket_of(p.t)
    drawn = bracket if bracket and bracket.games else None
    return BracketOverlay(p, bracket=drawn, pictures=projector_pages(drawn) if drawn else ())


MAKERS: Mapping[str, Callable[[EventPage], EventPart]] = {
    "table": _table,
    "bracket": _bracket,
    "standings": lambda p: TickerOverlay(p, table=standings_view(p.t), places=p.t.places),
    "clock": lambda p: ClockOverlay(p, view=in_play(p)),
    "": NoOverlay,
}
"""The key of an overlay (`app.stream.OVERLAYS`) → what makes it."""


def _chosen(p: EventPage) -> EventPart:
    return MAKERS[on_stream(p.site.store, p.t.id).overlay](p)


def _pages(tail: str, make: Callable[[EventPage], EventPart]) -> tuple[CachedPage, CachedPage]:
    """The overlay as a page, and alone."""
    name = f"overlay-{tail}" if tail else "overlay"

    def part(p: EventPage) -> EventPart:
        return make(replace(p, names=names_on_stream(p.t, p.names)))

    def whole(p: EventPage) -> OverlayPage:
        return OverlayPage(p, live=url(f"{name}-part", p.t.id), part=part(p))

    path = f"/t/<tournament>/{name.replace('-', '/')}"
    return (
        CachedPage(path, rendered(whole), name, lasts=SECONDS),
        CachedPage(f"/t/<tournament>/part/{name}", rendered(part), f"{name}-part", lasts=SECONDS),
    )


PAGES = (
    *_pages("", _chosen),
    *(page for tail, make in MAKERS.items() if tail for page in _pages(tail, make)),
)
