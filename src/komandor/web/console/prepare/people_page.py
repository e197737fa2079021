"""The desk: names typed with Enter, check-in with one tap, fees, and who is missing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpResponse

from komandor.app import self_service
from komandor.app.handle import Accepted
from komandor.app.personal_data import asked_to_erase
from komandor.app.queries.everybody.names import full_name
from komandor.app.queries.everybody.schedule import Schedule
from komandor.app.queries.staff.people import SHOWS, PeopleView, PersonRow, people_view, person_row, same_name
from komandor.app.same_names import Namesakes, asks, namesakes
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.attendance import waiting_list
from komandor.core.tournament.readings.seats import wanted_twice
from komandor.core.tournament.state import Match, Tournament
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.console.person_form import person_from, team_from
from komandor.web.console.prepare import regulars, roster
from komandor.web.forms.fields import LINE, MOST_PLAYERS, Fields
from komandor.web.forms.form_commands import act, old_page, or_page, perform, refusal_of, undo_path
from komandor.web.forms.form_ids import sent_before
from komandor.web.rendering.event_page import EventPage, EventPart, Sentence, opened, status_of
from komandor.web.rendering.event_page import same_name as form_again
from komandor.web.rendering.i18n import N_
from komandor.web.rendering.responses import fragment, in_place, live_part, redirect, say
from komandor.web.routing.browser_seats import can_open
from komandor.web.routing.request import Request, url

REFUSED = 422
WIFI_NAME, WIFI_PASSWORD = 32, 63  # the longest there can be
SWITCHED = {
    "registration": (N_("Now only staff can register players."), N_("Players can register by phone.")),
    "fees": (N_("Fees are no longer collected."), N_("Mark who has paid in the Fee column.")),
    "check_in": (N_("Now only staff can check players in."), N_("Players can check in by phone.")),
}
"""Switch for phones → what is said when it is turned off and on."""


class RosterPart(EventPart):
    """Rows of the roster."""

    @property
    def fees(self) -> bool:
        return self_service.fees_shown(self._p.phones, self._p.t)

    @property
    def seated(self) -> Mapping[PlayerNo, Match]:
        """Where everybody plays now, from the publication of a round to its end."""
        t = self._p.t
        return {n: match for match in t.in_round(t.round_number) for n in match.players} if t.playing else {}


class TappedRow(RosterPart, template="console/prepare/people_row.html"):
    r: PersonRow | None


class RosterRows(RosterPart, template="console/prepare/people_live.html"):
    view: PeopleView


class DeskSide(EventPart, template="console/prepare/people_desk.html"):
    """The side of the page: how many players are here, who waits, and when the day would end."""

    view: PeopleView
    phones: self_service.SelfService
    fees: bool
    waiting: Sequence[PlayerNo]
    free: int | None
    clashes: Sequence[Sentence]
    namesakes: Sequence[tuple[Namesakes, str]]  # with the question about them
    asked_to_erase: Sequence[PlayerNo]
    day: Schedule | None


class AnswerToName(EventPart, template="console/prepare/people_answer.html"):
    """What is shown below the field after Enter: nothing, a question, or why not."""

    typed: Mapping[str, str]
    asked: str = ""
    same: Sequence[PlayerNo] = ()
    added: PlayerNo | None = None
    reasons: Sequence[Sentence] = ()
    same_name: Mapping[str, Sequence[str]] | None = None


class PeoplePage(ConsolePage, template="console/prepare/people.html"):
    roster: RosterRows
    desk: DeskSide
    answer: AnswerToName
    registration: self_service.Registration
    join: str
    forbidden: Sequence[tuple[tuple[PlayerNo, PlayerNo], str]]
    may_switch_phones: bool
    late_entry: bool  # nobody enters after the cut
    earlier_events: Sequence[regulars.EarlierEvent]  # to begin with, while nobody is registered


def people(
    request: Request, tournament: str, refusal: Refusal | None = None, answer: AnswerToName | None = None
) -> HttpResponse:
    p = opened(request)
    shown = _roster(request, p)
    desk = _desk(p, shown.view)
    page = PeoplePage(
        p,
        roster=shown,
        desk=desk,
        answer=answer or AnswerToName(p, typed=request.POST),
        registration=self_service.registration_now(desk.phones, p.t, p.now),
        join=p.join_address,
        forbidden=sorted(p.t.forbidden.items()),
        late_entry=bool(p.t.stage and p.t.stage.number == 1 and p.t.stage.kind.may_rejoin),
        may_switch_phones=can_open(request.me, "people-phones", "POST"),
        earlier_events=() if p.t.players else regulars.earlier_events(request, p),
    )
    return console(request, p, page, "people", refusal)


def live(request: Request, tournament: str) -> HttpResponse:
    """Only the roster; the page asks for it whenever somebody registers, arrives or pays."""
    query = Fields(request.GET)
    which = f"{request.me.actor}-{query.raw('show')}-{query.raw('by')}"
    return live_part(request, which, lambda: _roster(request, opened(request)))


def desk(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    return live_part(request, f"{request.me.actor}-desk", lambda: _desk(p, people_view(p.t, p.names)))


def _roster(request: Request, p: EventPage) -> RosterRows:
    query = Fields(request.GET)
    view = people_view(p.t, p.names, query.choice("show", SHOWS, "all"), query.raw("by") or "name")
    return RosterRows(p, view=view)


def _desk(p: EventPage, view: PeopleView) -> DeskSide:
    phones = p.phones
    return DeskSide(
        p,
        view=view,
        phones=phones,
        fees=self_service.fees_shown(phones, p.t),
        waiting=waiting_list(p.t),
        free=self_service.free_places(phones, p.t, promised=False),
        clashes=p.sentences(wanted_twice(p.t)),
        namesakes=[(those, p.say(asks(those))) for those in namesakes(p.site.store, p.t, p.names.people)],
        asked_to_erase=asked_to_erase(p.site.store, p.t.id),
        day=p.timetable,
    )


def add(request: Request, tournament: str) -> HttpResponse:
    """One name and Enter. The same name again asks whether it is another person."""
    p, fields = opened(request), request.fields
    person = _typed(fields, p.t.teams)
    name = full_name(person, 0) if person else ""
    if not person:
        return _answer(request, p, name, None)
    groups = roster.split_groups(fields.text("groups", LINE))
    command = c.RegisterPlayer(
        groups=groups,
        members=2 if p.t.teams else 1,
        checked_in=fields.ticked("here"),
        waiting=fields.ticked("waiting"),
    )
    known = fields.ticked("another") or sent_before(request)
    if same := () if known else same_name(p.t, p.names.people, name):
        return _answer(request, p, name, None, same)
    answer = perform(request, command, persons=(person,))
    if not isinstance(answer, Accepted):
        return _answer(request, p, name, refusal_of(answer))
    message = _added(request, answer.state, name, command.waiting)
    undo = undo_path(request, answer)
    if not in_place(request):
        return redirect(request, url("people", tournament), message, undo)
    added = _answer(request, opened(request), name, None, added=max(answer.state.players))
    return say(added, message, undo)


def _added(request: Request, t: Tournament, name: str, waiting: bool) -> str:
    """That somebody is registered; and that the event now has more players than places."""
    _ = request.t.gettext
    if waiting:
        on_list = {"name": name, "number": len(waiting_list(t))}
        return _("%(name)s is number %(number)d on the waiting list.") % on_list
    message = _("%(name)s is registered.") % {"name": name}
    places, num = opened(request).phones.places, len(t.active())
    if not places or num <= places:
        return message
    more = _("That's over capacity: %(num)d registered for %(places)d places.")
    return f"{message} {more % {'num': num, 'places': places}}"


def _typed(fields: Fields, teams: bool) -> dict[str, object] | None:
    """The person or team that was typed; None if a name is missing."""
    person = team_from(fields) if teams else person_from(fields)
    members: Any = person.get("members", [person])
    named = [one["first"] or one["last"] or (one.get("nick") and not teams) for one in members]
    return person if all(named) else None


def _answer(
    request: Request,
    p: EventPage,
    name: str,
    refusal: Refusal | None,
    same: tuple[PlayerNo, ...] = (),
    added: PlayerNo | None = None,
) -> HttpResponse:
    """The page with the answer; in place only the answer, with the reasons in it."""
    answer = AnswerToName(p, typed=request.POST, asked=name, same=same, added=added)
    if not in_place(request):
        page = people(request, p.t.id, refusal, answer)
        page.status_code = REFUSED if same or not name else status_of(request, refusal)
        return page
    status = status_of(request, refusal)
    status = 200 if status == REFUSED else status  # the list shows the reason; 503: the name is sent again
    answer = replace(answer, reasons=p.reasons(refusal), same_name=form_again(request, p, refusal))
    return fragment(request, answer, status)


# ── at the door ──────────────────────────────────────────────────────────────


def check_in(request: Request, tournament: str, number: PlayerNo) -> HttpResponse:
    present, _ = request.fields.ticked("present"), request.t.gettext
    message = _("%(name)s is checked in.") if present else _("%(name)s is not checked in.")
    return _tapped(request, number, c.CheckIn((number,), present), message)


def fee(request: Request, tournament: str, number: PlayerNo) -> HttpResponse:
    paid, _ = request.fields.ticked("paid"), request.t.gettext
    message = _("%(name)s has paid.") if paid else _("%(name)s has not paid.")
    note = request.loaded.state.players[number].fee_note if number in request.loaded.state.players else ""
    return _tapped(request, number, c.NoteFee(number, paid, note), message)


def phones(request: Request, tournament: str) -> HttpResponse:
    """What players may do with their phones: the form names one switch and says on or off."""
    if "places" in request.fields.data:
        return _registration_limits(request, tournament)
    if "wifi_name" in request.fields.data:
        return _wifi(request, tournament)
    switch = next((name for name in SWITCHED if name in request.fields.data), None)
    if switch is None:
        return people(request, tournament, old_page())
    p, on = opened(request), request.fields.ticked(switch)
    self_service.change_self_service(
        p.site.store, tournament, lambda phones: self_service.switched(phones, p.now, **{switch: on})
    )
    return redirect(request, _back(request), request.t.gettext(SWITCHED[switch][on]))


def _registration_limits(request: Request, tournament: str) -> HttpResponse:
    """From when and until when phones register, and up to how many players; an empty field is no limit."""
    fields, store = request.fields, request.site.store
    opens, closes = fields.moment("opens"), fields.moment("closes")
    places = fields.optional_number("places", 1, MOST_PLAYERS)
    refusal = fields.refusal
    if not refusal and opens is not None and closes is not None and closes <= opens:
        refusal = refuse("player.registration_times")
    if refusal:
        return people(request, tournament, refusal)
    self_service.change_self_service(
        store, tournament, lambda phones: replace(phones, opens=opens, closes=closes, places=places)
    )
    return redirect(request, _back(request), request.t.gettext("Saved."))


def _wifi(request: Request, tournament: str) -> HttpResponse:
    """The name and password of the hall's network; the projector shows them at once."""
    fields = request.fields
    name, password = fields.text("wifi_name", WIFI_NAME), fields.raw("wifi_password")
    fields.text("wifi_password", WIFI_PASSWORD)  # refuses what is too long; spaces inside stay as typed
    if fields.refusal:
        return people(request, tournament, fields.refusal)
    self_service.change_self_service(
        request.site.store, tournament, lambda phones: replace(phones, wifi_name=name, wifi_password=password)
    )
    request.site.planned(tournament)
    return redirect(request, _back(request), request.t.gettext("Saved."))


