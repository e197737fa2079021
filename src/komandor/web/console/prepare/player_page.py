"""One player: name and consent, groups and tables, personal link, withdrawal, erasure."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse

from komandor.app.access import Actor
from komandor.app.codes import code_of, forget_code
from komandor.app.identity import revoke
from komandor.app.personal_data import asked_to_erase
from komandor.app.queries.staff.people import PersonRow, groups_in_use, person_row
from komandor.core.ids import PlayerNo
from komandor.core.pairing import ordered
from komandor.core.reasons import Refusal, why
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.values import MOST_ROUNDS, MOST_TABLES, Plain
from komandor.log.store import Person
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.console.person_form import person_from, team_from
from komandor.web.console.prepare.roster import split_groups
from komandor.web.forms.fields import LINE, NAME, Fields, whole_number
from komandor.web.forms.form_commands import act
from komandor.web.rendering.event_page import EventPage, opened, split
from komandor.web.rendering.responses import found, redirect
from komandor.web.routing.request import Request, url

ASKED = frozenset("first last nick club contact team minor consent show members".split())
"""What the form asks; everything else about a person is left as it is."""


class PlayerPage(ConsolePage, template="console/prepare/player.html"):
    r: PersonRow
    person: Person
    members: Sequence[Person]
    groups: Sequence[str]
    others: Sequence[tuple[PlayerNo, str]]
    apart: Sequence[tuple[tuple[PlayerNo, PlayerNo], str]]
    link: str
    code: str
    typed: Mapping[str, str]
    asked: bool
    start_numbers: bool


def player(request: Request, tournament: str, number: PlayerNo) -> HttpResponse:
    p = opened(request)
    found(p.t.players.get(number))
    answer = _posted(request, p, number) if request.method == "POST" else ""
    if isinstance(answer, HttpResponse):
        return answer
    link, refusal = split(answer)
    person: Person = p.names.people.get(number) or {}
    if refusal:  # what was typed stays
        person = person_of(p, number, request.fields)
    members: Any = person.get("members") or [person]
    shown = PlayerPage(
        p,
        r=person_row(p.t.players[number], p.names),
        person=person,
        members=members,
        groups=groups_in_use(p.t),
        others=_others(p, number),
        apart=[one for one in sorted(p.t.forbidden.items()) if number in one[0]],
        link=link or "",
        code=code_of(request.site.store, tournament, number) if link else "",
        typed=request.POST if refusal else {},
        asked=number in asked_to_erase(request.site.store, tournament),
        start_numbers=rules(p.t).data.pairing == "fold",  # where round 1 may follow them (SWL-PAIR-4)
    )
    return console(request, p, shown, "people", refusal)


def _others(p: EventPage, number: PlayerNo) -> list[tuple[PlayerNo, str]]:
    """The players whom this one could be kept apart from, by name."""
    free = (n for n in p.t.active() if n != number and ordered(n, number) not in p.t.forbidden)
    return [(n, p.name(n)) for n in sorted(free, key=p.order)]


def _posted(request: Request, p: EventPage, number: PlayerNo) -> HttpResponse | Refusal | str:
    """What the button asks for; a text is a personal link to show."""
    t, _ = p.t, request.t.gettext
    seat = Actor("player", number)
    here, people = url("people-player", t.id, number), url("people", t.id)
    wanted = request.fields.choice("do", ("save", "link", "revoke", "withdraw", "erase"), "save")
    if unreadable := request.fields.refusal:
        return unreadable
    if wanted == "link":
        return request.site.new_link(t.id, seat, "given by the desk")
    if wanted == "revoke":
        revoke(request.site.store, t.id, seat)
        forget_code(request.site.store, t.id, number)
        return redirect(request, here, _("All of this player's personal links are revoked."))
    if wanted == "withdraw":
        message = _("Registration withdrawn: %(name)s.") % {"name": p.name(number)}
        return act(request, c.WithdrawRegistration(number), people, message)
    if wanted == "erase":
        message = _("Personal data erased. The player is now shown as number %(number)s.") % {
            "number": number
        }
        return act(request, c.ChangePerson(number, erase=True), people, message, undo=False)
    return _save(request, p, number)


def _save(request: Request, p: EventPage, number: PlayerNo) -> HttpResponse | Refusal:
    t, fields = p.t, request.fields
    before = t.players[number]
    wanted: dict[str, Plain] = {
        "groups": split_groups(fields.text("groups", LINE)),
        "fixed_table": fields.optional_number("fixed_table", 1, MOST_TABLES),
        "awarded_byes": _byes(fields),
        "start": fields.optional_number("start", 1, MOST_TABLES) if "start" in fields.data else before.start,
    }
    changes = {key: value for key, value in wanted.items() if value != getattr(before, key)}
    commands: list[c.Command] = [c.AmendPlayer(number, changes) if changes else c.ChangePerson(number)]
    note, paid = fields.text("fee_note", NAME), fields.ticked("paid")
    if (note, paid) != (before.fee_note, before.fee_paid):
        commands.append(c.NoteFee(number, paid, note))
    message = request.t.gettext("Saved.")
    undo = bool(changes) or len(commands) > 1
    persons = (person_of(p, number, fields),)
    return act(request, commands, url("people", t.id), message, persons=persons, undo=undo)


def _byes(fields: Fields) -> tuple[int, ...]:
    """The rounds with an awarded bye: "1, 3" → (1, 3)."""
    found = [whole_number(part, 1, MOST_ROUNDS) for part in fields.text("byes").replace(",", " ").split()]
    if None in found:
        fields.fault("byes", why("form.not_a_number", None, field="byes", low=1, high=MOST_ROUNDS))
    return tuple(sorted({number for number in found if number}))


def person_of(p: EventPage, number: PlayerNo, fields: Fields) -> dict[str, object]:
    """The personal data as typed, with whatever else is kept about the person; a team has two."""
    before = p.names.people.get(number) or {}
    kept = {key: value for key, value in before.items() if key not in ASKED}
    if p.t.players[number].members == 1:
        return kept | person_from(fields)
    return kept | team_from(fields)
