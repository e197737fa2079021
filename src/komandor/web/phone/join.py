"""From the poster to a seat: register, or claim the seat that the desk made, without a password."""

from collections.abc import Mapping

from django.http import HttpResponse, QueryDict

from komandor.app.access import Actor
from komandor.app.codes import player_of
from komandor.app.handle import Accepted, person_number
from komandor.app.identity import issue
from komandor.app.ledger import event_of
from komandor.app.queries.everybody.names import public_name
from komandor.app.self_service import Registration, SelfService, registration_now, self_service_of
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.readings.attendance import waiting_list
from komandor.log.store import Person
from komandor.web.console.person_form import person_from
from komandor.web.forms.fields import NAME
from komandor.web.forms.form_commands import perform, refusal_of
from komandor.web.phone.phone_page import PhonePage, me, opened_by_player, phone
from komandor.web.rendering import event_page
from komandor.web.rendering.event_page import EventFrame, event_response
from komandor.web.rendering.responses import redirect
from komandor.web.routing.browser_seats import players_here, remember
from komandor.web.routing.request import Request, url
from komandor.web.server.limits import remember_visitor, too_often
from komandor.web.server.live import now_ms

Missing = dict[str, str]
"""Field → what to write there."""


class JoinPage(EventFrame, template="phone/join.html"):
    """`short` and `full_names`: how names are usually shown here."""

    values: QueryDict
    faults: Mapping[str, str]
    phones: SelfService
    registration: Registration
    taken: int  # places
    waiting: int
    short: str
    full_names: bool
    seat: str  # whose phone this already is
    another: bool  # the form for somebody else is open at once


class ClaimPage(EventFrame, template="phone/claim.html"):
    wrong: bool
    typed: str


class LinkPage(PhonePage, template="phone/link.html"):
    link: str


def join(request: Request, tournament: str) -> HttpResponse:
    """GET: the form; if this phone has a seat, the way to its table and the form for somebody else.
    POST: register."""
    if request.method == "GET":
        phones = self_service_of(request.site.store, tournament)
        now = registration_now(phones, request.loaded.state, now_ms())
        if request.me.player is not None and now not in ("open", "full"):
            return redirect(request, url("my-table", tournament))
        return _form(request)
    person, missing = read_person(request, request.loaded.state.teams)
    if missing or request.fields.refusal:
        return _form(request, missing, refusal=request.fields.refusal)
    if wait := too_often(request, tournament, "register"):
        return wait
    return _register(request, tournament, person)


def _register(request: Request, tournament: str, person: Person) -> HttpResponse:
    t = request.loaded.state
    full = registration_now(self_service_of(request.site.store, tournament), t, now_ms()) == "full"
    waiting = full and request.fields.ticked("waiting")
    command = c.RegisterPlayer(members=2 if t.teams else 1, waiting=waiting)
    answer = perform(request, command, persons=(person,))
    if not isinstance(answer, Accepted):
        return _form(request, refusal=refusal_of(answer))
    events = [event_of(r) for r in answer.records]
    if not any(isinstance(one, e.PlayerRegistered) for one in events):
        return _form(request)
    _ = request.t.gettext
    message = _("You are on the waiting list.") if waiting else _("You are registered.")
    message = _("You have already registered with this form.") if answer.again else message
    response = redirect(request, url("my-link", tournament), message)
    remember(request, response, _token(request, tournament, person_number(events)))
    return response


def _token(request: Request, tournament: str, player: int) -> str:
    return issue(request.site.store, tournament, Actor("player", player), "phone")


def claim(request: Request, tournament: str) -> HttpResponse:
    """The code on the paper slip opens the seat that it was printed for."""
    if request.method == "GET":
        return _claim_page(request)
    typed = request.fields.raw("code")[:40]
    player = player_of(request.site.store, tournament, typed)
    right = player is not None and player in request.loaded.state.players
    if not right and (wait := too_often(request, tournament, "claim")):
        return wait  # a right code is never counted: nobody can use up the tries of others
    if player is None or not right:
        return _claim_page(request, wrong=True)
    name = event_page.opened(request).name(player)
    done = request.t.gettext("Signed in as %(name)s") % {"name": name}
    response = redirect(request, url("my-table", tournament), done)
    remember(request, response, _token(request, tournament, player))
    return response


def my_link(request: Request, tournament: str) -> HttpResponse:
    """The personal link of this browser, to keep."""
    p = opened_by_player(request)
    token = players_here(request, tournament).get(me(request), "")
    link = request.site.link(request.actor, token) if token else ""
    return phone(request, p, LinkPage(p, link=link), "more")


# ── the form ─────────────────────────────────────────────────────────────────


def read_person(request: Request, teams: bool) -> tuple[dict[str, object], Missing]:
    """What was typed, and what is missing; for two against two both members."""
    fields, _ = request.fields, request.t.gettext
    missing: Missing = {}
    members = [_member(request, prefix, missing) for prefix in (("one_", "two_") if teams else ("",))]
    if not fields.ticked("consent"):
        missing["consent"] = _(
            "We can't register you without your consent to store your name. Switch on “I agree”."
        )
    if not teams:
        return members[0], missing
    team = fields.text("team", NAME)
    return {"members": members, "consent": True, **({"team": team} if team else {})}, missing


def _member(request: Request, prefix: str, missing: Missing) -> dict[str, object]:
    """One person of the form; what is missing is added to `missing`."""
    fields, _ = request.fields, request.t.gettext
    person = person_from(fields, prefix) | ({"consent": True} if fields.ticked("consent") else {})
    if not person["first"]:
        missing[f"{prefix}first"] = _("Enter your first name.")
    if not person["last"] and not person.get("nick"):
        missing[f"{prefix}last"] = _("Enter your last name.")
    if person.get("show") == "nick" and not person.get("nick"):
        missing[f"{prefix}nick"] = _("You chose to be shown by nickname: enter one.")
    if person.get("minor") and person.get("show") == "full":
        person["show"] = "short"
    return person


def _form(request: Request, missing: Missing | None = None, refusal: Refusal | None = None) -> HttpResponse:
    p = opened_by_player(request)
    phones = self_service_of(request.site.store, p.t.id)
    shown = JoinPage(
        p,
        values=request.POST,
        faults=missing or {},
        phones=phones,
        registration=registration_now(phones, p.t, now_ms()),
        taken=len(p.t.active()),
        waiting=len(waiting_list(p.t)),
        short=public_name({"first": "Anna", "last": "Kowalska", "show": "short"}, 0, p.t.public_names),
        full_names=p.t.public_names == "full",
        seat=p.name(p.you) if p.you and p.t.players[p.you].status != "withdrawn" else "",
        another="another" in request.GET,
    )
    response = event_response(request, p, shown, refusal)
    if missing:
        response.status_code = 422
    remember_visitor(request, response)
    return response


def _claim_page(request: Request, wrong: bool = False) -> HttpResponse:
    p, typed = opened_by_player(request), request.fields.raw("code")[:40]
    response = event_response(request, p, ClaimPage(p, wrong=wrong, typed=typed))
    response.status_code = 422 if wrong else 200
    remember_visitor(request, response)
    return response
