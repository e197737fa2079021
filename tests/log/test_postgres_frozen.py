"""A PostgreSQL that hangs keeps nobody waiting, and does not do later what nobody was told of."""

import time
from collections.abc import Iterator
from contextlib import ExitStack

import psycopg
import pytest

from komandor.log.store import Appended, ReadOnly
from komandor.store.postgres import PostgresStore
from komandor.store.sql import Transaction
from tests.support.postgres import frozen
from tests.support.waiting import wait_until

AT = "2026-11-15T14:03:09Z"
T = "t"
A_FEW = 8.0  # seconds, with what a busy machine adds


@pytest.fixture
def store(postgres_database: str) -> Iterator[PostgresStore]:
    opened = PostgresStore(postgres_database)
    opened.create(T)
    yield opened
    opened.close()


def note(store: PostgresStore, command: str, expected: int = 0) -> Appended:
    answer = store.append(T, expected, AT, "organiser", command, ("{}",))
    assert isinstance(answer, Appended)
    return answer


def unsaved(store: PostgresStore, command: str) -> float:
    """How long it took to hear that nothing was saved."""
    began = time.monotonic()
    with pytest.raises(ReadOnly) as refused:
        note(store, command)
    assert refused.value.code == "store.unreachable"
    return time.monotonic() - began


def connected(url: str) -> set[int]:
    """The server's processes that serve this database."""
    query = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with psycopg.connect(url) as admin:
        return {pid for (pid,) in admin.execute(query).fetchall()}


def saves(store: PostgresStore, command: str) -> Appended | None:
    try:
        return note(store, command)
    except ReadOnly:
        return None


def test_a_frozen_server_keeps_nobody_waiting_and_writes_nothing_later(
    store: PostgresStore, postgres_database: str
) -> None:
    before = connected(postgres_database)
    with frozen(postgres_database):
        assert unsaved(store, "frozen") < A_FEW
        assert unsaved(store, "asked again at once") < 1, "one silence is not waited for twice"
    assert wait_until(lambda: before - connected(postgres_database)), "the one that was hung up on is gone"
    assert wait_until(lambda: saves(store, "later"))
    assert (store.by_command(T, "frozen"), store.version(T)) == ((), 1)


def test_a_commit_whose_answer_never_came_is_found_by_its_command(
    store: PostgresStore, postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as ice:

        def freeze(c: Transaction, tournament: str, version: int) -> None:
            ice.enter_context(frozen(postgres_database))

        monkeypatch.setattr(store, "_grows", freeze)
        assert unsaved(store, "one") < A_FEW
        monkeypatch.undo()
    assert wait_until(lambda: saves(store, "one"))
    assert (len(store.by_command(T, "one")), store.version(T)) == (1, 1)


def test_a_process_that_stops_inside_a_transaction_keeps_nobody_waiting(
    store: PostgresStore, postgres_database: str
) -> None:
    with psycopg.connect(postgres_database) as stopped:
        stopped.execute("SELECT 1 FROM heads WHERE tournament = %s FOR UPDATE", (T,))
        assert unsaved(store, "behind it") < A_FEW
        assert store.version(T) == 0, "everybody else can read"
    assert note(store, "behind it").records


@pytest.fixture
def hasty(postgres_database: str) -> Iterator[PostgresStore]:
    """On a server that ends at once what stands still inside a transaction."""
    opened = PostgresStore(f"{postgres_database}&options=-c%20idle_in_transaction_session_timeout%3D100")
    opened.create(T)
    yield opened
    opened.close()


def test_a_process_that_was_stopped_inside_a_transaction_writes_once_when_it_goes_on(
    hasty: PostgresStore, postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a laptop whose lid was closed: the server has ended the transaction meanwhile."""
    slept: list[bool] = []

    def sleep_once(c: Transaction, tournament: str, version: int) -> None:
        c.rows("SELECT 1")  # after many rows at once the server's own clock does not run
        if not slept:
            slept.append(ended(postgres_database))

    monkeypatch.setattr(hasty, "_grows", sleep_once)
    assert not note(hasty, "one").again
    assert (slept, hasty.version(T)) == ([True], 1)


def test_a_turn_that_was_slept_through_is_over_without_trouble(
    hasty: PostgresStore, postgres_database: str
) -> None:
    with hasty.turn(T):
        assert ended(postgres_database)
        answer = hasty.append(T, 0, AT, "organiser", "one", ("{}",), in_turn=True)
    assert (isinstance(answer, Appended), hasty.version(T)) == (True, 1)


def ended(url: str) -> bool:
    """Whether the server has ended the transaction in which somebody stands still."""
    inside = "datname = current_database() AND xact_start IS NOT NULL"

    def nobody_else() -> bool:
        with psycopg.connect(url) as admin:
            return admin.execute(f"SELECT count(*) FROM pg_stat_activity WHERE {inside}").fetchone() == (1,)

    return wait_until(nobody_else)
