"""A site with two events, and the browsers of those who are there: each with links and tabs of its own."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from random import Random

from bench.explorer.http.doors import Cookies
from bench.explorer.http.pages import Shown, shown
from bench.explorer.openings import opening
from komandor.app.access import HOST, Actor
from komandor.app.handle import Accepted, create, handle
from komandor.app.identity import HOST_EVENT, issue
from komandor.app.ledger import Ledger
from komandor.app.self_service import keep_self_service
from komandor.core.tournament import commands as c
from komandor.core.tournament.state import Tournament
from komandor.log.store import EventStore, Person

LINKS = {"host": "host", "staff": "s", "player": "p"}
ORGANISER = Actor("staff", 1)
TABS, KEPT = 2, 5


@dataclass
class Fetched:
    """A page in a tab, with how things stood when it was fetched."""

    path: str
    text: str
    t: Tournament | None
    opened: tuple[tuple[str, Actor], ...]  # the links of its browser, then
    menus: list[str] = field(default_factory=list)  # parts that were fetched for it

    @cached_property
    def page(self) -> Shown:
        """What is on it; most pages are never looked at again."""
        page = shown(self.path, self.text)
        for menu in self.menus:
            page = page.with_menu(shown(self.path, menu))
        return page


@dataclass
class Tab:
    """A tab with the pages it showed: the last one stands there, Back leads to the others."""

    pages: list[Fetched] = field(default_factory=list)

    def show(self, page: Fetched) -> None:
        self.pages = [*self.pages[-KEPT + 1 :], page]


@dataclass
class Jar:
    """A browser: one jar of cookies, the links that were opened in it, and its tabs."""

    name: str
    seats: list[tuple[str, Actor]]  # links that lie beside it, to be opened in any order
    cookies: Cookies = field(default_factory=Cookies)
    opened: list[tuple[str, Actor]] = field(default_factory=list)
    tabs: list[Tab] = field(default_factory=lambda: [Tab() for _ in range(TABS)])
    tokens: dict[tuple[str, Actor], str] = field(default_factory=dict)
    joined: dict[str, tuple[str, Actor]] = field(
        default_factory=dict
    )  # form of registration → the seat it gave

    def opens(self, seat: tuple[str, Actor]) -> None:
        self.opened = [*(one for one in self.opened if one != seat), seat]


@dataclass
class Hall:
    """Two events in one store."""

    store: EventStore
    ledger: Ledger
    events: tuple[str, ...]

    def t(self, event: str) -> Tournament:
        return self.ledger.load(event).state

    def link(self, event: str, actor: Actor) -> str:
        return issue(self.store, HOST_EVENT if actor == HOST else event, actor)


def events_of(rnd: Random, seed: str, store: EventStore, ledger: Ledger, game: str = "") -> Hall:
    """Two random events, with staff and players whose names tell them apart."""
    made = []
    for n in range(2):
        for again in range(200):
            one = opening(rnd, f"{seed}-{n}-{again}", game)
            wanted = one.wanted
            answer = create(
                ledger,
                wanted,
                organiser={"first": "Olga", "last": "Organ", "show": "full"},
                command_id="create",
                seed=sha256(wanted.id.encode()).digest(),
            )
            if isinstance(answer, Accepted):
                break
        keep_self_service(store, wanted.id, one.phones)
        _people(rnd, ledger, wanted.id, n)
        made.append(wanted.id)
    return Hall(store, ledger, tuple(made))


def _people(rnd: Random, ledger: Ledger, event: str, which: int) -> None:
    t = ledger.load(event).state
    for role in ("judge", "judge", "scorekeeper"):
        person: Person = {"first": role, "last": "Pomoc", "show": "full"}
        handle(ledger, event, c.AppointStaff((role,)), ORGANISER, f"{role}{rnd.random()}", persons=(person,))
    members = 2 if t.teams else 1
    several = range(1, rnd.choice((4, 5, 6, 6, 7, 8)) + 1)
    many = [c.RegisterPlayer(members=members, checked_in=rnd.random() < 0.9) for _ in several]
    people = [player_named(which, n, t.teams) for n in several]
    handle(ledger, event, many, ORGANISER, "players", persons=people)


def player_named(which: int, number: int, team: bool) -> Person:
    """Somebody whose name says who it is; the last name is shown to nobody."""
    if team:
        both = [{"first": f"G{number}x", "last": f"Nazw{which}q{number}{side}"} for side in "ab"]
        return {"members": both, "team": f"G{number}x"}
    return {"first": f"G{number}x", "last": f"Nazw{which}q{number}q"}


def browsers(hall: Hall) -> list[Jar]:
    """Whoever has one: the organiser, judges, a phone of two players, phones, somebody without a link."""
    one, two = hall.events

    def seats(*kept: tuple[str, Actor]) -> list[tuple[str, Actor]]:
        return list(kept)

    def player(event: str, n: int) -> tuple[str, Actor]:
        return event, Actor("player", n)

    def staff(event: str, n: int) -> tuple[str, Actor]:
        return event, Actor("staff", n)

    jars = [
        Jar("laptop", seats((one, HOST), staff(one, 1), staff(two, 1))),
        Jar("laptop at home", seats(staff(one, 1), staff(two, 1))),
        Jar("judge", seats(staff(one, 2), staff(two, 2))),
        Jar("judge who plays", seats(staff(one, 3), player(one, 3), player(two, 1))),
        Jar("scorekeeper", seats(staff(one, 4), staff(two, 4))),
        Jar("phone of two", seats(player(one, 1), player(one, 2), player(two, 3))),
        Jar("phone", seats(player(one, 4), player(two, 2))),
        Jar("phone of three", seats(player(two, 4), player(two, 1), player(one, 3))),
        Jar("nobody", []),
    ]
    for jar in jars:
        jar.tokens = {seat: hall.link(*seat) for seat in jar.seats}
    return jars


def door_of(actor: Actor, token: str) -> str:
    return f"/{LINKS[actor.kind]}/{token}"


def events_in(path: str, events: Sequence[str]) -> str:
    """The event that a path names."""
    parts = path.partition("?")[0].split("/")
    return parts[2] if len(parts) > 2 and parts[2] in events else ""
