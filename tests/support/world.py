"""Events for tests of pages: people with names, staff of every role, calls and papers, links for every seat.

`client` is Django's own test client with such links in its cookie, so that a request goes through the whole
stack but the socket.
"""

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Self, cast

from django.test import Client, RequestFactory

from komandor.app.access import HOST, Actor
from komandor.app.handle import Accepted
from komandor.app.identity import HOST_EVENT, issue
from komandor.app.queries.player.my_table import my_seat
from komandor.app.workflow import next_step
from komandor.core.ids import StaffNo
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.values import StagePlan
from komandor.log.codec import encode
from komandor.log.store import EventStore, Person
from komandor.web.forms.form_tag import step_mark
from komandor.web.routing.browser_seats import me_in
from komandor.web.routing.request import Request
from komandor.web.server.make_site import make_site
from komandor.web.server.middleware import SITE
from komandor.web.server.security import cookie_name
from komandor.web.server.site import Site
from tests.support.event import Event

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "komandor.web.server.settings")

ORGANISER, MARSHAL, JUDGE, SCOREKEEPER = (Actor("staff", n) for n in (1, 2, 3, 4))
PLAYERS = 6
MARTA: Person = {"first": "Marta", "last": "Nowak"}
FIRST = ("Anna", "Bartek", "Celina", "Darek", "Ewa", "Filip", "Łucja", "Grzegorz", "Hania", "Żaneta")
LAST = ("Kowalska", "Wójcik", "Dąbrowska", "Brzęczyszczykiewicz", "Łukasik", "Śliwa", "Ziemba", "Zając")
ROLES = {"organiser": ORGANISER, "marshal": MARSHAL, "judge": JUDGE, "scorekeeper": SCOREKEEPER}
STARTED = datetime(2026, 11, 14, 9, 0, tzinfo=UTC)


