"""What every page of the console shares: its tabs, and what the machine complains about."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from django.http import HttpResponse

from komandor.core.reasons import Refusal
from komandor.web.console.status_bar import StaffPage, bar_of, signed_in
from komandor.web.rendering.event_page import EventPage, event_response, tab_rows, waiting_calls
from komandor.web.rendering.records import Tab
from komandor.web.routing.browser_seats import can_open
from komandor.web.routing.request import Request

C = TypeVar("C", bound="ConsolePage")


class ConsolePage(StaffPage):
    """A page of the console; `alone`: it shows the clock and the next step itself, not in the bar."""

    alone: bool = False
    beside: bool = False  # a refusal stands beside its form
    troubles: Sequence[tuple[str, str]] = ()


def console(
    request: Request, p: EventPage, shown: ConsolePage, /, tab: str, refusal: Refusal | None = None
) -> HttpResponse:
    """A page of the console with its tabs, its bar, and what does not work on this machine."""
    return event_response(request, p, framed(request, p, shown, tab), refusal)


def framed(request: Request, p: EventPage, shown: C, tab: str) -> C:
    """The page with what stands around every page of the console."""
    bar, staff = bar_of(request, p, shown.alone), signed_in(request, p)
    return replace(shown, tabs=tabs(request, p, tab), troubles=troubles(request), bar=bar, staff=staff)


def troubles(request: Request) -> list[tuple[str, str]]:
    """What does not work on this machine: (what it means, the error itself). The event goes on."""
    site, _ = request.site, request.t.gettext
    out = []
    if site.store.trouble:
        out.append((_("Nothing can be saved at the moment."), str(site.store.trouble)))
    if site.backups and site.backups.trouble:
        out.append(
            (_("The backup to the second location failed. The event continues."), site.backups.trouble)
        )
    return out


def tabs(request: Request, p: EventPage, current: str) -> list[Tab]:
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
    if any(s.kind.bracket for s in t.stages.values()):
        rows.insert(4, ("bracket", _("Bracket"), "console-bracket", "g k", ""))
    return tab_rows(request, p, rows, current)
