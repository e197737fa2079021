"""The terminal works on an event while a site runs: on its own data folder, and on a site elsewhere."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta

import pytest

from komandor.app.access import HOST, Actor
from komandor.app.api_tokens import forget_ended, new_token
from komandor.cli.exits import BAD_INPUT, OK, REFUSED
from komandor.log.store import EventStore
from komandor.store import open_store
from komandor.store.data_folder import secret_of
from komandor.store.memory import MemoryStore
from komandor.web.server import local_door
from komandor.web.server.make_site import make_site
from tests.cli.terminal import Run
from tests.support.site import Served, serving

ORGANISER = Actor("staff", 1)
ROUND_1 = (("announce",), ("draw",), ("publish",), ("clock", "start"), ("result", "1", "a"))


@pytest.fixture
def served(run: Run) -> Iterator[Served]:
    """A site on the terminal's data folder, with an event of four players."""
    run.event("new", "--game", "destiny", "--name", "Cup", "--date", "2026-11-15", "--stage", "swiss 2")
    run.event("register", "Anna Lis", "Jan Nowak", "Ewa Sowa", "Piotr Kos")
    run.event("check-in")
    with closing(open_store(run.folder)) as store:
        site = make_site(store, secret=secret_of(run.folder), data=run.folder)
        with serving(site) as found:
            local_door.leave_note(run.folder, int(found.url.rpartition(":")[2]))
            yield found


def event_of(store: EventStore) -> str:
    return store.tournaments()[0]


def test_the_terminal_writes_through_the_site_of_its_folder(run: Run, served: Served) -> None:
    store = served.site.store
    for words in (*ROUND_1, ("result", "2", "b")):
        code, answer, error = run("event", *words)
        assert code == OK, (words, error)
        assert answer["version"] == store.version(event_of(store))
    assert run("event", "do", "start-clock")[0] == REFUSED
    assert run("event", "result", "9", "a")[0] == BAD_INPUT
    code, _, error = run("event", "do", "PostNotice", "--text", "x", "--as", "player:1")
    assert (code, "COM-ROLE-1" in error) == (REFUSED, True)
    assert run("event", "do", "CallJudge", "--as", "player:1")[0] == OK
    assert store.read(event_of(store))[-1].by == "player:1"


def test_the_terminal_drives_a_site_elsewhere(
    run: Run, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = served.site.store
    id = event_of(store)
    elsewhere = ("--site", served.url)
    token = new_token(store, id, ORGANISER, "run")
    monkeypatch.setenv("KOMANDOR_TOKEN", token)
    for words in (("register", "Maria Mysz"), ("check-in",), *ROUND_1):
        code, answer, error = run("event", *words, *elsewhere)
        assert code == OK, (words, error)
        assert answer["version"] == store.version(id)
    assert store.read(id)[-1].by == "staff:1"
    assert run("event", "standings", *elsewhere)[0] == OK
    assert run("event", "close", *elsewhere)[0] == REFUSED
    code, _, error = run("event", "do", "PostNotice", "--text", "x", "--as", "player:1", *elsewhere)
    assert (code, "--as" in error) == (BAD_INPUT, True)
    reader = new_token(store, "*", HOST, "read")
    code, _, error = run("event", "do", "PostNotice", "--text", "x", "--token", reader, *elsewhere)
    assert (code, "--token" in error) == (BAD_INPUT, True)
    assert run("event", "show", "--site", "http://127.0.0.1:1")[0] == BAD_INPUT
    assert run("event", "show", "--token", "wrong", *elsewhere)[0] == BAD_INPUT


NEW = ("new", "--name", "Spring", "--date", "2026-11-15", "--stage", "swiss 3")


def test_an_event_is_made_and_listed_on_a_running_site(run: Run, served: Served) -> None:
    store, first = served.site.store, event_of(served.site.store)
    host, seat = new_token(store, "*", HOST, "host"), new_token(store, first, ORGANISER, "run")
    there = ("--site", served.url, "--token", host)
    made = run.event(*NEW, "--game", "destiny", "--organiser", "Marta Nowak", *there)
    assert [one["event"]["type"] for one in made["records"]] == ["tournament_created", "staff_appointed"]
    assert made["records"][0]["event"]["stages"][0]["rounds"] == 3
    here = run.event(*NEW, "--game", "armada")
    listed = {one["event"]: one["name"] for one in run.event("list", *there)["events"]}
    assert listed == {first: "Cup", made["event"]: "Spring", here["event"]: "Spring"}
    assert listed.keys() == {one["event"] for one in run.event("list")["events"]}
    assert [one["event"] for one in run.event("list", *there[:3], seat)["events"]] == [first]
    assert len(run.event("list", *there[:2])["events"]) == 3, "what everybody may see needs no token"
    for wrong, field in (
        (("--game", "chess", *there), "--game"),
        (("--game", "armada", *there[:3], seat), "--token"),
    ):
        code, _, error = run("event", *NEW, *wrong)
        assert (code, error.startswith(field)) == (BAD_INPUT, True), error
    assert run("event", "list", "--site", "http://127.0.0.1:1")[0] == BAD_INPUT
    code, _, error = run("event", "messages", "--event", first, *there)
    assert (code, error.startswith("--site: Messages")) == (BAD_INPUT, True), "not an empty list"


def test_tokens_of_the_terminal_do_not_pile_up() -> None:
    store = MemoryStore()
    new_token(store, "*", HOST, "host", "terminal", timedelta(seconds=-1))
    kept = new_token(store, "*", HOST, "host")
    forget_ended(store)
    assert len(store.items("api_tokens")) == 1
    assert kept
