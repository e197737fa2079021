"""A log that was made elsewhere is taken in whole or not at all, by every store."""

import pytest

from komandor.log.store import Appended, Conflict, EventStore, TournamentExists
from tests.support.stores import AT, T, add, event, records_of


def test_a_loaded_log_is_as_if_it_had_been_written_here(store: EventStore) -> None:
    records = records_of("import", 3)
    store.load("import", iter(records), {3: {"name": "Ola"}})
    assert store.read("import") == records
    assert store.people("import") == {3: {"name": "Ola"}}
    assert store.by_command("import", "c1") == (), "a file carries no ids of commands"
    more = store.append("import", 6, AT, "organiser", "new", (event(),))
    assert isinstance(more, Appended)
    assert more.records[0].prev == records[-1].hash


def test_a_load_never_replaces_and_is_all_or_nothing(store: EventStore) -> None:
    add(store, "c1")
    before = store.read(T)
    with pytest.raises(TournamentExists):
        store.load(T, records_of(T, 2), {})
    assert store.read(T) == before


def test_an_imported_event_comes_with_its_secret_or_not_at_all(store: EventStore) -> None:
    store.load("import", records_of("import", 2), {}, secret=b"s" * 32)
    assert store.secret("import") == b"s" * 32
    with pytest.raises(TournamentExists):
        store.load("import", records_of("import", 2), {}, secret=b"t" * 32)
    assert store.secret("import") == b"s" * 32


def test_a_copy_grows_by_records_that_were_made_elsewhere(store: EventStore) -> None:
    made = records_of("far", 5)
    assert store.receive("far", 0, made[:3], people={1: {"nick": "Ola"}}, puts={("s", "k"): {"x": 1}}) is None
    assert store.receive("far", 0, made[:3], puts={("s", "k"): {"x": 2}}) == Conflict(3)
    assert store.get("s", "k") == {"x": 1}
    assert store.receive("far", 3, made[3:], people={2: {"nick": "Jan"}}) is None
    assert [r.hash for r in store.read("far")] == [r.hash for r in made]
    assert (store.people("far"), store.tournaments()) == ({2: {"nick": "Jan"}}, ("far", T))


def test_closed_parts_come_later_and_go_again(store: EventStore) -> None:
    assert (
        store.receive("far", 0, records_of("far", 2)[:3], opened={2: ("salt", "text"), 3: ("s", "t")}) is None
    )
    assert store.closed_parts("far") == (2, 3)
    assert store.receive("far", 3, (), opened={2: ("other", "text")}, erased=(3,)) is None
    assert store.closed_parts("far") == (2,)
    assert [r.parts.salt for r in store.read("far")] == ["", "salt", ""]


def test_records_that_do_not_follow_are_not_received(store: EventStore) -> None:
    with pytest.raises(Exception, match="must follow"):
        store.receive("far", 0, records_of("far", 3)[1:])
    assert "far" not in store.tournaments()


def test_a_copy_can_be_removed_and_no_other_log(store: EventStore) -> None:
    add(store, "own")
    assert store.receive("far", 0, records_of("far", 2), people={1: {"nick": "Ola"}}) is None
    store.remove_copy("far", {("s", "k"): {"x": 1}})
    assert (store.tournaments(), store.read("far"), store.people("far")) == ((T,), (), {})
    assert store.get("s", "k") == {"x": 1}
    assert store.receive("far", 0, records_of("far", 1)) is None
    assert len(store.read(T)) == 1
    with pytest.raises(Exception, match="only ever added to"):
        store.write_together(lambda c: c.many("DELETE FROM log WHERE tournament = ?", [(T,)]))  # type: ignore[attr-defined]
