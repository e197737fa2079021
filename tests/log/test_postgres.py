"""Several web processes share one PostgreSQL: each hears of every version, also after a lost connection."""

import threading
from collections.abc import Iterator

import psycopg
import pytest

from komandor.log.record import broken_at
from komandor.log.store import Appended, Conflict, ReadOnly
from komandor.store import postgres
from komandor.store.postgres import PostgresStore
from tests.support import waiting
from tests.support.waiting import wait_until

AT = "2026-11-15T14:03:09Z"
T = "t"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new connection may take longer than a player would wait: only that it comes is tested here."""
    monkeypatch.setattr(postgres, "PATIENCE", waiting.PATIENCE)


@pytest.fixture
def two(postgres_database: str) -> Iterator[tuple[PostgresStore, PostgresStore]]:
    """As two processes have it: two pools on one database."""
    one, other = PostgresStore(postgres_database), PostgresStore(postgres_database)
    one.create(T)
    yield one, other
    one.close()
    other.close()


def note(store: PostgresStore, command: str) -> Appended | Conflict:
    return store.append(T, store.version(T), AT, "organiser", command, ("{}",))


def hang_up(url: str) -> None:
    """End every other connection, as a restart of the server would; they are gone when this returns."""
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid, %s) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()",
            (round(waiting.PATIENCE * 1000),),
        )


def test_one_process_hears_what_the_other_appends(two: tuple[PostgresStore, PostgresStore]) -> None:
    heard: list[tuple[str, int]] = []
    two[1].listen(lambda tournament, version: heard.append((tournament, version)))
    note(two[0], "a")
    note(two[1], "b")
    assert wait_until(lambda: len(heard) == 2)
    assert heard == [(T, 1), (T, 2)]


def test_what_was_appended_while_the_line_was_down_is_heard_after_it(
    two: tuple[PostgresStore, PostgresStore], postgres_database: str
) -> None:
    heard: list[tuple[str, int]] = []
    two[1].listen(lambda tournament, version: heard.append((tournament, version)))
    note(two[0], "a")
    assert wait_until(lambda: heard == [(T, 1)])
    hang_up(postgres_database)
    note(two[0], "b")  # may well be committed before the listener is back
    assert wait_until(lambda: heard[-1] == (T, 2))
    note(two[0], "c")
    assert wait_until(lambda: heard[-1] == (T, 3))


def test_a_lost_connection_is_replaced_without_a_word(
    two: tuple[PostgresStore, PostgresStore], postgres_database: str
) -> None:
    note(two[0], "a")
    hang_up(postgres_database)
    assert isinstance(note(two[0], "b"), Appended)
    hang_up(postgres_database)
    assert two[0].read(T) == two[0].by_command(T, "a") + two[0].by_command(T, "b")


def test_two_processes_on_one_tournament_lose_and_double_nothing(
    two: tuple[PostgresStore, PostgresStore],
) -> None:
    def phone(n: int) -> None:
        for k in range(8):
            while isinstance(note(two[n % 2], f"{n}-{k}"), Conflict):
                pass

    threads = [threading.Thread(target=phone, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    records = two[0].read(T)
    assert len({r.command_id for r in records}) == len(records) == 48
    assert broken_at(records, T) is None


def test_many_processes_may_make_the_tables_at_once(postgres_database: str) -> None:
    opened: list[PostgresStore] = []
    threads = [
        threading.Thread(target=lambda: opened.append(PostgresStore(postgres_database))) for _ in range(5)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 5
    for store in opened:
        store.close()


def test_a_server_that_takes_no_writing_says_so_and_is_still_read(postgres_database: str) -> None:
    store = PostgresStore(postgres_database)
    store.create(T)
    note(store, "a")
    with psycopg.connect(postgres_database, autocommit=True) as admin:
        name = admin.info.dbname
        admin.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on".encode())
        hang_up(postgres_database)
    with pytest.raises(ReadOnly, match="accepts no writing"):
        note(store, "b")
    assert store.trouble is not None
    assert store.version(T) == 1
    with psycopg.connect(postgres_database, autocommit=True) as admin:
        admin.execute("SET default_transaction_read_only = off")
        admin.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only".encode())
    hang_up(postgres_database)
    assert isinstance(note(store, "b"), Appended)
    assert store.trouble is None
    store.close()


def test_a_log_cannot_be_emptied(two: tuple[PostgresStore, PostgresStore], postgres_database: str) -> None:
    note(two[0], "a")
    with (
        psycopg.connect(postgres_database) as connection,
        pytest.raises(psycopg.errors.RestrictViolation),
    ):
        connection.execute("TRUNCATE log")