class World(Event):
    """An event whose pages are looked at: its people have names, and its clock is that of this machine."""

    def __init__(
        self, game: str = "armada", *stages: StagePlan, organiser: Person = MARTA, **fields: Any
    ) -> None:
        fields = {"name": "Puchar Sklepu", "place": "Gdynia", **fields}
        super().__init__(game, *stages, organiser=organiser, **fields)
        assert isinstance(self.created, Accepted), self.created

    def tick(self) -> datetime:
        return datetime.now(UTC)

    def people(self, count: int) -> Self:
        """Register people whose names are spelled with every Polish letter."""
        names = [
            (FIRST[n % len(FIRST)], LAST[n * 5 % len(LAST)] + "abcdefgh"[n // 88 % 8] * (n >= 88))
            for n in range(count)
        ]
        persons: list[Person] = [{"first": first, "last": last} for first, last in names]
        return self.do(*(c.RegisterPlayer() for _ in names), persons=persons)

    def link(self, actor: Actor) -> str:
        """The secret token of a new link to this seat."""
        return issue(self.store, HOST_EVENT if actor == HOST else self.id, actor)


def opened(
    game: str = "star-wars-lcg",
    *stages: StagePlan,
    players: int = PLAYERS,
    people: Sequence[Person] = (),
    **fields: Any,
) -> World:
    """Registration: staff of four roles and the players, all checked in."""
    world = World(game, *stages, organiser={"first": "Olga", "last": "Organ", "show": "full"}, **fields)
    for role, first in (("marshal", "Marek"), ("judge", "Julia"), ("scorekeeper", "Sabina")):
        person: Person = {"first": first, "last": "Pomoc", "show": "full"}
        if role == "marshal" and not rules(world.t).data.marshal:
            appointed_in_the_log(world, MARSHAL, role, person)
        else:
            world.do(c.AppointStaff((role,)), persons=(person,))
    for n in range(players):
        person = people[n] if n < len(people) else {"first": f"Gracz{n + 1}", "last": "Testowy"}
        world.do(c.RegisterPlayer(checked_in=True), persons=(person,))
    return world


def appointed_in_the_log(world: World, actor: Actor, role: str, person: Person) -> None:
    """Write a marshal into the log of a game that appoints none (SWL-GEN-7): a forged file can name one."""
    number = StaffNo(actor.number or 0)
    event = encode(e.StaffAppointed(number, (role,)))
    version = world.store.version(world.id)
    world.store.append(world.id, version, "2026-11-14T09:00:00Z", "host", role, (event,), {-number: person})


def busy(world: World, text: str = "co się dzieje") -> World:
    """A call in every state, a sanction, a component, a proxy, a deck check, an incident, a report."""
    t = world.t
    first, second, third = (m.number for m in t.in_round(1) if m.kind == "match")
    a = t.matches[first].a
    for match in (first, first, first, second):
        world.do(c.CallJudge(match, kind="dispute", text=text), by=Actor("player", t.matches[match].a))
    world.do(c.TakeCall(2), by=JUDGE)
    world.do(c.GiveRuling(2, text, "COM-ROLE-13"), by=JUDGE)
    world.do(c.TakeCall(3), by=JUDGE)
    world.do(c.GiveRuling(3, text), by=JUDGE)
    world.do(c.AppealRuling(3), by=Actor("player", a))
    world.do(c.TakeCall(4), by=JUDGE)
    world.do(
        c.GiveSanction(player=a, kind="warning", reason=text, match=first, category="unsporting"), by=JUDGE
    )
    world.do(c.RecommendDisqualification(t.matches[second].a, text), by=MARSHAL)
    world.do(
        c.ReportComponent(
            player=a, kind="lost", what=text, category="card", minutes=5, match=first, in_game=False
        ),
        by=JUDGE,
    )
    world.do(
        c.ReportComponent(player=a, kind="damaged", what=text, category="card", minutes=0, match=first),
        by=JUDGE,
    )
    world.do(c.MakeProxy(a, text, text, text, "2026-11-14"))
    world.do(c.DrawDeckChecks(2), by=JUDGE)
    world.do(c.RecordDeckCheck(player=a, legal=True, match=first, note=text), by=JUDGE)
    world.do(c.ReportIncident(text, 1, "collusion"), by=Actor("public"))
    said = t.matches[third]
    world.do(c.ReportResult(third, world.slip(said.a), said.players), by=Actor("player", said.a))
    world.do(c.ExtendTable(second, 5, text), by=JUDGE)
    world.do(c.PostNotice(text))
    return world


def site_of(where: Event | EventStore) -> Site:
    """The site over this store. Its clock stands still, so that no limit's window ends in a test."""
    store = where.store if isinstance(where, Event) else where
    site = make_site(store, secret="a secret of the tests", addresses=("http://127.0.0.1:8000",))
    site.clock = STARTED.timestamp
    return site


OF_MATCH = ("report", "confirm", "dispute", "first", "judge")


class Browser(Client):
    """A browser whose posts carry what a form of this moment carries, unless the test says so itself."""

    site: Site

    def post(self, path: Any, data: Any = None, *args: Any, **more: Any) -> Any:
        if isinstance(data, dict | None) and not args and "content_type" not in more:
            data = {**self.made_for(path), **(data or {})}
        return super().post(path, data, *args, **more)

    def made_for(self, path: str) -> dict[str, str]:
        """What a form of this address would carry now."""
        request = cast("Request", RequestFactory().get(path))
        request.site, request.COOKIES = self.site, {name: one.value for name, one in self.cookies.items()}
        _, area, *rest = path.partition("?")[0].split("/")
        event = rest[0] if rest and area in ("c", "j", "m", "t", "join") else None
        state = self.site.services.ledger.load(event).state if event else None
        actor, named = me_in(request, event, state).acting(area), {}
        if state and rest[1:] == ["step"]:
            named["step"] = step_mark(next_step(state))
        if state and actor.player and rest[1] in OF_MATCH:
            match = my_seat(state, actor.player)[1]
            named["about"] = f"match:{match.number if match else 0}"
        return {"made_for": str(actor), **named}


def client(site: Site, *tokens: str, csrf: bool = False) -> Browser:
    """A browser that has opened these links."""
    import django
    from django.apps import apps
    from django.core import signing

    if not apps.ready:
        django.setup()
    browser = Browser(enforce_csrf_checks=csrf, **{SITE: site}, SERVER_NAME="127.0.0.1")
    browser.site = site
    browser.raise_request_exception = False
    value = signing.dumps({"tokens": list(tokens)}, key=site.secret, salt="komandor.cookie.seats")
    browser.cookies[cookie_name("seats", site.secret)] = value
    browser.cookies["lang"] = "en"
    return browser
