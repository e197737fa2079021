"""An event in full swing, made through the one door: staff of every role, players, a round, calls and papers.

`World` keeps a store in memory with a link for every seat; `client` is Django's own test client with those
links in its cookie, so that a request goes through the whole stack but the socket.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.test import Client

from komandor.app.access import HOST, Actor
from komandor.app.handle import Accepted, create, handle
from komandor.app.identity import HOST_EVENT, issue
from komandor.app.ledger import Ledger
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import match_situation, rules
from komandor.core.tournament.state import Tournament
from komandor.log.store import EventStore, Person
from komandor.simulate.slips import slip
from komandor.store import open_store
from komandor.web.middleware import SITE
from komandor.web.site import Site, make_site

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "komandor.web.settings")

ORGANISER, MARSHAL, JUDGE, SCOREKEEPER = (Actor("staff", n) for n in (1, 2, 3, 4))
PLAYERS = 6
ROLES = {"organiser": ORGANISER, "marshal": MARSHAL, "judge": JUDGE, "scorekeeper": SCOREKEEPER}
STARTED = datetime(2026, 11, 14, 9, 0, tzinfo=UTC)


@dataclass
class World:
    """One store with one event (`id`); `links` are secret tokens by seat."""

    store: EventStore = field(default_factory=lambda: open_store("memory:"))
    id: str = "cup"
    done: int = 0

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.store)

    @property
    def t(self) -> Tournament:
        return self.ledger.load(self.id).state

    def ask(
        self,
        command: c.Command | Sequence[c.Command],
        actor: Actor = ORGANISER,
        persons: Sequence[Person | None] = (),
    ) -> object:
        self.done += 1
        name = f"{self.id}-{self.done}"
        return handle(self.ledger, self.id, command, actor, name, persons=persons)

    def do(
        self,
        command: c.Command | Sequence[c.Command],
        actor: Actor = ORGANISER,
        persons: Sequence[Person | None] = (),
    ) -> None:
        answer = self.ask(command, actor, persons)
        assert isinstance(answer, Accepted), answer

    def link(self, actor: Actor) -> str:
        return issue(self.store, HOST_EVENT if actor == HOST else self.id, actor)

    def report(self, match: int, seed: int = 1) -> dict[str, Any]:
        from random import Random

        t = self.t
        where = match_situation(t, t.matches[match])
        return dict(slip(rules(t), where, Random(seed), "a", ""))


def opened(
    game: str = "star-wars-lcg",
    id: str = "cup",
    name: str = "Puchar",
    store: EventStore | None = None,
    people: Sequence[Person] = (),
    players: int = PLAYERS,
    **wish: object,
) -> World:
    """Registration: staff of four roles and the players, all checked in."""
    world = World(store or open_store("memory:"), id)
    structure = {"stages": ()} if game != "star-wars-lcg" else {}
    made = create(
        world.ledger,
        c.CreateTournament(
            id=id,
            game=game,
            name=name,
            date="2026-11-14",
            commitment="",
            **(structure | wish),  # type: ignore[arg-type]
        ),
        organiser={"first": "Olga", "last": "Organ", "show": "full"},
        command_id=f"{id}-create",
    )
    assert isinstance(made, Accepted), made
    for role, first in (("marshal", "Marek"), ("judge", "Julia"), ("scorekeeper", "Sabina")):
        world.do(c.AppointStaff((role,)), persons=({"first": first, "last": "Pomoc", "show": "full"},))
    for n in range(players):
        person = people[n] if n < len(people) else {"first": f"Gracz{n + 1}", "last": "Testowy"}
        world.do(c.RegisterPlayer(checked_in=True), persons=(person,))
    return world


def running(world: World) -> World:
    """Round 1 published, its clock running."""
    world.do(c.AnnounceStructure())
    world.do(c.FreezeRound())
    world.do(c.DrawRound())
    world.do(c.PublishRound())
    if world.t.missions:
        world.do(c.DrawMission())
    world.do(c.StartClock())
    return world


def busy(world: World, text: str = "co się dzieje") -> World:
    """A call in every state, a sanction, a component, a proxy, a deck check, an incident, a report."""
    t = world.t
    first, second, third = (m.number for m in t.in_round(1) if m.kind == "match")
    a = t.matches[first].a
    for match in (first, first, first, second):
        world.do(c.CallJudge(match, kind="dispute", text=text), Actor("player", t.matches[match].a))
    world.do(c.TakeCall(2), JUDGE)
    world.do(c.GiveRuling(2, text, "COM-ROLE-13"), JUDGE)
    world.do(c.TakeCall(3), JUDGE)
    world.do(c.GiveRuling(3, text), JUDGE)
    world.do(c.AppealRuling(3), Actor("player", a))
    world.do(c.TakeCall(4), JUDGE)
    world.do(c.GiveSanction(player=a, kind="warning", reason=text, match=first, category="unsporting"), JUDGE)
    world.do(c.RecommendDisqualification(t.matches[second].a, text), MARSHAL)
    world.do(
        c.ReportComponent(player=a, kind="lost", what=text, category="card", minutes=5, match=first), JUDGE
    )
    world.do(
        c.ReportComponent(player=a, kind="damaged", what=text, category="card", minutes=0, match=first), JUDGE
    )
    world.do(c.MakeProxy(a, text, text, text, "2026-11-14"), JUDGE)
    world.do(c.DrawDeckChecks(2), JUDGE)
    world.do(c.RecordDeckCheck(player=a, legal=True, match=first, note=text), JUDGE)
    world.do(c.ReportIncident(text, 1, "collusion"), Actor("public"))
    world.do(
        c.ReportResult(third, world.report(third), t.matches[third].players),
        Actor("player", t.matches[third].a),
    )
    world.do(c.ExtendTable(second, 5, text), JUDGE)
    world.do(c.PostNotice(text))
    return world


def site_of(world: World) -> Site:
    """The site over this world's store. Its clock stands still, so that no limit's window ends in a test."""
    site = make_site(world.store, secret="a secret of the tests", addresses=("http://127.0.0.1:8000",))
    site.clock = STARTED.timestamp
    return site


def client(site: Site, *tokens: str, csrf: bool = False) -> Client:
    """A browser that has opened these links."""
    import django
    from django.core import signing

    django.setup()
    browser = Client(enforce_csrf_checks=csrf, **{SITE: site}, SERVER_NAME="127.0.0.1")  # type: ignore[arg-type]
    browser.raise_request_exception = False
    value = signing.dumps({"tokens": list(tokens)}, key=site.secret, salt="komandor.cookie.seats")
    browser.cookies["seats"] = value
    browser.cookies["lang"] = "en"
    return browser
