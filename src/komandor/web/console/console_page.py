"""What every page of the console shares: the event's name, its tabs, who looks on."""

from typing import Any

from django.http import HttpResponse

from komandor.core.reasons import Refusal
from komandor.web.event_page import EventPage, form_fields, of_request
from komandor.web.request import Request
from komandor.web.responses import page


def console(
    request: Request, p: EventPage, template: str, tab: str, refusal: Refusal | None = None, **more: Any
) -> HttpResponse:
    """A page of the console; a refusal is shown on top, with every reason, and nothing typed is lost."""
    reasons = [(p.say(r), r.rule) for r in refusal.reasons] if refusal else []
    context = p.context(
        tabs=tabs(request, p, tab),
        reasons=reasons,
        me=request.me,
        troubles=troubles(request),
        **form_fields(p),
        **more,
    )
    status = 422 if reasons and request.method == "POST" else 200
    return page(request, f"console/{template}", status, **context)


def troubles(request: Request) -> list[tuple[str, str]]:
    """What the machine complains about: (what it means, its own words). The event goes on."""
    site, _ = request.site, request.t.gettext
    out = []
    if site.store.trouble:
        out.append((_("Nothing can be saved at the moment."), str(site.store.trouble)))
    if site.keeper and site.keeper.trouble:
        out.append((_("The copy in the second place failed. The event goes on."), site.keeper.trouble))
    return out


def opened(request: Request, tournament: str) -> EventPage:
    return of_request(request, tournament)


def tabs(request: Request, p: EventPage, current: str) -> list[dict[str, Any]]:
    t, _ = p.t, request.t.gettext
    base = f"/c/{t.id}"
    number = max(t.rounds, default=0)
    lists = sum(1 for n in t.active() if t.players[n].lists)
    rows: list[dict[str, Any]] = [
        {
            "id": "round",
            "text": _("Round %(number)s") % {"number": number} if number else _("Start"),
            "href": f"{base}/",
            "key": "g r",
        },
        {
            "id": "people",
            "text": _("People"),
            "href": f"{base}/people",
            "count": len(t.active()),
            "key": "g p",
        },
        {
            "id": "lists",
            "text": _("Lists"),
            "href": f"{base}/lists",
            "count": f"{lists}/{len(t.active())}",
            "key": "g l",
        },
        {"id": "standings", "text": _("Standings"), "href": f"{base}/standings", "key": "g s"},
        {
            "id": "judging",
            "text": _("Judging"),
            "href": f"/j/{t.id}/",
            "count": _open_calls(p) or "",
            "key": "g j",
        },
        {"id": "log", "text": _("Log"), "href": f"{base}/log", "key": "g o"},
        {"id": "screen", "text": _("Projector"), "href": f"{base}/screens", "key": "g b"},
        {"id": "print", "text": _("Print"), "href": f"{base}/print", "key": "g d"},
        {"id": "settings", "text": _("Event"), "href": f"{base}/settings", "key": "g e"},
    ]
    if any(s.kind in ("single", "double") for s in t.stages.values()):
        bracket = {"id": "bracket", "text": _("Bracket"), "href": f"{base}/bracket", "key": "g k"}
        rows.insert(4, bracket)
    return [{**_counted(row), "current": row["id"] == current} for row in rows]


def _counted(row: dict[str, Any]) -> dict[str, Any]:
    """Without an empty badge where there is nothing to count."""
    return {key: value for key, value in row.items() if key != "count" or value != ""}


def _open_calls(p: EventPage) -> int:
    return sum(1 for call in p.t.calls.values() if call.state in ("open", "taken", "appealed"))
