"""Who is asking: the seats that this browser holds links for.

A signed cookie keeps the secret tokens of the links that were opened here; what each one
opens is looked up in the store every time, so that a revoked link is dead at once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.http import HttpResponse

from komandor.app.access import HOST, PUBLIC, Actor, roles_of
from komandor.app.identity import Seat, seats_of
from komandor.core.ids import PlayerNo
from komandor.core.tournament.state import Tournament
from komandor.web.routing.request import Request
from komandor.web.server.security import read_cookie, write_cookie

COOKIE = "seats"
PHONE, AT_THE_EVENT, FOR_ANYBODY = "m", ("c", "j"), ("join", "t", "leave")
"""The first part of a path: the player's phone, the pages of the staff, and what is asked without a seat."""
MOST = 24  # links one browser remembers; the oldest goes first, the host's newest key never


@dataclass(frozen=True, slots=True)
class Me:
    """Who sends this request, as far as one event knows them; a leader who plays is staff and player."""

    staff: Actor | None = None
    player: Actor | None = None
    host: bool = False
    roles: frozenset[str] = frozenset({"public"})

    @property
    def actor(self) -> Actor:
        """In whose name commands are given: as staff if they are staff, else as player."""
        return self.staff or self.player or (HOST if self.host else PUBLIC)

    def acting(self, area: str) -> Actor:
        """In whose name an area of the site acts: a leader who plays is a player only on the phone."""
        if area == PHONE and self.player:
            return self.player
        if area in AT_THE_EVENT:
            return self.actor
        return HOST if self.host and area not in FOR_ANYBODY else PUBLIC

    def may(self, who: tuple[str, ...]) -> bool:
        return bool(self.roles & set(who))


OPEN_TO: dict[str, Callable[[str], frozenset[str]]] = {}
"""The name of each route → the roles that may send a request of this method; `routes.patterns` fills it."""


def can_open(me: Me, name: str, method: str = "GET") -> bool:
    """Whether this person may open the route of this name: asked by pages before they show a link."""
    return me.may(tuple(OPEN_TO[name](method)))


def tokens(request: Request) -> list[str]:
    kept = read_cookie(request, COOKIE).get("tokens", [])
    return [str(token) for token in kept] if isinstance(kept, list) else []


def seats(request: Request) -> list[Seat]:
    return list(seats_of(request.site.store, tokens(request)).values())


def remember(request: Request, response: HttpResponse, token: str) -> None:
    """Keep a link's token in this browser."""
    kept = [t for t in tokens(request) if t != token]
    if len(kept) >= MOST:
        held = seats_of(request.site.store, kept)
        key = [t for t, seat in held.items() if seat.actor == HOST][-1:]
        kept = key + [t for t in kept if t not in key][-(MOST - 1 - len(key)) :]
    write_cookie(request, response, COOKIE, {"tokens": [*kept, token]})


def forget(request: Request, response: HttpResponse) -> None:
    write_cookie(request, response, COOKIE, {"tokens": []})


def shown_seat(t: Tournament, seated: Sequence[PlayerNo | None]) -> PlayerNo | None:
    """The seat that a phone shows, given its seats from the last opened on: a withdrawn one comes last."""
    return next((n for n in seated if n and t.players[n].status != "withdrawn"), seated[0])


def players_here(request: Request, tournament: str) -> dict[PlayerNo, str]:
    """The players whose links this browser keeps for an event, each with the token opened last."""
    found = seats_of(request.site.store, tokens(request)).items()
    return {s.actor.player: token for token, s in found if s.tournament == tournament and s.actor.player}


def me_in(request: Request, tournament: str | None, t: Tournament | None) -> Me:
    """Who sends this request at this event (None: outside any event)."""
    held = seats(request)
    host = any(s.actor == HOST for s in held)
    mine = [s.actor for s in reversed(held) if tournament is not None and s.tournament == tournament]
    staff = next((a for a in mine if a.kind == "staff" and t and roles_of(t, a)), None)
    seated = [a.player for a in mine if t and a.player in t.players]
    player = Actor("player", shown_seat(t, seated)) if t and seated else None
    roles = {"public"} | ({"host"} if host else set())
    for actor in (staff, player):
        roles |= set(roles_of(t, actor)) if t and actor else set()
    return Me(staff, player, host, frozenset(roles))
