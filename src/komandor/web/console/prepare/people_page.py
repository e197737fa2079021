"""The desk: names typed with Enter, check-in with one tap, fees, and who is missing."""

from django.http import HttpResponse

from komandor.app.handle import Accepted
from komandor.app.personal_data import asked_to_erase
from komandor.app.queries.names import full_name
from komandor.app.queries.people import SHOWS, groups_in_use, people_view, person_row, same_name
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.web.console.console_page import console, opened
from komandor.web.console.person_form import person_from
from komandor.web.console.prepare import roster
from komandor.web.console.prepare.timetable import timetable
from komandor.web.event_page import EventPage, form_fields
from komandor.web.form_commands import act, perform, refusal_of, undo_path
from komandor.web.request import Request
from komandor.web.responses import etag, fragment, redirect, say, tagged, unchanged

ARRIVING = ("registration", "announced")


def people(request: Request, tournament: str, refusal: Refusal | None = None) -> HttpResponse:
    p = opened(request, tournament)
    return console(request, p, "prepare/people.html", "people", refusal, **_model(request, p))


def live(request: Request, tournament: str) -> HttpResponse:
    """The roster alone, whenever somebody registered, arrived or paid."""
    p = opened(request, tournament)
    model = _model(request, p)
    view = model["view"]
    tag = etag(request, p.loaded.version, f"{request.me.actor}-{view.show}-{view.by}")  # type: ignore[attr-defined]
    if same := unchanged(request, tag):
        return same
    context = p.context(me=request.me, **form_fields(p), **model)
    return tagged(fragment(request, "console/prepare/people_live.html", **context), tag)


def desk(request: Request, tournament: str) -> HttpResponse:
    """The side of the page: how many are here, and how long the day will be with them."""
    p = opened(request, tournament)
    tag = etag(request, p.loaded.version, f"{request.me.actor}-desk")
    if same := unchanged(request, tag):
        return same
    context = p.context(me=request.me, **form_fields(p), **_model(request, p))
    return tagged(fragment(request, "console/prepare/people_desk.html", **context), tag)


def _model(request: Request, p: EventPage) -> dict[str, object]:
    view = people_view(p.t, p.names, request.GET.get("show", "all"), request.GET.get("by", "name"))
    return {
        "view": view, "shows": SHOWS, "arriving": p.t.phase in ARRIVING, "groups": groups_in_use(p.t),
        "join": f"{request.site.address}/join/{p.t.id}", "typed": request.POST, "same": (), "added": False,
        "day": timetable(p), "asked_to_erase": asked_to_erase(request.site.store, p.t.id),
    }  # fmt: skip


def add(request: Request, tournament: str) -> HttpResponse:
    """One name and Enter. The same name again asks whether it is another person."""
    p = opened(request, tournament)
    person = _typed(request, p)
    name = full_name(person, 0) if person else ""
    if not person:
        return _answer(request, p, name, None)
    same = () if request.POST.get("another") else same_name(p.t, p.names.people, name)
    if same:
        return _answer(request, p, name, None, same)
    members = 2 if p.t.teams else 1
    groups = roster.split_groups(request.POST.get("groups", ""))
    command = c.RegisterPlayer(groups=groups, members=members, checked_in=bool(request.POST.get("here")))
    answer = perform(request, tournament, command, persons=(person,))
    if not isinstance(answer, Accepted):
        return _answer(request, p, name, refusal_of(answer))
    said = request.t.gettext("%(name)s is registered.") % {"name": name}
    undo = undo_path(request, tournament, answer)
    if not request.htmx:
        return redirect(request, f"/c/{tournament}/people", said, undo)
    return say(_answer(request, opened(request, tournament), name, None, added=True), said, undo)


def _typed(request: Request, p: EventPage) -> dict[str, object] | None:
    data = request.POST
    if not p.t.teams:
        person = person_from(data)
        return person if person["first"] or person["last"] or person.get("nick") else None
    two = [person_from(data, "one_"), person_from(data, "two_")]
    if not all(one["first"] or one["last"] for one in two):
        return None
    team = data.get("team", "").strip()[:80]
    return {"members": two, **({"team": team} if team else {})}


