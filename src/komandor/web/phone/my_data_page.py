"""My data: what is kept, how I am shown, a copy of it all, and being forgotten."""

import json
from collections.abc import Mapping, Sequence
from typing import cast

from django.http import HttpResponse

from komandor.app.personal_data import ask_to_erase, asked_to_erase
from komandor.app.queries.everybody.history import entries
from komandor.app.queries.everybody.names import SHOWS, public_name
from komandor.app.self_service import registration_now
from komandor.core.ids import CallNo, PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.state import Tournament
from komandor.log.store import Person
from komandor.web.forms.fields import NAME
from komandor.web.forms.form_commands import act
from komandor.web.phone.phone_page import PhonePage, me, opened_by_player, phone
from komandor.web.rendering.event_page import EventPage
from komandor.web.rendering.file_names import file_name
from komandor.web.rendering.responses import download, redirect
from komandor.web.routing.request import Request, url
from komandor.web.server.limits import too_often


class MorePage(PhonePage, template="phone/more.html"):
    active: bool
    may_leave: bool
    may_register: bool  # somebody else on this phone


class DataPage(PhonePage, template="phone/data.html"):
    """`shows`: each way to be shown, with the names of all members; `filmed`: "yes", "no" or ""."""

    known: bool  # whether anything personal is kept
    members: Sequence[Person]
    shows: Mapping[str, Sequence[str]]
    shown: str
    filmed: str
    asked: bool


class ErasePage(PhonePage, template="phone/erase.html"):
    at_once: bool


def more(request: Request, tournament: str) -> HttpResponse:
    """Everything that is not needed every minute."""
    p = opened_by_player(request)
    status, active = p.t.players[me(request)].status, p.t.players[me(request)].active
    waits = status == "waiting_list" and not p.t.rounds
    may_leave = p.t.phase != "closed" and (active or waits)
    may_register = registration_now(p.phones, p.t, p.now) in ("open", "full")
    shown = MorePage(p, active=active, may_leave=may_leave, may_register=may_register)
    return phone(request, p, shown, "more")


def data(request: Request, tournament: str) -> HttpResponse:
    """GET: what is kept about me. POST: how I am shown, and my contact, are changed."""
    p = opened_by_player(request)
    mine = me(request)
    person = p.names.people.get(mine) or {}
    refusal: Refusal | None = None
    if request.method == "POST":
        if wait := too_often(request, tournament, "write"):
            return wait
        back, message = url("my-data", tournament), request.t.gettext("Saved.")
        changed = _changed(request, person)
        if not person or (changed == person and not request.fields.refusal):
            return redirect(request, back, message)
        answer = act(request, c.ChangePerson(mine), back, message, persons=(changed,))
        if not isinstance(answer, Refusal):
            return answer
        refusal, person = answer, changed
    return phone(request, p, _data(request, p, person), "more", refusal)


def _data(request: Request, p: EventPage, person: Person) -> DataPage:
    mine, members = me(request), _members(person)
    ways = {
        show: [public_name({**m, "show": show}, mine, p.t.public_names) for m in members] for show in SHOWS
    }
    asked, said = mine in asked_to_erase(request.site.store, p.t.id), person.get("filmed")
    filmed = "" if said is None else "yes" if said else "no"
    return DataPage(
        p, known=bool(person), members=members, shows=ways, shown=p.name(mine), filmed=filmed, asked=asked
    )


def _members(person: Person) -> Sequence[Person]:
    return cast("Sequence[Person]", person.get("members") or [person])


def _changed(request: Request, person: Person) -> Person:
    """The data as changed by the form: how to be shown, nickname, contact, consent. Staff change names."""
    if filmed := request.fields.choice("filmed", ("yes", "no", ""), ""):
        person = {**person, "filmed": filmed == "yes"}
    if person.get("members"):
        return {**person, "members": [_one(request, m, f"{n}_") for n, m in enumerate(_members(person))]}
    return _one(request, person, "")


