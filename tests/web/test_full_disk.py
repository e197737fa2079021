"""A full disk is one sentence on every page that would write, never 500, and nothing typed is lost."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from komandor.app.access import HOST, Actor
from komandor.app.codes import code_of
from komandor.app.queries.staff.checklists import known_items
from komandor.app.self_service import SelfService, keep_self_service
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.scoring import report_code
from komandor.log.bundle import export
from komandor.log.store import EventStore, ReadOnly
from komandor.web.routing import areas
from komandor.web.routing.routes import Route
from komandor.web.server.site import Site
from tests.support.doors import address, copied
from tests.support.world import ORGANISER, World, busy, client, opened, site_of

FULL = "The disk is full"


class FullDisk:
    """A store that reads as before and cannot write. `tried`: how often somebody wanted to."""

    WRITES = ("append", "put", "change", "create", "keep_secret", "load", "count")

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self.tried = 0

    def __getattr__(self, name: str) -> Any:
        return self._refuse if name in self.WRITES else getattr(self._store, name)

    def _refuse(self, *_: object, **__: object) -> None:
        self.tried += 1
        raise ReadOnly("no space left on device", "store.disk_full")


WON = {"g0.end": "win", "g0.winner": "a", "g1.end": "win", "g1.winner": "a"}
ANY = dict.fromkeys("text reason note what result card unreadable maker".split(), "x") | {
    "name": "Jan Nowy",
    "first": "Jan",
    "last": "Nowy",
    "nick": "Nowy",
    "show": "nick",
    "contact": "new",
    "consent": "on",
    "minutes": "5",
    "table": "9",
    "count": "1",
    "player": "1",
    "call": "2",
    "match": "1",
    "present": "0",
    "paid": "1",
    "choice": "losses",
    "registration": "0",
    "on_duty": "0",
    "absent": "1",
    "resolution": "replaced",
    "who": "me",
    "date": "2026-11-14",
    "winner": "a",
}
ONE_BY_ONE: dict[str, tuple[dict[str, Any], ...]] = {
    "console-step": ({"code": "announce"}, {"code": "publish"}, {"code": "close_round"}),
    "console-clock": ({"do": "pause"}, {"do": "more"}),
    "console-swap": tuple({"player": ["1", str(n)]} for n in range(2, 7)),
    "console-late": ({"allow": "1"},),
    "console-prizes": ({"first": "1", "last": "1"},),
    "people-bring": ({"do": "take", "text": "Ola Nowa", "take": "1"},),
    "lists": ({"do": "publish", "to": "all"}, {"do": "deadline", "until": "2099-01-01T10:00"}),
    "list": ({"do": "submit", "l.player": "x", "text": ""},),
    "staff": ({"do": "link", "staff": "2"}, {"roles": "judge"}),
    "settings": ({"part": "notice"}, {"part": "basics", "place": "Gdynia"}, {"part": "schedule"}),
    "people-player": ({"do": "link"}, {"do": "erase"}, {"do": "withdraw"}, {"do": "revoke"}),
    "judge-check": ({"legal": "1"},),
    "judge-sanction": ({"kind": "warning"},),
    "judge-components": ({"kind": "lost"},),
    "console-quick": ({"table": "1", "result": "ww"},),
    "console-match": (WON,),
    "console-override": ({"outcome.a": "win", "outcome.b": "loss", "points.a": "2"},),
    "my-report": (WON,),
    "people-here": ({"present": "1"},),
    "host-keys": ({"do": "new"},),
    "host-following": ({"do": "new"},),
    "stream": ({"overlay": ""},),
    "messages": ({"do": "add", "kind": "webhook", "address": "http://127.0.0.1:9", "topics": "pairings"},),
    "tokens": ({"seat": "staff:1", "scope": "read"},),
    "console-publish": ({"address": "http://127.0.0.1:9", "key": "k" * 22},),
    "my-list": ({"l.player": "x"},),
}
ELSEWHERE = {
    "archive": "/archive/cup",
    "judge-appeal": "/j/cup/call/2/appeal",
    "console-do": "/c/cup/do/NamePoint",
}
"""Addresses that name something which exists in the right state."""
NO_WRITE = set(
    "console-match-read console-match-effect console-quick-read console-swap-preview my-report-read "
    "my-list-check leave cards".split()
)
"""Posts that only compute something, or forget a cookie."""
OTHER_STATE = set(
    "console-mission console-pair console-redraw console-rejoin console-replace console-first my-first "
    "my-appeal judge-verdict judge-duty judge-proxies my-do people-same".split()
)
"""Possible only in states or seats that these halls do not have; they share their code with the others."""


def tries(route: Route, world: World, code: str) -> Iterator[dict[str, Any]]:
    """Forms that this address might be sent: one that suits it, and one with a bit of everything."""
    reported = next((m for m in world.t.matches.values() if m.result), None)
    own = {"code": code, "item": min(known_items(world.t)), "absent": "1"}
    if 1 in world.t.matches:
        own["absent"] = str(world.t.matches[1].a)
    if reported:
        own |= {"match": str(reported.number), "shown": report_code(reported.result)}
        own |= {"between": "-".join(map(str, reported.players))}
    for one in (*ONE_BY_ONE.get(route.name, ()), {}):
        yield ANY | own | one
    if route.name == "import":
        yield {"file": SimpleUploadedFile("cup.komandor", export(opened(id="other").store, "other"))}
    if route.name == "editions":
        yield {"text": 'edition = "armada@x"\nbase = "armada@2017"\nname.en = "X"'}


@pytest.fixture(scope="module")
def hall() -> World:
    return busy(opened().start())


@pytest.fixture(scope="module")
def halls(hall: World) -> tuple[World, ...]:
    """The same event at three points of its day."""
    return opened().do(c.CheckIn((1,), False)), opened().draw(), hall


def full_disk(world: World) -> tuple[Site, FullDisk, list[str], str]:
    """A site whose disk is full, links to the seats of those who write, and the code on a player's slip."""
    own = copied(world)
    reported = next((m for m in own.t.matches.values() if m.result), None)
    seats = [own.link(a) for a in (ORGANISER, Actor("player", reported.b if reported else 1), HOST)]
    keep_self_service(own.store, "cup", SelfService(check_in=True))
    code = code_of(own.store, "cup", 2)
    site = site_of(own)
    disk = FullDisk(site.store)
    site.store = site.services.ledger.store = disk
    return site, disk, seats, code