def _answer(
    request: Request, p: EventPage, name: str, refusal: Refusal | None, same: tuple[int, ...] = (),
    added: bool = False,
) -> HttpResponse:  # fmt: skip
    """What stands below the field after Enter: nothing to say, a question, or why not."""
    reasons = [(p.say(r), r.rule) for r in refusal.reasons] if refusal else []
    model = _model(request, p) | {"same": same, "asked": name, "added": added}
    if not request.htmx:
        status = 422 if (same or reasons or not name) else 200
        page = console(request, p, "prepare/people.html", "people", refusal, **model)
        page.status_code = status
        return page
    context = p.context(me=request.me, reasons=reasons, **form_fields(p), **model)
    return fragment(request, "console/prepare/people_answer.html", **context)


# ── at the door ──────────────────────────────────────────────────────────────


def check_in(request: Request, tournament: str, number: int) -> HttpResponse:
    present = request.POST.get("present") == "1"
    name = opened(request, tournament).name(number)
    said = request.t.gettext("%(name)s is here.") if present else request.t.gettext("%(name)s is not here.")
    return _tapped(request, tournament, number, c.CheckIn((number,), present), said % {"name": name})


def fee(request: Request, tournament: str, number: int) -> HttpResponse:
    paid = request.POST.get("paid") == "1"
    name = opened(request, tournament).name(number)
    said = request.t.gettext("%(name)s has paid.") if paid else request.t.gettext("%(name)s has not paid.")
    note = request.loaded.state.players[number].fee_note if number in request.loaded.state.players else ""
    return _tapped(request, tournament, number, c.NoteFee(number, paid, note), said % {"name": name})


def _tapped(request: Request, tournament: str, number: int, command: c.Command, said: str) -> HttpResponse:
    """One row changes; with htmx only that row is sent back."""
    if not request.htmx:
        answer = act(request, tournament, command, _back(request, tournament), said)
        return people(request, tournament, answer) if isinstance(answer, Refusal) else answer
    done = perform(request, tournament, command)
    p = opened(request, tournament)
    row = person_row(p.t, p.names, number) if number in p.t.players else None
    response = fragment(request, "console/prepare/people_row.html", **p.context(me=request.me, r=row))
    if isinstance(done, Accepted):
        return say(response, said, undo_path(request, tournament, done))
    return say(response, " ".join(p.say(r) for r in refusal_of(done).reasons), tone="warn")


def everybody(request: Request, tournament: str) -> HttpResponse:
    """All of those who are registered are here (or: start check-in anew)."""
    t = request.loaded.state
    present = request.POST.get("present", "1") == "1"
    those = tuple(n for n in t.active() if t.players[n].checked_in != present)
    said = (
        request.t.gettext("Everyone is checked in.")
        if present
        else request.t.gettext("Check-in starts anew.")
    )
    answer = act(request, tournament, c.CheckIn(those, present), _back(request, tournament), said)
    return people(request, tournament, answer) if isinstance(answer, Refusal) else answer


def withdraw_absent(request: Request, tournament: str) -> HttpResponse:
    """Those who did not come are taken off the list, in one step."""
    t = request.loaded.state
    away = [n for n in t.active() if not t.players[n].checked_in]
    n_ = request.t.ngettext("%(num)d player is withdrawn.", "%(num)d players are withdrawn.", len(away))
    commands = [c.WithdrawRegistration(n) for n in away]
    if not commands:
        return redirect(request, _back(request, tournament))
    answer = act(request, tournament, commands, _back(request, tournament), n_ % {"num": len(away)})
    return people(request, tournament, answer) if isinstance(answer, Refusal) else answer


def _back(request: Request, tournament: str) -> str:
    show = request.POST.get("show", "")
    return f"/c/{tournament}/people" + (f"?show={show}" if show in SHOWS and show != "all" else "")
