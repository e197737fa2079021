"""A hall sends its event as soon as there is a network, from where it stopped, and says how it stands."""

from collections.abc import Iterator
from datetime import datetime

import pytest

from komandor.app.access import HOST
from komandor.app.following import keys, new_key, revoke_key
from komandor.app.identity import HOST_EVENT, issue
from komandor.app.ledger import Ledger
from komandor.app.queries.everybody.visible import public_log, public_reach
from komandor.app.workflow import next_step
from komandor.check.verify import verify
from komandor.core.tournament import commands as c
from komandor.log.store import EventStore
from komandor.store.memory import MemoryStore
from komandor.texts.dates import moment_in_words
from komandor.web.server.make_site import make_site
from komandor.web.server.publisher import OtherSite, Publisher, show_at, state_of, target_of
from komandor.web.server.site import Site
from tests.support.cut_network import CutNetwork
from tests.support.event import Event, swiss
from tests.support.site import Served, serving
from tests.support.waiting import wait_until
from tests.support.world import ORGANISER, client, opened, site_of

SILENT = "http://127.0.0.1:9"
CUTS = 12


@pytest.fixture
def home() -> Iterator[Served]:
    with serving(make_site(MemoryStore(), secret="home")) as served:
        served.client.headers["Accept-Language"] = "en"
        yield served


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def state(store: EventStore) -> str:
    found = state_of(store, "cup")
    return found.state if found else ""


def why(store: EventStore) -> list[str]:
    found = state_of(store, "cup")
    return [no.code for no in found.no] if found else []


def test_without_a_network_it_waits_longer_and_longer(home: Served) -> None:
    event, clock = Event("armada", swiss(1)).register(4), Clock()
    publisher = Publisher(event.ledger, clock)
    assert publisher.step() == 30.0  # nothing to do; the switch may be set by another process
    show_at(event.store, "cup", OtherSite(SILENT, "k" * 22))
    pauses = []
    for _ in range(9):
        pauses.append(publisher.step())
        publisher.heard("cup", 1)  # news do not shorten the wait
        assert publisher.step() == pauses[-1]
        clock.now += pauses[-1]
    assert pauses == [1, 2, 4, 8, 16, 30, 30, 30, 30]
    assert (state(event.store), why(event.store)) == ("waiting", ["follow.no_network"])
    show_at(event.store, "cup", OtherSite(home.url, new_key(home.site.store)))
    publisher.step()  # another address is tried at once
    assert state(event.store) == "sending"
    clock.now += 1
    publisher.step()
    assert state(event.store) == "current"
    assert home.site.store.version("cup") == event.loaded.version


def test_a_refusal_is_said_in_words_and_a_revoked_key_ends_it(home: Served) -> None:
    event, clock = Event("armada", swiss(1)).register(4), Clock()
    publisher = Publisher(event.ledger, clock)
    show_at(event.store, "cup", OtherSite(home.url, new_key(home.site.store)))
    for _ in range(2):
        publisher.step()
        clock.now += 1
    revoke_key(home.site.store, keys(home.site.store)[0].id)
    event.register(1)
    publisher.heard("cup", 0)
    publisher.step()
    assert (state(event.store), why(event.store)) == ("refused", ["follow.key"])
    browser = client(site_of(event), issue_organiser(event))
    shown = browser.get("/c/cup/publish").content.decode()
    assert "This publishing key is unknown or was revoked." in shown
    assert home.site.store.version("cup") == event.loaded.version - 1


def issue_organiser(event: Event) -> str:
    return issue(event.store, "cup", ORGANISER)


