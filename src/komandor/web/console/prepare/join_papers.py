"""A slip with a code for every player's phone; and the roster as a file."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse

from komandor.app.access import Actor
from komandor.app.codes import code_of
from komandor.app.queries.everybody.names import full_name
from komandor.app.queries.staff.people import PersonRow, people_view
from komandor.app.self_service import SelfService
from komandor.log.store import Person
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.console.paper.table_files import table_file
from komandor.web.rendering.event_page import EventPage, opened
from komandor.web.rendering.responses import redirect
from komandor.web.routing.request import Request, url


class SlipsPage(ConsolePage, template="console/prepare/slips.html"):
    count: int
    join: str
    phones: SelfService
    made: Sequence[tuple[PersonRow, str, str]] = ()  # each with a link and a code


def slips(request: Request, tournament: str) -> HttpResponse:
    """A new personal link for everybody, or for the chosen players; no other page shows it again."""
    p = opened(request)
    view = people_view(p.t, p.names)
    if request.method != "POST":
        return console(
            request, p, SlipsPage(p, count=len(view.rows), join=p.join_address, phones=p.phones), "people"
        )
    only = set(request.fields.numbers("player"))
    site = request.site
    rows = [r for r in view.rows if r.player.active and (not only or r.number in only)]
    if not rows:
        return redirect(request, url("people", tournament))
    made = [
        (
            r,
            site.new_link(tournament, Actor("player", r.number), "slip"),
            code_of(site.store, tournament, r.number),
        )
        for r in rows
    ]
    return console(
        request, p, SlipsPage(p, count=len(rows), join=p.join_address, phones=p.phones, made=made), "people"
    )


def file(request: Request, tournament: str) -> HttpResponse:
    """The roster for a spreadsheet; `import_names` can read it again."""
    p = opened(request)
    _ = request.t.gettext
    who = [_("First name"), _("Last name"), _("Nickname"), _("Club"), _("Contact")]
    if p.t.teams:
        who = [_("First player"), _("Second player"), _("Team name")]
    given = (_("Groups"), _("Paid"), _("Checked in"), _("Fixed table"), _("Bye"), _("Start number"))
    rows = [_cells(p, row) for row in people_view(p.t, p.names, by="number").rows]
    return table_file(p, _("People"), [(_("Number"), *who, *given), *rows])


def _cells(p: EventPage, row: PersonRow) -> list[object]:
    player, person = row.player, p.names.people.get(row.number) or {}
    ticks = [_tick(player.fee_paid), _tick(player.checked_in)]
    given = [player.fixed_table or "", _tick(1 in player.awarded_byes), player.start or ""]
    return [row.number, *_who(person, p.t.teams), "|".join(player.groups), *ticks, *given]


def _who(person: Person, teams: bool) -> list[object]:
    """The cells with names: of a player, or of both players of a team and the team's own."""
    if not teams:
        return [person.get(key, "") for key in ("first", "last", "nick", "club", "contact")]
    members: Any = person.get("members") or ({}, {})
    return [*(full_name(one, 0) if one else "" for one in members), person.get("team", "")]


def _tick(yes: bool) -> str:
    return "x" if yes else ""
