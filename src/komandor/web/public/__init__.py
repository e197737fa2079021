"""What anybody may see: event pages, screens, rules."""

from komandor.web.public import (
    event_pages,
    help_pages,
    open_data,
    overlays,
    pairings,
    picture_files,
    projector,
    rules_pages,
    standings_part,
    static_site,
)
from komandor.web.public.public_page import WITH_TIMES, View, pages
from komandor.web.routing.routes import EVERYBODY, Route
from komandor.web.server.cache import CachedPage

OCTETS = "application/octet-stream"
VIEWS = (
    View("public", "", "event", event_pages.event_home, WITH_TIMES),
    View("public-pairings", "pairings", "pairings", pairings.names),
    View("public-tables", "pairings/tables", "pairings", pairings.tables),
    View("public-round", "round/<int:number>", "pairings", pairings.earlier),
    View("public-standings", "standings", "standings", standings_part.standings),
    View("public-bracket", "bracket", "bracket", event_pages.bracket),
    View("public-players", "players", "players", event_pages.players),
    View("public-lists", "lists", "lists", event_pages.lists),
    View("public-changes", "changes", "changes", event_pages.changes),
    View("public-edition", "edition", "event", event_pages.edition),
    View("public-verify", "verify", "verify", event_pages.verify),
    View("public-share", "share", "event", open_data.share),
)

PAGES: tuple[CachedPage, ...] = (
    *(page for view in VIEWS for page in pages(view)),
    CachedPage("/t/<tournament>", pages(VIEWS[0])[0].render, lasts=WITH_TIMES),
    CachedPage("/t/<tournament>/log.komandor", event_pages.log_file, "public-log", OCTETS),
    *open_data.PAGES,
    *static_site.PAGES,
    *picture_files.PAGES,
    *projector.PAGES,
    *overlays.PAGES,
    *rules_pages.PAGES,
    *help_pages.PAGES,
)
ROUTES: tuple[Route, ...] = (
    Route("rules/search", rules_pages.search_page, "rules-search", reads=EVERYBODY),
    Route("help/search", help_pages.search_page, "help-search", reads=EVERYBODY),
)
