"""Those who run the event: roles, secret links, duty, and leaders who play."""

from collections.abc import Sequence

from django.http import HttpResponse, QueryDict

from komandor.app.access import Actor
from komandor.app.identity import issue, revoke
from komandor.app.outbox.messages import given_up
from komandor.app.queries.staff.staff_list import StaffRow, staff_view
from komandor.core.ids import StaffNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import by
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Tournament
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.console.person_form import person_from
from komandor.web.forms.form_commands import act, old_page
from komandor.web.rendering.event_page import EventPage, opened, split
from komandor.web.rendering.responses import redirect
from komandor.web.routing.browser_seats import remember
from komandor.web.routing.request import Request, url

ROLES = tuple(role for role in by.STAFF if role not in by.ORGANISER)  # which the organiser gives
Answer = HttpResponse | Refusal | tuple[StaffNo, str]
"""A tuple is somebody's number and a secret link to show."""


class AboutEvent(ConsolePage):
    """One of the pages about the event itself, which link to one another."""

    @property
    def staff_count(self) -> int:
        return sum(not one.dismissed for one in self._p.t.staff.values())

    @property
    def given_up(self) -> int | None:
        """Messages to other services that were given up; None if there are none."""
        return given_up(self._p.site.store, self._p.t.id) or None


class RolesPage(AboutEvent, template="console/prepare/staff.html"):
    rows: Sequence[StaffRow]
    link: tuple[StaffNo, str] | None
    roles: Sequence[str]
    typed: QueryDict


def staff(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    answer = _posted(request, p) if request.method == "POST" else None
    if isinstance(answer, HttpResponse):
        return answer
    link, refusal = split(answer)
    p = opened(request)
    data = rules(p.t).data
    known = tuple(role for role in ROLES if role != "marshal" or data.marshal)
    roles = ("second_organiser", *known) if data.leaders_play.substitute == "organiser" else known
    typed = request.POST if refusal and not request.fields.raw("staff") else QueryDict()
    shown = RolesPage(p, rows=staff_view(p.t), link=link, roles=roles, typed=typed)
    return console(request, p, shown, "settings", refusal)


def _posted(request: Request, p: EventPage) -> Answer:
    """What the button asks for."""
    t, fields, _ = p.t, request.fields, request.t.gettext
    number, substitute = (StaffNo(fields.number(name, 0, default=0)) for name in ("staff", "substitute"))
    wanted, back = fields.raw("do"), url("staff", t.id)
    if wanted in ("link", "revoke"):
        return _links(request, t, number, wanted)
    if wanted == "dismiss":
        answer = act(request, c.DismissStaff(number), back, _("Removed from staff."))
        if not isinstance(answer, Refusal):
            revoke(request.site.store, t.id, Actor("staff", number))
        return answer
    if wanted == "play":
        persons = (p.names.people.get(-number),)
        message = _("Registered as a player.")
        return act(request, c.RegisterPlayer(staff=number), back, message, persons=persons)
    if wanted in ("", "appoint", "save"):
        return _appoint(request, p, number)
    commands: dict[str, tuple[c.Command, str]] = {
        "duty": (c.SetDuty(number, fields.ticked("on")), _("Duty updated.")),
        "substitute": (c.NameSubstitute(number, substitute), _("Substitute set.")),
    }
    if wanted not in commands:
        return old_page()
    command, message = commands[wanted]
    return act(request, command, back, message)


def _links(request: Request, t: Tournament, number: StaffNo, wanted: str) -> Answer:
    """A new secret link to show, or all links of this person closed; nobody locks themselves out."""
    store, seat = request.site.store, Actor("staff", number)
    if number not in t.staff:
        return old_page()
    if wanted == "link":
        return number, request.site.new_link(t.id, seat, "given by the organiser")
    revoke(store, t.id, seat)
    _, back = request.t.gettext, url("staff", t.id)
    if request.me.staff != seat:
        return redirect(request, back, _("All of this person's links are revoked."))
    response = redirect(request, back, _("All your links are revoked; this browser has a new one."))
    remember(request, response, issue(store, t.id, seat, "kept after closing the others"))
    return response


def _appoint(request: Request, p: EventPage, number: StaffNo) -> HttpResponse | Refusal:
    """A new person, or other roles and another name for one of the staff."""
    roles = tuple(request.POST.getlist("roles"))
    known = p.t.staff.get(number)
    if known and "organiser" in known.roles:
        roles = ("organiser", *(r for r in roles if r != "organiser"))
    person = person_from(request.fields)
    if not person["first"] and not person["last"]:
        person = dict(p.names.people.get(-number) or person)
    person.setdefault("show", "full")
    given_out = request.t.gettext("Added to staff. Now give them their secret link.")
    message = request.t.gettext("Saved.") if known else given_out
    command = c.AppointStaff(roles, number or None)
    return act(request, command, url("staff", p.t.id), message, persons=(person,))
