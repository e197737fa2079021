"""Those who run the event: roles, secret links, duty, and leaders who play."""

from dataclasses import dataclass

from django.http import HttpResponse

from komandor.app.access import Actor
from komandor.app.identity import issue, revoke
from komandor.core.reasons import Reason, Refusal
from komandor.core.regulations.staffing import LEADERS, may_play
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Staff, Tournament
from komandor.web.console.console_page import console, opened
from komandor.web.console.person_form import person_from
from komandor.web.event_page import EventPage
from komandor.web.form_commands import act
from komandor.web.request import Request
from komandor.web.responses import redirect

ROLES = ("marshal", "judge", "scorekeeper")


@dataclass(frozen=True, slots=True)
class StaffRow:
    staff: Staff
    player: int | None  # his number as a player
    objections: tuple[Reason, ...]  # why he may not play
    others: tuple[int, ...]  # who could rule in his games


def staff(request: Request, tournament: str) -> HttpResponse:
    p = opened(request, tournament)
    refusal: Refusal | None = None
    link: tuple[int, str] | None = None
    if request.method == "POST":
        answer = _deed(request, p)
        if isinstance(answer, HttpResponse):
            return answer
        refusal, link = (answer, None) if isinstance(answer, Refusal) else (None, answer)
        p = opened(request, tournament)
    rows = [_row(p.t, s) for s in p.t.staff.values() if not s.dismissed]
    second = rules(p.t).data.leaders_play.substitute == "organiser"
    return console(
        request, p, "prepare/staff.html", "settings", refusal, rows=rows, link=link, sub="staff",
        roles=("second_organiser", *ROLES) if second else ROLES,
    )  # fmt: skip


def _row(t: Tournament, one: Staff) -> StaffRow:
    plays = next((p.number for p in t.players.values() if p.staff == one.number and p.active), None)
    others = [s for s in t.staff.values() if s.number != one.number and not s.dismissed]
    roles = tuple(role for s in others for role in s.roles)
    objections = may_play(rules(t), t.level, t.event_kind, one.roles, roles)  # type: ignore[arg-type]
    leaders = tuple(s.number for s in others if set(s.roles) & set(LEADERS))
    return StaffRow(one, plays, objections, leaders)


def _deed(request: Request, p: EventPage) -> HttpResponse | Refusal | tuple[int, str]:
    """What the button asks for; a tuple is a link to show."""
    t, data, _ = p.t, request.POST, request.t.gettext
    number = int(data.get("staff", "0")) if data.get("staff", "").isdecimal() else 0
    deed, back = data.get("deed", ""), f"/c/{t.id}/staff"
    seat = Actor("staff", number)
    if deed == "link" and number in t.staff:
        return (
            number,
            f"{request.site.address}/s/{issue(request.site.store, t.id, seat, 'given by the organiser')}",
        )
    if deed == "revoke" and number in t.staff:
        revoke(request.site.store, t.id, seat)
        return redirect(request, back, _("All links of this person are closed."))
    if deed == "dismiss":
        revoke(request.site.store, t.id, seat)
        return act(request, t.id, c.DismissStaff(number), back, _("No longer on the staff."))
    if deed == "duty":
        return act(request, t.id, c.SetDuty(number, data.get("on") == "1"), back, _("Duty is changed."))
    if deed == "substitute":
        other = int(data.get("substitute", "0") or 0) if data.get("substitute", "").isdecimal() else 0
        return act(request, t.id, c.NameSubstitute(number, other), back, _("The substitute is named."))
    if deed == "play":
        person = p.names.people.get(-number)
        return act(
            request,
            t.id,
            c.RegisterPlayer(staff=number),
            back,
            _("Registered as a player."),
            persons=(person,),
        )
    return _appoint(request, p, number)


def _appoint(request: Request, p: EventPage, number: int) -> HttpResponse | Refusal:
    """A new person, or other roles and another name for one of the staff."""
    roles = tuple(request.POST.getlist("roles"))
    known = p.t.staff.get(number)
    if known and "organiser" in known.roles:
        roles = ("organiser", *(r for r in roles if r != "organiser"))
    person = person_from(request.POST)
    if not person["first"] and not person["last"]:
        person = dict(p.names.people.get(-number) or person)
    person.setdefault("show", "full")
    said = (
        request.t.gettext("Saved.") if known else request.t.gettext("On the staff. Give out the secret link.")
    )
    command = c.AppointStaff(roles, number or None)
    return act(request, p.t.id, command, f"/c/{p.t.id}/staff", said, persons=(person,))