def _tapped(request: Request, number: PlayerNo, command: c.Command, message: str) -> HttpResponse:
    """One row changes; in place, only that row is sent back."""
    message %= {"name": opened(request).name(number)}
    if not in_place(request):
        return or_page(request, act(request, command, _back(request), message), people)
    done = perform(request, command)
    p = opened(request)
    row = person_row(p.t.players[number], p.names) if number in p.t.players else None
    response = fragment(request, TappedRow(p, r=row))
    if isinstance(done, Accepted):
        return say(response, message, undo_path(request, done))
    return say(response, " ".join(p.say(r) for r in refusal_of(done).reasons), tone="warn")


def everybody(request: Request, tournament: str) -> HttpResponse:
    """Everybody who is registered is here; or nobody, so that check-in starts again."""
    t, _ = request.loaded.state, request.t.gettext
    present = request.fields.ticked("present", default=True)
    those = tuple(n for n in t.active() if t.players[n].checked_in != present)
    message = _("Everyone is checked in.") if present else _("Check-in reset: nobody is checked in.")
    return or_page(request, act(request, c.CheckIn(those, present), _back(request), message), people)


def withdraw_absent(request: Request, tournament: str) -> HttpResponse:
    """Withdraw everybody who is not checked in, in one step."""
    t = request.loaded.state
    away = [n for n in t.active() if not t.players[n].checked_in]
    n_ = request.t.ngettext("%(num)d registration withdrawn.", "%(num)d registrations withdrawn.", len(away))
    commands = [c.WithdrawRegistration(n) for n in away]
    if not commands:
        return people(request, tournament, refuse("check_in.nothing_to_do"))
    return or_page(request, act(request, commands, _back(request), n_ % {"num": len(away)}), people)


def _back(request: Request) -> str:
    """The list of people as it was filtered."""
    show = request.fields.raw("show")
    filtered = f"?show={show}" if show in SHOWS and show != "all" else ""
    return url("people", request.loaded.state.id) + filtered
