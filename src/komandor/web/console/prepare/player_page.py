"""One player: name and consent, groups and tables, the personal link, withdrawal, and being forgotten."""

from collections.abc import Mapping

from django.http import HttpResponse

from komandor.app.access import Actor
from komandor.app.codes import code_of, forget_code
from komandor.app.identity import issue, revoke
from komandor.app.personal_data import asked_to_erase, erase
from komandor.app.queries.people import groups_in_use, person_row
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import Plain
from komandor.core.tournament.readings.regulations import rules
from komandor.web.console.console_page import console, opened
from komandor.web.console.person_form import person_from
from komandor.web.console.prepare.roster import split_groups
from komandor.web.errors import error
from komandor.web.event_page import EventPage
from komandor.web.form_commands import act, fresh_id
from komandor.web.request import Request
from komandor.web.responses import redirect

ASKED = frozenset("first last nick club contact team minor consent show members".split())
"""What the form asks; everything else about a person is left as it is."""


def player(request: Request, tournament: str, number: int) -> HttpResponse:
    p = opened(request, tournament)
    if number not in p.t.players:
        return error(request, 404)
    refusal: Refusal | None = None
    link = ""
    if request.method == "POST":
        answer = _deed(request, p, number)
        if isinstance(answer, HttpResponse):
            return answer
        refusal, link = (answer, "") if isinstance(answer, Refusal) else (None, answer)
    person = p.names.people.get(number) or {}
    members = person.get("members") or [person]
    return console(
        request, p, "prepare/player.html", "people", refusal, r=person_row(p.t, p.names, number),
        person=person, members=members, groups=groups_in_use(p.t), link=link,
        code=code_of(request.site.store, tournament, number) if link else "",
        asked=number in asked_to_erase(request.site.store, tournament), arriving=not p.t.rounds,
        start_numbers=rules(p.t).data.pairing == "fold",  # where round 1 may follow them (SWL-PAIR-4)
    )  # fmt: skip


def _deed(request: Request, p: EventPage, number: int) -> HttpResponse | Refusal | str:
    t, _ = p.t, request.t.gettext
    seat = Actor("player", number)
    here, people = f"/c/{t.id}/people/{number}", f"/c/{t.id}/people"
    deed = request.POST.get("deed", "save")
    if deed == "link":
        return f"{request.site.address}/p/{issue(request.site.store, t.id, seat, 'given by the desk')}"
    if deed == "revoke":
        revoke(request.site.store, t.id, seat)
        forget_code(request.site.store, t.id, number)
        return redirect(request, here, _("All personal links of this player are closed."))
    if deed == "withdraw":
        return act(request, t.id, c.WithdrawRegistration(number), people, _("The player is withdrawn."))
    if deed == "erase":
        erase(request.site.services.ledger, t.id, number, request.me.actor, fresh_id())
        said = _("The personal data are erased. What remains is number %(number)s.") % {"number": number}
        return redirect(request, people, said)
    return _save(request, p, number)


def _save(request: Request, p: EventPage, number: int) -> HttpResponse | Refusal:
    t, data = p.t, request.POST
    before = t.players[number]
    wanted: dict[str, Plain] = {
        "groups": split_groups(data.get("groups", "")),
        "fixed_table": _whole(data.get("fixed_table", "")),
        "awarded_byes": tuple(sorted({n for part in data.get("byes", "").replace(",", " ").split()
                                      if (n := _whole(part))})),
        "start": _whole(data.get("start", "")) if "start" in data else before.start,
    }  # fmt: skip
    changes = {key: value for key, value in wanted.items() if value != getattr(before, key)}
    commands: list[c.Command] = [c.AmendPlayer(number, changes)]
    note, paid = data.get("fee_note", "").strip()[:80], bool(data.get("paid"))
    if (note, paid) != (before.fee_note, before.fee_paid):
        commands.append(c.NoteFee(number, paid, note))
    said = request.t.gettext("Saved.")
    back = f"/c/{t.id}/people"
    return act(request, t.id, commands, back, said, persons=(person_of(p, number, data),),
               undo=bool(changes) or len(commands) > 1)  # fmt: skip


def person_of(p: EventPage, number: int, data: Mapping[str, str]) -> dict[str, object]:
    """The personal data as typed, with whatever else is kept about the person; a team has two."""
    before = p.names.people.get(number) or {}
    kept = {key: value for key, value in before.items() if key not in ASKED}
    if p.t.players[number].members == 1:
        return kept | person_from(data)
    team = data.get("team", "").strip()[:80]
    members = [person_from(data, "one_"), person_from(data, "two_")]
    return kept | {"members": members, **({"team": team} if team else {})}


def _whole(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isdecimal() and len(text) < 5 and int(text) > 0 else None