@pytest.mark.parametrize(
    "address", ["", "home.example", "ftp://home.example", "http://", "https://x:99999999"]
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    assert not isinstance(target_of(address, "k" * 22), OtherSite)


@pytest.mark.parametrize("address", ["https://127.0.0.1:9", "https://[::1]:9", "https://169.254.169.254"])
def test_a_hosted_site_sends_to_no_machine_behind_it(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs an event there must not reach what only that computer can."""
    monkeypatch.setattr("socket.create_connection", lambda *_, **__: pytest.fail("it was connected"))
    assert isinstance(target_of(address, "k" * 22, hosted=True), OtherSite)
    assert not isinstance(target_of("http://home.example", "k" * 22, hosted=True), OtherSite)
    event, clock = Event("armada", swiss(1)).register(4), Clock()
    show_at(event.store, "cup", OtherSite(address, "k" * 22))
    Publisher(event.ledger, clock, hosted=True).step()
    found = state_of(event.store, "cup")
    assert found
    assert (found.state, found.no[0].code) == ("waiting", "follow.no_network")
    assert "not allowed" in str(found.no[0].params)


def test_the_switch_on_the_console_and_the_pages_at_home(home: Served) -> None:
    world = opened("armada", swiss(1))
    site = site_of(world)
    host = client(home.site, issue_host(home.site))
    made = host.post("/following", {"do": "new", "label": "Gdynia"}).content.decode()
    key = made.split('Publishing key: <code class="hash">')[1].split("<")[0]
    organiser = client(site, issue_organiser(world))
    assert organiser.post("/c/cup/publish", {"address": "nowhere", "key": key}).status_code == 422
    assert organiser.post("/c/cup/publish", {"address": home.url + "/", "key": key}).status_code == 302
    publisher = Publisher(site.services.ledger, clock := Clock())
    world.publish()
    for _ in range(3):
        publisher.step()
        clock.now += 1
    assert "Up to date: all" in organiser.get("/c/cup/publish").content.decode()
    assert key not in organiser.get("/c/cup/publish").content.decode()
    for page in ("", "pairings", "standings", "players", "verify", "changes", "share"):
        there = home.client.get(f"/t/cup/{page}")
        assert there.status_code == 200, page
        assert "This event runs on another site." in there.text
        at = datetime.fromisoformat(world.loaded.notes[world.loaded.version - 1].at)
        newest = moment_in_words(at.astimezone(), "en")
        assert f"When this page was opened, the newest entry was from {newest}." in there.text
    assert "Gracz1 T." in home.client.get("/t/cup/pairings").text
    assert "Gracz1 T." in home.client.get("/t/cup/screen/pairings").text
    first = home.client.get("/t/cup/").text
    assert "Scan to register" not in first
    assert "Go to my table" not in first
    for closed in ("/c/cup/", "/j/cup/", "/m/cup/", "/join/cup"):
        answer = home.client.get(closed)
        assert answer.status_code == 403, closed
        assert "only shown here" in answer.text
    assert host.post("/run/cup").status_code == 403
    assert "Run this event" not in host.get("/").content.decode()
    assert "Gdynia" in host.get("/following").content.decode()
    organiser.post("/c/cup/publish", {"do": "stop"})
    world.do(c.PostNotice("later"))
    publisher.step()
    assert home.site.store.version("cup") == world.loaded.version - 1


def test_the_host_removes_a_copy_that_the_hall_no_longer_continues(home: Served) -> None:
    event, clock, key = Event("armada", swiss(1)).register(4), Clock(), new_key(home.site.store)
    older = MemoryStore()
    older.load("cup", event.store.read("cup")[:3], {})
    host = client(home.site, issue_host(home.site))
    for store in (event.store, older):
        show_at(store, "cup", OtherSite(home.url, key))
        publisher = Publisher(Ledger(store), clock)
        for _ in range(3):
            publisher.step()
            clock.now += 10
    assert (state(older), why(older)) == ("refused", ["follow.forked"])
    assert "was replaced in the hall by an older one" in home.client.get("/t/cup/").text
    assert host.post("/following", {"do": "again", "event": "other"}).status_code == 409
    assert host.post("/following", {"do": "again", "event": "cup"}).status_code == 302
    assert host.post("/following", {"do": "again", "event": "cup"}).status_code == 409
    for _ in range(2):
        clock.now += 60
        publisher.step()
    assert state(older) == "current"
    assert home.site.store.read("cup")[-1].hash == older.read("cup")[-1].hash
    head = event.loaded.head[:16]
    assert (
        f"another log: entry {event.loaded.version}, log fingerprint {head}"
        in home.client.get("/t/cup/").text
    )


def issue_host(site: Site) -> str:
    return issue(site.store, HOST_EVENT, HOST)


def test_a_request_without_a_key_or_too_large_is_refused(home: Served) -> None:
    for headers in ({}, {"Authorization": "Bearer " + "x" * 22}, {"Authorization": "Basic x"}):
        answer = home.client.post("/follow/cup", content=b"{}", headers=headers)
        assert (answer.status_code, answer.json()["no"][0]["code"]) == (403, "follow.key")
        assert home.client.get("/follow/cup", headers=headers).status_code == 403
    large = b"x" * 100_000
    assert home.client.post("/follow/cup", content=large).status_code == 413
    mine = {"Authorization": f"Bearer {new_key(home.site.store)}"}
    refused = home.client.post("/follow/cup", content=large, headers=mine)
    assert (refused.status_code, refused.json()["no"][0]["code"]) == (422, "follow.malformed")
    assert home.client.delete("/follow/cup", headers=mine).status_code == 405
    assert home.site.store.tournaments() == ()


@pytest.mark.slow
def test_a_network_that_is_cut_again_and_again(home: Served) -> None:
    event = Event("armada", swiss(2), seed=b"s" * 32).register(8)
    port = int(home.url.rpartition(":")[2])
    there, here = event.store, home.site.store
    with CutNetwork(port, CUTS, seed=7) as network:
        show_at(there, "cup", OtherSite(network.address, new_key(here)))
        publisher = Publisher(event.ledger, first_wait=0.01)
        end = publisher.start()
        while next_step(event.t).code != "done":
            _one_step(event)
            copied, known = here.read("cup"), there.read("cup")
            assert [r.hash for r in copied] == [r.hash for r in known][: len(copied)]
            assert wait_until(lambda: here.version("cup") >= public_reach(event.loaded))
        assert wait_until(lambda: state(there) == "current")
        end()
    assert network.made == CUTS
    assert here.read("cup")[-1].hash == there.read("cup")[-1].hash
    file = public_log(here, home.site.services.ledger.load("cup"))
    assert file == public_log(there, event.loaded)
    assert verify(file).ok


def _one_step(event: Event) -> None:
    """What happens next in the hall; results come one by one."""
    step = next_step(event.t).code
    event.do(event.won(min(event.open()[0].players))) if step == "results" else event.take(step)
