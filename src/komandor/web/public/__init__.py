"""What anybody may see: event pages, screens, rules."""

from komandor.web.public import event_pages, pairings, projector, rules_pages
from komandor.web.public.public_page import WITH_TIMES, View, pages
from komandor.web.routing.routes import EVERYBODY, Route
from komandor.web.server.cache import CachedPage

OCTETS = "application/octet-stream"
VIEWS = (
    View("public", "", "event.html", "event", event_pages.event_model, WITH_TIMES),
    View("public-pairings", "pairings", "by_name.html", "pairings", pairings.name_model),
    View("public-tables", "pairings/tables", "by_table.html", "pairings", pairings.table_model),
    View("public-round", "round/<int:number>", "round.html", "pairings", pairings.round_model),
    View("public-standings", "standings", "standings.html", "standings", event_pages.standings_model),
    View("public-bracket", "bracket", "bracket.html", "bracket", event_pages.bracket_model),
    View("public-players", "players", "players.html", "players", event_pages.players_model),
    View("public-lists", "lists", "lists.html", "lists", event_pages.lists_model),
    View("public-changes", "changes", "changes.html", "changes", event_pages.changes_model),
    View("public-edition", "edition", "edition.html", "event", event_pages.edition_model),
    View("public-verify", "verify", "verify.html", "verify", event_pages.verify_model),
)

PAGES: tuple[CachedPage, ...] = (
    *(page for view in VIEWS for page in pages(view)),
    CachedPage("/t/<tournament>", pages(VIEWS[0])[0].render, lasts=WITH_TIMES),
    CachedPage("/t/<tournament>/log.komandor", event_pages.log_file, "public-log", OCTETS),
    *projector.PAGES,
    *rules_pages.PAGES,
)
ROUTES: tuple[Route, ...] = (Route("rules/search", rules_pages.search_page, "rules-search", reads=EVERYBODY),)
