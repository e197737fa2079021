"""What every page of the judge's phone shares: its few tabs, on or off duty, refusals on top."""

from typing import Any

from django.http import HttpResponse

from komandor.app.queries.history import Entry, entries
from komandor.app.queries.judging import checks_due, searches
from komandor.app.queries.rounds import PENDING
from komandor.core.reasons import Refusal
from komandor.core.tournament.state import Staff
from komandor.web.event_page import EventPage, event_response
from komandor.web.request import Request


def judge(
    request: Request, p: EventPage, template: str, tab: str, refusal: Refusal | None = None, **more: Any
) -> HttpResponse:
    """A page of the judge's phone."""
    return event_response(request, p, f"judge/{template}", refusal, **shared(request, p, tab), **more)


def shared(request: Request, p: EventPage, tab: str) -> dict[str, Any]:
    """What all these pages show: the tabs, the judge's own duty, and whether they may lead."""
    return {"tabs": tabs(request, p, tab), "mine": on_staff(request, p), "leads": _leads(request)}


def _leads(request: Request) -> bool:
    return bool({"organiser", "marshal", "judge"} & request.me.roles)


def on_staff(request: Request, p: EventPage) -> Staff | None:
    return p.t.staff.get(request.me.staff.number or 0) if request.me.staff else None


def staff_number(request: Request) -> int | None:
    return request.me.staff.number if request.me.staff else None


def log_of(p: EventPage) -> list[Entry]:
    return entries(p.site.store, p.loaded)


def tabs(request: Request, p: EventPage, current: str) -> list[dict[str, Any]]:
    t, _ = p.t, request.t.gettext
    base = f"/j/{t.id}"
    waiting = sum(1 for call in t.calls.values() if call.state in PENDING)
    rows: list[dict[str, Any]] = [
        {"id": "calls", "text": _("Calls"), "href": f"{base}/", "count": waiting, "key": "g c"},
        {"id": "tables", "text": _("Tables"), "href": f"{base}/tables", "key": "g t"},
    ]
    if _leads(request):
        due, missing = len(checks_due(t)), len(searches(t, []))
        rows += [
            {"id": "sanctions", "text": _("Sanctions"), "href": f"{base}/sanctions", "key": "g n"},
            {"id": "checks", "text": _("Deck checks"), "href": f"{base}/checks", "key": "g h"} | _count(due),
            {"id": "components", "text": _("Components"), "href": f"{base}/components", "key": "g m"}
            | _count(missing),
        ]
    rows += [
        {"id": "incidents", "text": _("Incidents"), "href": f"{base}/incidents", "key": "g i"}
        | _count(len(t.incidents)),
        {"id": "rulings", "text": _("Rulings"), "href": f"{base}/rulings", "key": "g u"},
        {"id": "console", "text": _("Console"), "href": f"/c/{t.id}/", "key": "g r"},
    ]
    return [{**row, "current": row["id"] == current} for row in rows]


def _count(number: int) -> dict[str, int]:
    return {"count": number} if number else {}
