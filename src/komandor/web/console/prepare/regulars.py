"""The players of an earlier event, to be registered again: their names and clubs, and how they are shown.

Contact and consent are asked again: they were given for that event.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from komandor.app.access import roles_of
from komandor.app.ledger import Loaded
from komandor.core.tournament.state import Tournament
from komandor.log.store import Person
from komandor.web.console.prepare import roster
from komandor.web.rendering.event_page import EventPage
from komandor.web.routing.browser_seats import seats
from komandor.web.routing.request import Request
from komandor.web.routing.routes import DESK

KEPT = ("first", "last", "nick", "club", "team", "minor", "show")
MOST = 4  # events to choose from


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierEvent:
    id: str
    name: str
    date: str
    players: int


def earlier_events(request: Request, p: EventPage) -> tuple[EarlierEvent, ...]:
    """The latest events of this game whose names this browser may read."""
    found = [
        EarlierEvent(id=t.id, name=str(t.name), date=str(t.date), players=len(_known(request, t)))
        for t in _readable(request, p)
    ]
    return tuple(sorted((one for one in found if one.players), key=lambda one: one.date, reverse=True)[:MOST])


def players_of(request: Request, p: EventPage, event: str) -> roster.Roster:
    """The players of an earlier event as lines to tick; empty if its names are not open to this browser."""
    earlier = next((t for t in _readable(request, p) if t.id == event), None)
    people = _known(request, earlier) if earlier else []
    entries = [roster.Entry(line=line, person=_again(one)) for line, one in enumerate(people, start=1)]
    return roster.Roster(tuple(entries[: roster.MOST]))


def _readable(request: Request, p: EventPage) -> Iterator[Tournament]:
    """Events of the same game in which this browser works at the desk; the host's browser reads all."""
    mine = {seat.tournament: seat.actor for seat in seats(request) if seat.actor.staff}
    for one in request.site.services.ledger.everything():
        t = one.state if isinstance(one, Loaded) else None
        if t is None or t.id == p.t.id or t.teams != p.t.teams or _game(t) != _game(p.t):
            continue
        if request.me.host or (t.id in mine and set(roles_of(t, mine[t.id])) & set(DESK)):
            yield t


def _game(t: Tournament) -> str:
    return t.edition.split("@")[0]


def _known(request: Request, t: Tournament) -> list[Person]:
    """The persons of everybody who took part and was not erased since."""
    people = request.site.store.people(t.id)
    return [people[n] for n in t.entered if people.get(n)]


def _again(person: Person) -> Mapping[str, object]:
    kept: dict[str, object] = {key: person[key] for key in KEPT if person.get(key)}
    members = person.get("members")
    if isinstance(members, list | tuple):
        kept["members"] = [_again(one) for one in members if isinstance(one, Mapping)]
    return kept
