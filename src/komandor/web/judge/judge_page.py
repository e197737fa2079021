"""What every page of the judge's phone shares: its few tabs, on or off duty, refusals on top."""

from dataclasses import replace
from typing import Any

from django.http import HttpResponse

from komandor.app.queries.everybody.history import LogEntry, entries
from komandor.app.queries.staff.judging import checks_due, searches
from komandor.core.ids import NO_STAFF, StaffNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import events as e
from komandor.core.tournament.state import Staff
from komandor.web.console.status_bar import StaffPage, bar_of
from komandor.web.rendering.event_page import EventPage, event_response, tab_rows, waiting_calls
from komandor.web.rendering.records import Tab, part
from komandor.web.routing.request import Request
from komandor.web.routing.routes import LEADERS


@part
class JudgePage(StaffPage):
    """A page of the judge's phone; `mine`: the judge's own duty."""

    mine: Staff | None = None
    leads: bool = False


def judge(
    request: Request,
    p: EventPage,
    shown: JudgePage | str,
    /,
    tab: str,
    refusal: Refusal | None = None,
    **more: Any,
) -> HttpResponse:
    """A page of the judge's phone."""
    if isinstance(shown, str):
        return event_response(request, p, f"judge/{shown}", refusal, **shared(request, p, tab), **more)
    mine, leads, bar = on_staff(request, p), request.me.may(LEADERS), bar_of(request, p, alone=True)
    framed = replace(shown, tabs=tabs(request, p, tab), bar=bar, staff=mine, mine=mine, leads=leads)
    return event_response(request, p, framed, refusal)


def shared(request: Request, p: EventPage, tab: str) -> dict[str, Any]:
    """What all these pages show: the tabs, the judge's own duty, and whether they may lead."""
    mine = on_staff(request, p)
    own = {"tabs": tabs(request, p, tab), "mine": mine, "staff": mine, "leads": request.me.may(LEADERS)}
    return own | {"bar": bar_of(request, p, alone=True)}


def on_staff(request: Request, p: EventPage) -> Staff | None:
    return p.t.staff.get(staff_number(request) or NO_STAFF)


def staff_number(request: Request) -> StaffNo | None:
    return request.me.staff.staff if request.me.staff else None


def log_of(p: EventPage) -> list[LogEntry]:
    """The records whose time and sender these pages show."""
    return entries(p.loaded, e.ComponentReported, e.IncidentReported, e.SanctionGiven)


def tabs(request: Request, p: EventPage, current: str) -> list[Tab]:
    t, _ = p.t, request.t.gettext
    rows = (
        ("calls", _("Calls"), "judge", "g c", waiting_calls(t)),
        ("tables", _("Tables"), "judge-tables", "g t", ""),
        ("sanctions", _("Sanctions"), "judge-sanctions", "g n", ""),
        ("checks", _("Deck checks"), "judge-checks", "g h", len(checks_due(t)) or ""),
        ("components", _("Components"), "judge-components", "g m", len(searches(t, [])) or ""),
        ("incidents", _("Incidents"), "judge-incidents", "g i", len(t.incidents) or ""),
        ("rulings", _("Rulings"), "judge-rulings", "g u", ""),
        ("console", _("Console"), "console", "g r", ""),
    )
    return tab_rows(request, p, rows, current)
