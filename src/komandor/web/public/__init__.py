"""What anybody may see: event pages, screens, rules."""

from komandor.web.cache import CachedPage
from komandor.web.public import event, pairings, reference, screens
from komandor.web.public.frame import View, pages
from komandor.web.routes import EVERYBODY, Route

VIEWS = (
    View("", "event.html", "event", event.event_model),
    View("pairings", "by_name.html", "pairings", pairings.name_model),
    View("pairings/tables", "by_table.html", "pairings", pairings.table_model),
    View("round/<int:number>", "round.html", "pairings", pairings.round_model),
    View("standings", "standings.html", "standings", event.standings_model),
    View("bracket", "bracket.html", "bracket", event.bracket_model),
    View("players", "players.html", "players", event.players_model),
    View("changes", "changes.html", "changes", event.changes_model),
    View("verify", "verify.html", "verify", event.verify_model),
)

PAGES: tuple[CachedPage, ...] = (
    *(page for view in VIEWS for page in pages(view)),
    CachedPage("/t/<tournament>", pages(VIEWS[0])[0].render),
    CachedPage("/t/<tournament>/log.komandor", event.log_file, "application/octet-stream"),
    *screens.PAGES,
    *reference.PAGES,
)
ROUTES: tuple[Route, ...] = (Route("rules/search", reference.search_page, "rules-search", EVERYBODY),)
