"""What anybody may see: event pages, screens, rules."""

from komandor.web.cache import CachedPage
from komandor.web.public import event_pages, pairings, projector, rules_pages
from komandor.web.public.public_page import WITH_TIMES, View, pages
from komandor.web.routes import EVERYBODY, Route

VIEWS = (
    View("", "event.html", "event", event_pages.event_model, WITH_TIMES),
    View("pairings", "by_name.html", "pairings", pairings.name_model),
    View("pairings/tables", "by_table.html", "pairings", pairings.table_model),
    View("round/<int:number>", "round.html", "pairings", pairings.round_model),
    View("standings", "standings.html", "standings", event_pages.standings_model),
    View("bracket", "bracket.html", "bracket", event_pages.bracket_model),
    View("players", "players.html", "players", event_pages.players_model),
    View("lists", "lists.html", "lists", event_pages.lists_model),
    View("changes", "changes.html", "changes", event_pages.changes_model),
    View("edition", "edition.html", "event", event_pages.edition_model),
    View("verify", "verify.html", "verify", event_pages.verify_model),
)

PAGES: tuple[CachedPage, ...] = (
    *(page for view in VIEWS for page in pages(view)),
    CachedPage("/t/<tournament>", pages(VIEWS[0])[0].render, lasts=WITH_TIMES),
    CachedPage("/t/<tournament>/log.komandor", event_pages.log_file, "application/octet-stream"),
    *projector.PAGES,
    *rules_pages.PAGES,
)
ROUTES: tuple[Route, ...] = (Route("rules/search", rules_pages.search_page, "rules-search", reads=EVERYBODY),)
