"""Every store keeps the same promises: append-only, all or nothing, once per command, after the commit."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from komandor.log.record import GENESIS, broken_at
from komandor.log.store import Appended, Conflict, EventStore, Fact, UnknownTournament
from komandor.store import open_store
from komandor.store.schema import OtherSchema
from tests.support.stores import AT, T, add, event
from tests.support.waiting import PATIENCE

TURNS = 200

on_disk = pytest.mark.parametrize("where", ["sqlite", "postgres"], indirect=True)
"""For promises that a store in memory does not make: it forgets, and nobody else can reach it."""


def test_a_new_tournament_is_empty_and_listed(store: EventStore) -> None:
    store.create("aaa")
    store.create(T)
    assert store.tournaments() == ("aaa", T)
    assert (store.version(T), store.read(T), store.people(T), store.secret(T)) == (0, (), {}, None)
    for odd in ("no such", "no\x00such"):
        assert (store.version(odd), store.read(odd), store.people(odd)) == (0, (), {})
        assert (store.get("facts", odd), store.by_command(T, odd), store.key_used(odd, T)) == (
            None,
            (),
            False,
        )


def test_what_was_appended_is_read_back_and_chained(store: EventStore) -> None:
    first = add(store, "c1", event(1), event(2))
    second = add(store, "c2", '{"name":"Żółć 🎲 \\u0000","type":"noted"}')
    assert isinstance(first, Appended)
    assert isinstance(second, Appended)
    assert store.read(T) == first.records + second.records
    assert [r.seq for r in store.read(T)] == [1, 2, 3]
    assert first.records[0].prev == GENESIS
    assert broken_at(store.read(T), T) is None
    assert store.read(T, after=2) == second.records
    assert store.read(T, after=9) == ()
    assert store.version(T) == 3


def test_a_command_is_written_once_and_answered_always(store: EventStore) -> None:
    first = add(store, "c1", event(1), event(2))
    add(store, "c2")
    again = add(store, "c1", event(7), expected=0)
    assert isinstance(first, Appended)
    assert isinstance(again, Appended)
    assert again.again
    assert not first.again
    assert again.records == first.records == store.by_command(T, "c1")
    assert store.version(T) == 3
    assert store.by_command(T, "never") == ()
    asked = [("c", T), ("c1", T), ("c3", T), ("c1", "other"), ("c", ""), ("d", "")]
    assert [store.key_used(*one) for one in asked] == [True, True, False, False, True, False]


@pytest.mark.parametrize("where", ["postgres"], indirect=True)
def test_whoever_has_waited_in_line_is_not_passed_by(store: EventStore, where: str) -> None:
    other = open_store(where)
    with other.turn(T):
        assert add(store, "quick") == Conflict(0)
        assert isinstance(other.append(T, 0, AT, "organiser", "patient", (event(),), in_turn=True), Appended)
        assert add(store, "quick") == Conflict(1), "whoever else waits is next"
        store.create("other")
        assert isinstance(store.append("other", 0, AT, "organiser", "c", (event(),)), Appended)
    assert isinstance(add(store, "quick"), Appended)
    other.close()


@pytest.mark.parametrize("where", ["postgres"], indirect=True)
def test_a_turn_that_does_not_end_holds_up_nobody_for_ever(store: EventStore, where: str) -> None:
    stopped = open_store(where)
    with stopped.turn(T), store.turn(T):
        assert isinstance(store.append(T, 0, AT, "organiser", "c", (event(),), in_turn=True), Appended)
    stopped.close()


def test_a_command_may_change_people_only_and_is_still_written_once(store: EventStore) -> None:
    for name in ("Anna", "Ewa"):
        answer = store.append(T, 0, AT, "organiser", "p1", (), {1: {"name": name}})
        assert isinstance(answer, Appended)
        assert answer.records == ()
    assert store.people(T) == {1: {"name": "Anna"}}


@pytest.mark.parametrize("expected", [0, 2, 99, -1])
def test_whoever_saw_another_version_conflicts_and_writes_nothing(store: EventStore, expected: int) -> None:
    add(store, "c1")
    answer = store.append(T, expected, AT, "player:1", "c2", (event(),), {5: {"name": "Jan"}})
    assert answer == Conflict(1)
    assert store.version(T) == 1
    assert store.people(T) == {}
    assert isinstance(add(store, "c2"), Appended), "a refused command_id may be tried again"


def test_tournaments_do_not_touch_each_other(store: EventStore) -> None:
    store.create("other")
    add(store, "same id")
    other = store.append("other", 0, AT, "organiser", "same id", (event(),))
    assert isinstance(other, Appended)
    assert not other.again
    assert store.version("other") == store.version(T) == 1


def test_nothing_is_appended_to_an_unknown_tournament(store: EventStore) -> None:
    with pytest.raises(UnknownTournament):
        store.append("no such", 0, AT, "organiser", "c", (event(),))
    with pytest.raises(UnknownTournament):
        store.keep_secret("no such", b"x")


def test_people_are_kept_changed_and_erased_without_touching_the_chain(store: EventStore) -> None:
    store.append(
        T, 0, AT, "organiser", "c1", (event(),), {1: {"name": "Anna K."}, 12: {"name": "Bo", "minor": True}}
    )
    store.append(T, 1, AT, "organiser", "c2", (event(),), {1: {"name": "Anna Kowalska"}, 12: None})
    assert store.people(T) == {1: {"name": "Anna Kowalska"}}
    store.append(T, 2, AT, "organiser", "c3", (event(),), {1: None})
    assert store.people(T) == {}
    assert broken_at(store.read(T), T) is None


def test_what_is_kept_beside_the_log_changes_with_the_events_or_not_at_all(store: EventStore) -> None:
    store.put("codes", "1", {"code": "ABC"})
    gone = {("codes", "1"): None, ("erasure", "1"): {"done": True}}
    refused = store.append(T, 7, AT, "organiser", "c1", (event(),), {1: {"name": "Anna"}}, gone)
    assert isinstance(refused, Conflict)
    assert (store.get("codes", "1"), store.get("erasure", "1")) == ({"code": "ABC"}, None)
    assert isinstance(store.append(T, 0, AT, "organiser", "c1", (event(),), None, gone), Appended)
    assert (store.get("codes", "1"), store.get("erasure", "1")) == (None, {"done": True})
    again = store.append(T, 0, AT, "organiser", "c1", (event(),), None, {("codes", "1"): {"code": "X"}})
    assert isinstance(again, Appended)
    assert store.get("codes", "1") is None, "a repeated command writes nothing"


def test_a_fact_is_changed_from_what_is_there(store: EventStore) -> None:
    def one_more(kept: Fact) -> Fact:
        return {**kept, str(len(kept)): True}

    assert store.change("switches", T, one_more) == {"0": True}
    assert store.change("switches", T, one_more) == {"0": True, "1": True} == store.get("switches", T)


def test_a_change_that_fails_leaves_what_was_there(store: EventStore) -> None:
    def fail(kept: Fact) -> Fact:
        raise LookupError

    for before in (None, {"a": 1}):
        store.put("switches", T, before)
        with pytest.raises(LookupError):
            store.change("switches", T, fail)
        assert store.get("switches", T) == before


def test_changes_at_once_are_all_kept(store: EventStore) -> None:
    def turn(switch: int) -> None:
        store.change("switches", T, lambda kept: {**kept, str(switch): True})

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(turn, range(TURNS)))
    assert len(store.get("switches", T) or {}) == TURNS


def test_a_secret_is_kept_once_and_never_swapped(store: EventStore) -> None:
    assert store.keep_secret(T, bytes(range(32))) == bytes(range(32))
    assert store.secret(T) == bytes(range(32))
    assert store.keep_secret(T, b"better luck") == bytes(range(32)), "whoever comes second gets the first's"
    assert store.secret(T) == bytes(range(32))


def test_facts_are_put_found_by_prefix_and_forgotten(store: EventStore) -> None:
    store.put("token", "a/1", {"seat": 1})
    store.put("token", "a/2", {"seat": 2})
    store.put("token", "b_%", {"seat": 3})
    store.put("other", "a/1", {"seat": 9})
    store.put("token", "a/2", {"seat": 22})
    assert store.get("token", "a/2") == {"seat": 22}
    assert store.items("token", "a/") == (("a/1", {"seat": 1}), ("a/2", {"seat": 22}))
    assert store.items("token", "_") == ()
    assert [key for key, _ in store.items("token")] == ["a/1", "a/2", "b_%"]
    store.put("token", "a/2", None)
    store.put("token", "a/2", None)
    assert store.get("token", "a/2") is None


def test_many_keys_are_asked_for_at_once(store: EventStore) -> None:
    for key in ("a", "b"):
        store.put("token", key, {"key": key})
    assert store.get_many("token", ("b", "none", "a")) == {"a": {"key": "a"}, "b": {"key": "b"}}
    assert store.get_many("other", ("a",)) == {}


def test_what_was_put_cannot_be_changed_from_outside(store: EventStore) -> None:
    value: dict[str, object] = {"list": [1]}
    store.put("s", "k", value)
    value["list"] = [2]
    assert store.get("s", "k") == {"list": [1]}


def test_every_append_is_heard_once_until_stopped(store: EventStore) -> None:
    heard: list[tuple[str, int]] = []
    news, later = threading.Semaphore(0), threading.Semaphore(0)

    def hear(tournament: str, version: int) -> None:
        heard.append((tournament, version))
        news.release()

    def broken(tournament: str, version: int) -> None:
        raise RuntimeError("a listener's own mistake")

    store.listen(broken)
    stop = store.listen(hear)
    add(store, "c1", event(1), event(2))
    add(store, "c1")  # answered again: nothing new
    add(store, "c2", expected=0)  # conflict: nothing new
    add(store, "c2")
    assert news.acquire(timeout=PATIENCE)
    assert news.acquire(timeout=PATIENCE)
    assert heard == [(T, 2), (T, 3)]
    stop()
    store.listen(lambda *_: later.release())
    add(store, "c3")
    assert later.acquire(timeout=PATIENCE), "somebody else hears it"
    assert heard == [(T, 2), (T, 3)]


def test_a_change_beside_the_log_is_announced_to_all_listeners(store: EventStore) -> None:
    heard: list[tuple[str, int]] = []
    news = threading.Semaphore(0)

    def hear(tournament: str, change: int) -> None:
        heard.append((tournament, change))
        news.release()

    store.listen(hear)
    store.announce(T, 3)
    assert news.acquire(timeout=PATIENCE)
    assert (heard, store.version(T)) == ([(T, -3)], 0)


def test_what_is_counted_at_once_is_counted_once_each_and_forgotten_at_its_end(
    where: str, store: EventStore
) -> None:
    other = store if where == "memory:" or store.name == "sqlite" else open_store(where)

    def count(one: EventStore) -> int:
        return one.count(("b", "a"), 600, 599)["a"]

    with ThreadPoolExecutor(2) as threads:
        counted = list(threads.map(count, [store, other] * TURNS))
    assert sorted(counted) == list(range(1, 2 * TURNS + 1))
    assert store.count(("b",), 600, 599) == {"b": 2 * TURNS + 1}
    assert store.count(("a",), 1200, 600) == {"a": 1}, "another window"
    assert store.count(("a",), 600, 600) == {"a": 1}, "what ended was forgotten"
    if other is not store:
        other.close()


def test_many_threads_lose_and_double_nothing(store: EventStore) -> None:
    def player(n: int) -> None:
        for k in range(10):
            for _ in range(2):  # every tap is a double tap
                while isinstance(add(store, f"p{n}-{k}", event(n)), Conflict):
                    pass

    threads = [threading.Thread(target=player, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    records = store.read(T)
    assert len(records) == 60 == len({r.command_id for r in records})
    assert broken_at(records, T) is None


@on_disk
def test_a_closed_store_opens_again_with_everything(where: str) -> None:
    store = open_store(where)
    store.create(T)
    store.append(T, 0, AT, "organiser", "c1", (event(),), {1: {"name": "Anna"}})
    store.keep_secret(T, b"s" * 32)
    store.put("s", "k", {"v": 1})
    before = store.read(T)
    store.close()
    again = open_store(where)
    assert again.read(T) == before
    assert again.people(T) == {1: {"name": "Anna"}}
    assert again.secret(T) == b"s" * 32
    assert again.get("s", "k") == {"v": 1}
    again.close()


STATEMENTS = [
    "UPDATE log SET event = '{}'",
    "DELETE FROM log",
    "UPDATE commands SET command_id = 'x'",
    "DELETE FROM commands",
    'INSERT INTO log SELECT tournament, 9, at, "by", command_id, event, prev, hash, sealed FROM log',
    'INSERT INTO log SELECT tournament, 2, at, "by", command_id, event, prev, hash, sealed FROM log',
]


@on_disk
@pytest.mark.parametrize("statement", STATEMENTS)
def test_the_database_itself_refuses_to_rewrite_the_log(where: str, statement: str) -> None:
    store = open_store(where)
    store.create(T)
    add(store, "c1")
    before = store.read(T)
    with pytest.raises((sqlite3.IntegrityError, psycopg.errors.RestrictViolation)):
        behind_the_back(where, statement)
    assert store.read(T) == before
    store.close()


@on_disk
@pytest.mark.parametrize(("found", "code"), [(1, "store.older_schema"), (99, "store.newer_schema")])
def test_data_of_another_schema_are_left_alone(where: str, found: int, code: str) -> None:
    open_store(where).close()
    behind_the_back(where, f"UPDATE schema_version SET version = {found}")
    for _ in range(2):
        with pytest.raises(OtherSchema, match=f"schema {found}") as refused:
            open_store(where)
        assert refused.value.reason.code == code


def behind_the_back(where: str, statement: str) -> None:
    if where.startswith("postgres"):
        with psycopg.connect(where) as connection:
            connection.execute(statement.encode())
    else:
        lite = sqlite3.connect(Path(where) / "komandor.sqlite3")
        try:
            lite.execute(statement)
            lite.commit()
        finally:
            lite.close()
