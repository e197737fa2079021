"""The host's keys are made, listed and revoked in a terminal, whether the site runs or not, and they end."""

from contextlib import closing
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from komandor.app.identity import host_keys, key_id, new_host_key, revoke_host_keys, seat_of
from komandor.cli.exits import BAD_INPUT, OK, REFUSED
from komandor.log.store import EventStore
from komandor.store import open_store
from komandor.store.data_folder import secret_of
from komandor.web.server import local_door
from komandor.web.server.make_site import home_link
from tests.cli.terminal import Run
from tests.support.child import Child

OVER = timedelta(seconds=-10)


def test_keys_are_listed_and_closed(run: Run) -> None:
    with closing(open_store(run.folder)) as store:
        one, two = (key_id(new_host_key(store, label)) for label in ("one", "two"))
    code, answer, _ = run("keys", "list")
    assert code == OK
    assert {row["key"]: row["label"] for row in answer["keys"]} == {one: "one", two: "two"}
    assert run("keys", "revoke", "nonsense")[0] == BAD_INPUT
    assert run("keys", "revoke")[0] == BAD_INPUT
    assert "Nie ma klucza „nonsense”." in run("keys", "revoke", "nonsense", "--lang", "pl")[2]
    assert run("keys", "revoke", one)[1] == {"closed": 1}
    assert run("keys", "revoke", "--all")[1] == {"closed": 1}
    with closing(open_store(run.folder)) as store:
        assert host_keys(store) == ()


def test_a_new_key_opens_the_site_and_may_end(run: Run) -> None:
    code, answer, _ = run("keys", "new", "--label", "Marta", "--days", "7")
    assert code == OK
    with closing(open_store(run.folder)) as store:
        seat = seat_of(store, answer["link"].rsplit("/", 1)[1])
        (key,) = host_keys(store)
    assert seat is not None
    assert (key.label, key.ends > key.at) == ("Marta", True)


@pytest.fixture
def store(tmp_path: Path) -> EventStore:
    return open_store("memory:")


def test_a_key_whose_time_is_over_opens_nothing(store: EventStore) -> None:
    old, new = new_host_key(store, "old", OVER), new_host_key(store, "new")
    assert (seat_of(store, old), seat_of(store, new) is not None) == (None, True)
    assert [one.label for one in host_keys(store)] == ["new"]


def test_a_key_that_is_not_the_only_one_ends_although_it_is_the_newest(store: EventStore) -> None:
    lasting, newest = new_host_key(store, "lasting"), new_host_key(store, "newest", OVER)
    assert (seat_of(store, lasting) is not None, seat_of(store, newest)) == (True, None)
    assert [one.label for one in host_keys(store)] == ["lasting"]


def test_a_start_without_a_terminal_prints_a_key_until_there_is_a_lasting_one(store: EventStore) -> None:
    assert home_link(store, terminal=False).startswith("/host/")
    new_host_key(store, "for a week", timedelta(days=7))
    assert home_link(store, terminal=False).startswith("/host/")
    lasting = new_host_key(store, "lasting")
    before = host_keys(store)
    assert (home_link(store, terminal=False), host_keys(store)) == ("/", before)
    assert home_link(store).startswith("/host/")
    revoke_host_keys(store, {key_id(lasting)})
    assert home_link(store, terminal=False).startswith("/host/")


def test_the_last_key_never_ends(store: EventStore) -> None:
    first, last = new_host_key(store, "first", OVER), new_host_key(store, "last", OVER)
    assert (seat_of(store, first), seat_of(store, last) is not None) == (None, True)
    assert [one.label for one in host_keys(store)] == ["last"]


def test_keys_are_made_and_closed_while_the_site_runs(run: Run) -> None:
    site = Child(run.folder).start()
    try:
        link = run("keys", "new", "--label", "second laptop")[1]["link"]
        with httpx.Client(base_url=site.url, follow_redirects=True) as browser:
            browser.get(link)
            assert browser.get("/keys").status_code == 200
            (key,) = [row["key"] for row in run("keys", "list")[1]["keys"] if row["label"] == "second laptop"]
            assert run("keys", "revoke", key)[1] == {"closed": 1}
            assert browser.get("/keys").status_code == 403
    finally:
        site.stop()


def test_only_who_has_the_secret_of_the_folder_is_answered(run: Run) -> None:
    site = Child(run.folder).start()
    try:
        asked = {"do": "new"}
        assert "link" in local_door.ask(run.folder, secret_of(run.folder), asked)
        with pytest.raises(local_door.NobodyThere, match="403"):
            local_door.ask(run.folder, "another secret", asked)
        for body in (b"", b"{}", b"[]"):
            assert httpx.post(site.url + local_door.PATH, content=body).status_code == 403
        assert (run.folder / local_door.NOTE).stat().st_mode & 0o077 == 0
    finally:
        site.stop()


def test_an_old_request_and_an_odd_one_are_refused(
    store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sent(body: bytes) -> int:
        return local_door.answer(store, "s", local_door._signed("s", body), body)[0]

    monkeypatch.setattr("time.time", lambda: 1000.0)
    assert sent(b'{"do": "new", "at": 985}') == 200
    assert sent(b'{"do": "new", "at": 900}') == 403
    assert [sent(odd) for odd in (b"no", b"[]", b'{"at": 1000}', b'{"do": "revoke", "at": 1000}')] == [
        400
    ] * 4


def test_a_folder_that_another_program_holds_is_refused_in_one_sentence(run: Run) -> None:
    with closing(open_store(run.folder)) as held:
        new_host_key(held, "writes")
        code, _, error = run("keys", "new")
    assert code == REFUSED
    assert error == "Another Komandor is using this database. Stop it and try again.\n"
