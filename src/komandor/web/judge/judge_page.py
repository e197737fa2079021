"""What every page of the judge's phone shares: its few tabs, on or off duty, refusals on top."""

from collections.abc import Callable
from dataclasses import replace

from django.http import HttpResponse

from komandor.app.queries.everybody.history import LogEntry, entries
from komandor.app.queries.staff.judging import checks_due, searches
from komandor.core.ids import StaffNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import events as e
from komandor.core.tournament.readings.regulations import rules
from komandor.texts import in_titles_of
from komandor.web.console.status_bar import StaffPage, bar_of, signed_in
from komandor.web.rendering.event_page import EventPage, event_response, tab_rows, waiting_calls
from komandor.web.rendering.records import Tab
from komandor.web.routing.request import Request


def judge(
    request: Request, p: EventPage, shown: StaffPage, /, tab: str, refusal: Refusal | None = None
) -> HttpResponse:
    """A page of the judge's phone."""
    staff, bar = signed_in(request, p), bar_of(request, p, alone=True)
    return event_response(
        request, p, replace(shown, tabs=tabs(request, p, tab), bar=bar, staff=staff), refusal
    )


def staff_number(request: Request) -> StaffNo | None:
    return request.me.staff.staff if request.me.staff else None


def own_words(request: Request) -> Callable[[str], str]:
    """`gettext` with the names that the document of this event's game uses: a fleet is no deck."""
    game = rules(request.loaded.state).data.id
    return lambda text: in_titles_of(game, request.t.gettext(text), request.lang)


def log_of(p: EventPage) -> list[LogEntry]:
    """The records whose time and sender these pages show."""
    return entries(p.loaded, e.ComponentReported, e.IncidentReported, e.SanctionGiven)


def tabs(request: Request, p: EventPage, current: str) -> list[Tab]:
    t, _ = p.t, own_words(request)
    rows = (
        ("calls", _("Calls"), "judge", "g c", waiting_calls(t)),
        ("tables", _("Tables"), "judge-tables", "g t", ""),
        ("sanctions", _("Penalties"), "judge-sanctions", "g n", ""),
        ("checks", _("Deck checks"), "judge-checks", "g h", len(checks_due(t)) or ""),
        ("components", _("Components"), "judge-components", "g m", len(searches(t, [])) or ""),
        ("incidents", _("Incidents"), "judge-incidents", "g i", len(t.incidents) or ""),
        ("rulings", _("Rulings"), "judge-rulings", "g u", ""),
        ("console", _("Console"), "console", "g r", ""),
    )
    return tab_rows(request, p, rows, current)
