"""`komandor publish` shows an event of the folder on another site, from the terminal."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from komandor.app.following import keys, new_key, revoke_key
from komandor.cli.exits import BAD_INPUT, OK, REFUSED
from komandor.store import open_store
from komandor.store.memory import MemoryStore
from komandor.web.server.make_site import make_site
from tests.cli.terminal import Run
from tests.support.event import Event, swiss
from tests.support.site import Served, serving


@pytest.fixture
def home() -> Iterator[Served]:
    with serving(make_site(MemoryStore(), secret="home")) as served:
        yield served


def test_what_is_public_is_sent_and_a_finished_event_ends_the_command(run: Run, home: Served) -> None:
    there, key = home.site.store, new_key(home.site.store)
    with closing(open_store(run.folder)) as store:
        event = Event("armada", swiss(1), store=store).register(4).announce().draw()
        code, answer, _ = run("publish", home.url, "--token", key, "--once")
        sent = there.version("cup")
        assert (code, answer) == (OK, {"event": "cup", "records": sent})
        assert 0 < sent < event.loaded.version  # the pairings are not published yet
        event.play_out()
        assert run("publish", home.url, "--token", key, "--event", "cup")[0] == OK
        assert there.read("cup")[-1].hash == event.loaded.head


def test_wrong_addresses_keys_and_a_silent_network_are_said(run: Run, home: Served) -> None:
    with closing(open_store(run.folder)) as store:
        Event("armada", swiss(1), store=store).register(4)
    key = new_key(home.site.store)
    for url, token, field in ((home.url, "", "--token"), ("home.example", key, "URL")):
        code, _, said = run("publish", url, "--token", token, "--once")
        assert (code, said.partition(":")[0]) == (BAD_INPUT, field)
    code, _, said = run("publish", "http://127.0.0.1:9", "--token", key, "--once")
    assert code == REFUSED
    assert "can’t be reached" in said
    revoke_key(home.site.store, keys(home.site.store)[0].id)
    code, _, said = run("publish", home.url, "--token", key)
    assert code == REFUSED
    assert "unknown or was revoked" in said
    assert home.site.store.tournaments() == ()
