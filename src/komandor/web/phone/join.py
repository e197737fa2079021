"""From the poster to a seat: register, or claim the seat that the desk made, without a password."""

from collections.abc import Mapping

from django.http import HttpResponse

from komandor.app.access import PUBLIC, Actor
from komandor.app.codes import player_of
from komandor.app.handle import Accepted, person_number
from komandor.app.identity import issue, seat_of
from komandor.app.ledger import event_of
from komandor.app.queries.names import full_name, public_name
from komandor.app.queries.people import same_name
from komandor.app.self_service import registration_open
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.web.browser_seats import remember, tokens
from komandor.web.console.person_form import person_from
from komandor.web.event_page import form_fields
from komandor.web.form_commands import perform, refusal_of
from komandor.web.limits import remember_visitor, too_often
from komandor.web.phone.phone_page import me, opened, phone
from komandor.web.request import Request
from komandor.web.responses import page, redirect

Faults = dict[str, str]


def join(request: Request, tournament: str) -> HttpResponse:
    """GET: what is there for this phone. POST: register."""
    if request.me.player is not None and request.method == "GET" and not request.GET.get("another"):
        return redirect(request, f"/m/{tournament}/")
    store = request.site.store
    if request.method == "GET" or not registration_open(store, request.loaded.state):
        return _form(request, tournament)
    if wait := too_often(request, tournament, "register"):
        return wait
    person, faults = read_person(request.POST.dict(), request.loaded.state.teams, request)
    if faults:
        return _form(request, tournament, faults)
    people = store.people(tournament)
    same = same_name(request.loaded.state, people, full_name(person, 0))
    if same and not request.POST.get("another"):
        return _form(request, tournament, asked=full_name(person, 0))
    return _register(request, tournament, person)


def _register(request: Request, tournament: str, person: Mapping[str, object]) -> HttpResponse:
    command = c.RegisterPlayer(members=2 if request.loaded.state.teams else 1)
    answer = perform(request, tournament, command, actor=PUBLIC, persons=(person,))
    if not isinstance(answer, Accepted):
        return _form(request, tournament, refusal=refusal_of(answer))
    events = [event_of(r) for r in answer.records]
    if not any(isinstance(one, e.PlayerRegistered) for one in events):
        return _form(request, tournament)
    response = redirect(request, f"/m/{tournament}/link", request.t.gettext("You are registered."))
    remember(request, response, _token(request, tournament, person_number(events)))
    return response


def _token(request: Request, tournament: str, player: int) -> str:
    return issue(request.site.store, tournament, Actor("player", player), "phone")


def claim(request: Request, tournament: str) -> HttpResponse:
    """The code on the paper slip opens the seat that it was printed for."""
    if request.method == "GET":
        return _claim_page(request, tournament)
    if wait := too_often(request, tournament, "claim"):
        return wait
    player = player_of(request.site.store, tournament, request.POST.get("code", "")[:40])
    if player is None or player not in request.loaded.state.players:
        return _claim_page(request, tournament, wrong=True)
    response = redirect(request, f"/m/{tournament}/", request.t.gettext("This phone is yours now."))
    remember(request, response, _token(request, tournament, player))
    return response


def my_link(request: Request, tournament: str) -> HttpResponse:
    """The personal link to keep: this browser's own, or a new one."""
    p = opened(request, tournament)
    mine = [t for t in tokens(request) if _opens(request, t, tournament)]
    token = mine[-1] if mine else ""
    return phone(request, p, "link.html", "more", link=f"{request.site.address}/p/{token}" if token else "")


def _opens(request: Request, token: str, tournament: str) -> bool:
    found = seat_of(request.site.store, token)
    return (
        found is not None and found.tournament == tournament and found.actor == Actor("player", me(request))
    )


# ── the form ─────────────────────────────────────────────────────────────────


def read_person(data: Mapping[str, str], teams: bool, request: Request) -> tuple[dict[str, object], Faults]:
    """What was typed, and what is missing; for two against two both members."""
    _ = request.t.gettext
    faults: Faults = {}
    prefixes = ("one_", "two_") if teams else ("",)
    members = []
    for prefix in prefixes:
        person = person_from({**data, f"{prefix}consent": data.get("consent", "")}, prefix)
        for key, missing in (
            ("first", _("Please write your first name.")),
            ("last", _("Please write your last name.")),
        ):
            if not person.get(key) and not (key == "last" and person.get("nick")):
                faults[prefix + key] = missing
        if person.get("show") == "nick" and not person.get("nick"):
            faults[f"{prefix}nick"] = _("To be shown by nickname, write one.")
        if person.get("minor") and person.get("show") == "full":
            person["show"] = "short"
        members.append(person)
    if not data.get("consent"):
        faults["consent"] = _("Without your consent we cannot keep your name, and so not register you.")
    if not teams:
        return members[0], faults
    team = data.get("team", "").strip()[:80]
    return {"members": members, "consent": True, **({"team": team} if team else {})}, faults


def _form(
    request: Request, tournament: str, faults: Faults | None = None, asked: str = "",
    refusal: Refusal | None = None,
) -> HttpResponse:  # fmt: skip
    p = opened(request, tournament)
    reasons = [(p.say(r), r.rule) for r in refusal.reasons] if refusal else []
    status = 422 if faults or asked or reasons else 200
    context = p.context(
        values=request.POST, faults=faults or {}, asked=asked, reasons=reasons,
        open=registration_open(request.site.store, p.t), short=public_name(EXAMPLE, 0), **form_fields(p),
    )  # fmt: skip
    if request.POST.get("command_id"):  # the same form again: still one registration
        context["command_id"] = request.POST["command_id"]
    response = page(request, "phone/join.html", status, **context)
    remember_visitor(request, response)
    return response


EXAMPLE: Mapping[str, object] = {"first": "Anna", "last": "Kowalska"}


def _claim_page(request: Request, tournament: str, wrong: bool = False) -> HttpResponse:
    p = opened(request, tournament)
    context = p.context(wrong=wrong, typed=request.POST.get("code", "")[:40], **form_fields(p))
    response = page(request, "phone/claim.html", 422 if wrong else 200, **context)
    remember_visitor(request, response)
    return response
