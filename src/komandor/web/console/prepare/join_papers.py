"""Codes for phones on paper: the poster at the door, a slip for every player; and the roster as a file."""

from django.http import HttpResponse

from komandor.app.access import Actor
from komandor.app.codes import code_of
from komandor.app.identity import issue
from komandor.app.queries.people import PersonRow, people_view
from komandor.log.store import Person
from komandor.web.console.console_page import console, opened
from komandor.web.console.prepare import roster
from komandor.web.request import Request
from komandor.web.responses import redirect


def poster(request: Request, tournament: str) -> HttpResponse:
    p = opened(request, tournament)
    base = request.site.address
    return console(
        request, p, "prepare/poster.html", "people", join=f"{base}/join/{tournament}",
        public=f"{base}/t/{tournament}/", addresses=request.site.addresses,
    )  # fmt: skip


def slips(request: Request, tournament: str) -> HttpResponse:
    """A fresh personal link for everybody, or for those chosen; only ever shown on this page."""
    p = opened(request, tournament)
    view = people_view(p.t, p.names)
    if request.method != "POST":
        return console(request, p, "prepare/slips.html", "people", made=(), count=len(view.rows))
    only = {int(n) for n in request.POST.getlist("player") if n.isdecimal()}
    store, base = request.site.store, request.site.address
    rows = [r for r in view.rows if r.player.active and (not only or r.number in only)]
    if not rows:
        return redirect(request, f"/c/{tournament}/people")
    made = [
        (
            r,
            f"{base}/p/{issue(store, tournament, Actor('player', r.number), 'slip')}",
            code_of(store, tournament, r.number),
        )
        for r in rows
    ]
    join = f"{base}/join/{tournament}"
    return console(request, p, "prepare/slips.html", "people", made=made, count=len(rows), join=join)


def file(request: Request, tournament: str) -> HttpResponse:
    """The roster for a spreadsheet; read back by `bring`."""
    p = opened(request, tournament)
    head = ["Number", "First name", "Last name", "Nickname", "Club", "Email", "Groups", "Paid", "Present",
            "Fixed table", "Bye", "Start number"]  # fmt: skip
    rows = [
        _cells(p.names.people.get(r.number) or {}, r) for r in people_view(p.t, p.names, by="number").rows
    ]
    response = HttpResponse(roster.written([head, *rows]), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{tournament}-people.csv"'
    return response


def _cells(person: Person, row: PersonRow) -> list[object]:
    p = row.player
    first = person.get("first", "") if "members" not in person else row.name
    return [
        p.number, first, *(person.get(key, "") for key in ("last", "nick", "club", "contact")),
        "|".join(p.groups), _tick(p.fee_paid), _tick(p.checked_in), p.fixed_table or "",
        _tick(1 in p.awarded_byes), p.start or "",
    ]  # fmt: skip


def _tick(yes: bool) -> str:
    return "x" if yes else ""
