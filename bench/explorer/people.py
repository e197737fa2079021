"""Who is at an event, and who of them does something: everybody, with any role, on duty or not."""

from collections.abc import Mapping, Sequence
from random import Random

from komandor.app.access import HOST, PUBLIC, Actor, roles_of
from komandor.core.ids import NO_STAFF
from komandor.core.regulations.staffing import STAFF_ROLES
from komandor.core.tournament import commands as c
from komandor.core.tournament.action import AnyAction
from komandor.core.tournament.state import Match, Tournament
from komandor.log.store import Person

NOBODY_KNOWN = (Actor("staff", 99), Actor("player", 9_999), Actor("staff", 0))
"""Seats that no event has."""
FITTING, SEATED = 0.82, 0.7
"""How often somebody is asked whose role has the action; of players, one who sits at the match."""
FIRST = "Anna Łukasz Żaneta Jan Ewa Wojciech Zoë Paweł Małgorzata Adam Ola Piotr Ágnes Igor Leon Mei".split()
LAST = "Nowak Kowalska Ćwik Wójcik Źrebiec O'Neill Brzęczyszczykiewicz Li Szymański-Kos Mazur Żak".split()
ROLES: tuple[tuple[str, ...], ...] = (
    *((role,) for role in STAFF_ROLES),
    *(("judge",), ("marshal",), ("judge",), ("judge", "scorekeeper"), ("marshal", "judge")),
    *(("second_organiser", "scorekeeper"), (), ("king",), ("judge", "judge")),
)
NAMED = (c.RegisterPlayer, c.EnterLate, c.AppointStaff, c.ChangePerson)
"""The commands that come with the data of a person, which is kept beside the log."""


def everybody(t: Tournament) -> list[Actor]:
    """Every seat of an event, taken or not."""
    staff = [Actor("staff", n) for n in t.staff]
    players = [Actor("player", n) for n in t.players]
    return [HOST, PUBLIC, *staff, *players, *NOBODY_KNOWN]


def organisers(t: Tournament) -> list[Actor]:
    """Those who run the event, the first of them first."""
    return [one for one in _staff(t) if "organiser" in roles_of(t, one)]


def on_duty(t: Tournament) -> list[Actor]:
    """Everybody on the staff who may act now: organisers first."""
    here = [one for one in _staff(t) if roles_of(t, one) and t.staff[one.staff or NO_STAFF].on_duty]
    first = organisers(t)
    return [*first, *(one for one in here if one not in first)]


def _staff(t: Tournament) -> list[Actor]:
    return [Actor("staff", n) for n in sorted(t.staff)]


def somebody(rnd: Random, t: Tournament, row: AnyAction, match: Match | None = None) -> Actor:
    """A random person: mostly one whose role has the action, at the match if there is one."""
    if rnd.random() >= FITTING:
        return rnd.choice(everybody(t))
    role = rnd.choice((*row.by, "host"))
    if role in ("host", "public"):
        return PUBLIC if role == "public" else rnd.choice([HOST, *organisers(t)])
    if role == "player":
        seated = match is not None and rnd.random() < SEATED
        return Actor("player", rnd.choice(match.players if match and seated else [*t.players] or [1]))
    fitting = [one for one in _staff(t) if role in roles_of(t, one)]
    return rnd.choice(fitting or organisers(t) or [HOST])


def role_of(t: Tournament, actor: Actor) -> str:
    """In which role somebody acts, in one word; who is off duty is said so."""
    staff = t.staff.get(actor.staff or NO_STAFF)
    if staff is None:
        known = actor.kind != "staff" and (actor.kind != "player" or actor.number in t.players)
        return actor.kind if known else "nobody"
    if staff.dismissed:
        return "dismissed"
    role = next((one for one in STAFF_ROLES if one in staff.roles), "nobody")
    return role if staff.on_duty else f"{role}, off duty"


def person(rnd: Random, number: int, team: bool = False, known: Sequence[Person] = ()) -> Person:
    """The data of somebody new; now and then of somebody who is known already, or hardly any."""
    if known and rnd.random() < 0.05:
        return rnd.choice(known)
    if team:
        both = [person(rnd, 2 * number), person(rnd, 2 * number + 1)]
        return {"members": both, "team": rnd.choice(("", f"Team {number}"))}
    first, last = rnd.choice(FIRST), f"{rnd.choice(LAST)} {number}"
    more = rnd.choice(({}, {}, {"nick": f"N{number}"}, {"last": ""}, {"club": "Ósemka", "consent": True}))
    return {"first": first, "last": last, **more}


def persons_for(
    rnd: Random, t: Tournament, commands: Sequence[c.Command], known: Mapping[int, Person], count: int
) -> tuple[Person | None, ...]:
    """For each command the data of the person it is about, where it needs or may have one."""
    others = list(known.values())
    made: list[Person | None] = []
    for at, command in enumerate(commands):
        wanted = isinstance(command, NAMED) and rnd.random() < 0.9
        erased = isinstance(command, c.ChangePerson) and command.erase
        team = getattr(command, "members", 1) == 2 or (isinstance(command, c.ChangePerson) and t.teams)
        made.append(person(rnd, count + at, team, others) if wanted and not erased else None)
    return tuple(made)