def test_a_full_disk_is_one_sentence_on_every_address_that_writes(halls: tuple[World, ...]) -> None:
    """Every post at three points of the day: never 500, and whatever wants to write says why it cannot."""
    writing = [r for r in areas.ROUTES if "POST" in r.methods]
    reached, wrong = set(), []
    for world in halls:
        site, disk, seats, code = full_disk(world)
        for route in writing:
            for form in tries(route, world, code):
                before = disk.tried
                where = ELSEWHERE.get(route.name, address(route))
                browser = client(site, *seats)
                answer = browser.post(where, form)
                if answer.status_code == 302:  # a button's refusal is a message on the page it came from
                    answer = browser.get(answer.headers["Location"])
                full = answer.status_code in (200, 503) and FULL in answer.content.decode()
                reached |= {route.name} if disk.tried > before else set()
                if (disk.tried > before and not full) or answer.status_code == 500:
                    wrong.append(f"{where} {form}: {answer.status_code}")
    assert wrong == []
    assert " ".join(sorted({r.name for r in writing} - reached - NO_WRITE - OTHER_STATE)) == ""


def test_saving_goes_on_when_there_is_room_again(hall: World) -> None:
    world = copied(hall)
    site = site_of(world)
    browser = client(site, world.link(ORGANISER))
    store, disk = site.store, FullDisk(site.store)
    site.services.ledger.store = disk
    form = {"text": "Obiad o 13", "command_id": "lunch"}
    refused = browser.post("/c/cup/screens", form)
    assert (refused.status_code, FULL in refused.content.decode()) == (503, True)
    assert "Obiad o 13" in refused.content.decode(), "what was typed stays"
    site.services.ledger.store = store
    assert browser.post("/c/cup/screens", form).status_code == 302