def _one(request: Request, person: Person, prefix: str) -> Person:
    fields = request.fields
    show = fields.choice(f"{prefix}show", (*SHOWS, ""), "", label="show")
    out = dict(person)
    for key in ("nick", "contact"):
        if f"{prefix}{key}" in fields.data:
            text = " ".join(fields.text(f"{prefix}{key}", NAME, label=key).split())
            out = {k: v for k, v in out.items() if k != key} | ({key: text} if text else {})
    minor_in_full = show == "full" and person.get("minor")
    if show and not minor_in_full and not (show == "nick" and not out.get("nick")):
        out["show"] = show
    return out


def file(request: Request, tournament: str) -> HttpResponse:
    """Everything that is kept about me, as JSON."""
    p = opened_by_player(request)
    mine = me(request)
    own = [n for n in entries(p.loaded) if _concerns(p.t, mine, n.event)]
    stored = {r.seq: json.loads(r.event) for r in request.site.store.read(p.t.id)} if own else {}
    whole = {
        "event": {"id": p.t.id, "name": p.t.name, "game": p.t.edition, "date": p.t.date},
        "number": mine,
        "personal": p.names.people.get(mine) or None,
        "shown_as": p.name(mine),
        "log": [{"seq": n.seq, "at": n.at, "by": n.by, "type": n.type, "event": stored[n.seq]} for n in own],
    }
    text = json.dumps(whole, ensure_ascii=False, indent=2)
    return download(text, "application/json; charset=utf-8", file_name(p.t, str(mine), "json"))


OF_MATCH = (
    *(e.ResultReported, e.ResultConfirmed, e.ResultDisputed, e.ResultEntered, e.ResultCorrected),
    *(e.ResultAnnulled, e.MatchForfeited, e.InitiativeSet, e.SidesChosen, e.TableExtended),
)


def _concerns(t: Tournament, player: PlayerNo, event: e.Event) -> bool:
    """Whether an event is about this player, a result of their matches or an answer to their calls."""
    if getattr(event, "player", None) == player:
        return True
    if isinstance(event, OF_MATCH):
        match = t.matches.get(event.match)
        return match is not None and player in match.players
    call = t.calls.get(getattr(event, "call", None) or CallNo(0))
    return call is not None and call.player == player


def erase_me(request: Request, tournament: str) -> HttpResponse:
    """Before round 1 at once; later the organiser is asked."""
    p = opened_by_player(request)
    if request.method == "GET":
        return _erase_page(request, p)
    if wait := too_often(request, tournament, "write"):
        return wait
    return _erase_now(request, p) if p.t.arriving else _ask(request, p)


def _erase_now(request: Request, p: EventPage) -> HttpResponse:
    """The registration goes and the data with it; links and code open nothing any more."""
    mine = me(request)
    registered = p.t.players[mine].status in ("in", "waiting_list")
    commands = (*((c.WithdrawRegistration(mine),) if registered else ()), c.ChangePerson(mine, erase=True))
    message = request.t.gettext("Your registration is cancelled and your data has been erased.")
    answer = act(request, commands, url("join", p.t.id), message)
    return _erase_page(request, p, answer) if isinstance(answer, Refusal) else answer


def _erase_page(request: Request, p: EventPage, refusal: Refusal | None = None) -> HttpResponse:
    return phone(request, p, ErasePage(p, at_once=p.t.arriving), "more", refusal)


def _ask(request: Request, p: EventPage) -> HttpResponse:
    """Keep the request for the organiser, and call them while the event runs."""
    mine = me(request)
    message = request.t.gettext("The organiser has been asked to erase your data.")
    back = url("my-data", p.t.id)
    already = mine in asked_to_erase(request.site.store, p.t.id)
    ask_to_erase(request.site.store, p.t.id, mine)
    if not already and p.t.phase != "closed":
        text = request.t.gettext("Please erase my personal data (player number %(number)s).")
        call = c.CallJudge(None, None, "question", text % {"number": mine})
        answer = act(request, call, back, message)
        if isinstance(answer, HttpResponse):
            return answer
    return redirect(request, back, message)
