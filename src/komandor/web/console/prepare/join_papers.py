"""Codes for phones on paper: the poster at the door, a slip for every player; and the roster as a file."""

from typing import Any

from django.http import HttpResponse

from komandor.app.access import Actor
from komandor.app.cells import csv_text
from komandor.app.codes import code_of
from komandor.app.identity import issue
from komandor.app.queries.people import PersonRow, people_view
from komandor.log.store import Person
from komandor.web.console.console_page import console
from komandor.web.event_page import opened
from komandor.web.file_names import file_name
from komandor.web.request import Request
from komandor.web.responses import download, redirect

HEAD = (
    *("Number", "First name", "Last name", "Nickname", "Club", "Email"),
    *("Groups", "Paid", "Present", "Fixed table", "Bye", "Start number"),
)


def poster(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    base = request.site.address
    join, public = f"{base}/join/{tournament}", f"{base}/t/{tournament}/"
    shown: dict[str, Any] = {"join": join, "public": public, "addresses": request.site.addresses}
    return console(request, p, "prepare/poster.html", "people", **shown)


def slips(request: Request, tournament: str) -> HttpResponse:
    """A new personal link for everybody, or for the chosen players; no other page shows it again."""
    p = opened(request)
    view = people_view(p.t, p.names)
    if request.method != "POST":
        return console(request, p, "prepare/slips.html", "people", made=(), count=len(view.rows))
    only = set(request.fields.numbers("player"))
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
    """The roster for a spreadsheet; `import_names` can read it again."""
    p = opened(request)
    everybody = people_view(p.t, p.names, by="number").rows
    rows = [_cells(p.names.people.get(r.number) or {}, r) for r in everybody]
    name = file_name(p.t, request.t.gettext("People"), "csv")
    return download(csv_text([HEAD, *rows], ";"), "text/csv; charset=utf-8", name)


def _cells(person: Person, row: PersonRow) -> list[object]:
    p = row.player
    first = person.get("first", "") if "members" not in person else row.name
    names = [first, *(person.get(key, "") for key in ("last", "nick", "club", "contact"))]
    ticks = [_tick(p.fee_paid), _tick(p.checked_in)]
    given = [p.fixed_table or "", _tick(1 in p.awarded_byes), p.start or ""]
    return [p.number, *names, "|".join(p.groups), *ticks, *given]


def _tick(yes: bool) -> str:
    return "x" if yes else ""
