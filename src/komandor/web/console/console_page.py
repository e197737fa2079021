"""What every page of the console shares: its tabs, and what the machine complains about."""

from typing import Any

from django.http import HttpResponse

from komandor.core.reasons import Refusal
from komandor.web.console.status_bar import bar
from komandor.web.rendering.event_page import EventPage, event_response, form_fields, tab_rows, waiting_calls
from komandor.web.routing.request import Request
from komandor.web.routing.routes import can_open


def console(
    request: Request, p: EventPage, template: str, tab: str, refusal: Refusal | None = None, **more: Any
) -> HttpResponse:
    """A page of the console. The round shows the clock and the next step itself; the others in their bar."""
    around = shared(request, p, tab, alone=template == "round.html")
    return event_response(request, p, f"console/{template}", refusal, **{**around, **more})


def shared(request: Request, p: EventPage, tab: str, alone: bool = False) -> dict[str, Any]:
    """What stands around every page: tabs, bar, and what does not work on this machine."""
    return {
        "tabs": tabs(request, p, tab),
        "troubles": troubles(request),
        **form_fields(p),
        **bar(request, p, alone),
    }


def troubles(request: Request) -> list[tuple[str, str]]:
    """What does not work on this machine: (what it means, the error itself). The event goes on."""
    site, _ = request.site, request.t.gettext
    out = []
    if site.store.trouble:
        out.append((_("Nothing can be saved at the moment."), str(site.store.trouble)))
    if site.keeper and site.keeper.trouble:
        out.append((_("The copy in the second place failed. The event goes on."), site.keeper.trouble))
    return out


def tabs(request: Request, p: EventPage, current: str) -> list[dict[str, Any]]:
    """The tabs of the console, with how many people, lists and open calls there are."""
    t, _ = p.t, request.t.gettext
    number = t.round_number
    event_pages = "settings" if can_open(request.me, "settings") else "checklists"
    lists = sum(1 for n in t.active() if t.players[n].lists)
    first = p.round_name(number, short=True) if number else _("Start")
    rows: list[tuple[str, str, str, str, object]] = [
        ("round", first, "console", "g r", ""),
        ("people", _("People"), "people", "g p", len(t.active())),
        ("lists", _("Lists"), "lists", "g l", f"{lists}/{len(t.active())}"),
        ("standings", _("Standings"), "console-standings", "g s", ""),
        ("judging", _("Judging"), "judge", "g j", waiting_calls(t) or ""),
        ("log", _("Log"), "console-log", "g o", ""),
        ("screen", _("Projector"), "screens", "g b", ""),
        ("print", _("Print"), "print", "g d", ""),
        ("settings", _("Event"), event_pages, "g e", ""),
    ]
    if any(s.knockout for s in t.stages.values()):
        rows.insert(4, ("bracket", _("Bracket"), "console-bracket", "g k", ""))
    return tab_rows(request, p, rows, current)
