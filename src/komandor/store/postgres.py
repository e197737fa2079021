"""Logs in PostgreSQL: for hosted installs with several web processes."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import LiteralString

import psycopg
from psycopg import errors
from psycopg_pool import ConnectionPool, PoolTimeout

from komandor.log.store import ReadOnly, StoreName
from komandor.store.postgres_listener import Listener
from komandor.store.postgres_silence import LONG_SILENCE, Connection, WentSilent, options
from komandor.store.schema import FOUND, POSTGRES, THIS_VERSION, fits
from komandor.store.sql import Job, Row, SqlStore, T, Transaction

START, PATIENCE = 10.0, 2.0  # seconds for a connection: at the start, and later
REST = 1.0  # seconds for which a server that has gone silent is not asked again
SCHEMA_LOCK = 0x6B6F6D616E646F72  # "komandor"
TURN = 0x7475726E  # "turn"
LONGEST_TURN = "SET LOCAL lock_timeout = '2s'"
AT_ONCE = 4  # logs for which one process waits in line at once

OVERSLEPT = (errors.IdleInTransactionSessionTimeout, errors.TransactionTimeout)
"""The server has ended a connection on which nothing came for too long: this process was stopped."""
UNREACHABLE = (psycopg.OperationalError, PoolTimeout, *OVERSLEPT)
UNREACHABLE_NOW = "store.unreachable"
FULL = "The database server's disk is full: nothing new can be saved. Free some space there."
STANDBY = "The database server accepts no writing now (a standby or a read-only setting)."
NUL = "\x00"
SILENT = "The database server does not answer. Nothing new can be saved until it does."


class _Transaction:
    """A connection of PostgreSQL, as the shared operations see it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rows(self, query: str, *values: object) -> list[Row]:
        if query.startswith("SELECT") and any(isinstance(one, str) and NUL in one for one in values):
            return []  # PostgreSQL keeps no such text, and fails when asked for it
        return self._connection.execute(_own(query), values).fetchall()

    def many(self, query: str, rows: Iterable[Row]) -> None:
        with self._connection.cursor() as cursor:
            cursor.executemany(_own(query), rows)

    def run(self, statement: LiteralString) -> None:
        self._connection.execute(statement)


def _own(query: str) -> bytes:
    """A shared statement with PostgreSQL's mark for values; bytes, because the statement is one of ours."""
    return query.replace("?", "%s").encode()


class PostgresStore(SqlStore):
    """Every write locks the tournament's head row first, so writers queue up instead of colliding."""

    name: StoreName = "postgres"
    deletable = ("ALTER TABLE log DISABLE TRIGGER log_never", "ALTER TABLE log ENABLE TRIGGER log_never")
    head = SqlStore.head + " FOR UPDATE"
    _listeners: Listener

    def __init__(self, url: str) -> None:
        self.trouble: ReadOnly | None = None
        self._rests_until = 0.0  # monotonic
        self._pool = _pool(url, 1, 8)
        self._lines = _pool(url, 0, AT_ONCE)  # others: whoever has the turn needs one of the pool
        try:
            self._pool.open(wait=True, timeout=START)
            self._channel = self._guarded(_make_schema)
            self._lines.open()
        except BaseException as error:
            self._pool.close()
            if isinstance(error, PoolTimeout):
                raise ReadOnly(SILENT, UNREACHABLE_NOW) from error
            raise
        self._listeners = Listener(url, self._channel)

    def close(self) -> None:
        self._listeners.close()
        self._lines.close()
        self._pool.close()

    @contextmanager
    def turn(self, tournament: str) -> Iterator[None]:
        """The server lets them in as they have come. Who has waited too long goes on without a turn."""
        with suppress(*UNREACHABLE), ExitStack() as held:
            with suppress(*UNREACHABLE):
                connection = held.enter_context(self._lines.connection())
                connection.execute(LONGEST_TURN)
                connection.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", self._line(tournament))
            yield

    def _somebody_waits(self, c: Transaction, tournament: str) -> bool:
        free = c.rows("SELECT pg_try_advisory_xact_lock_shared(?, hashtext(?))", *self._line(tournament))
        return not free[0][0]

    def _line(self, tournament: str) -> tuple[int, str]:
        return TURN, f"{self._channel} {tournament}"

    def _grows(self, c: Transaction, tournament: str, version: int) -> None:
        """Sent by PostgreSQL when, and only when, the transaction commits."""
        c.rows("SELECT pg_notify(?, ?)", self._channel, f"{version} {tournament}")

    def _has_grown(self, tournament: str, version: int) -> None:
        """The listener hears of it from PostgreSQL."""

    def _has_erased(self) -> None:
        """Rewrite the tables without the rows that PostgreSQL only marks as deleted."""
        with suppress(psycopg.Error, PoolTimeout), self._pool.connection() as connection:
            connection.commit()
            connection.autocommit = True
            try:
                connection.silence = LONG_SILENCE
                connection.execute("SET statement_timeout = 0")
                connection.execute("VACUUM (FULL) people")
                connection.execute("VACUUM (FULL) facts")
                connection.execute("VACUUM (FULL) closed")
            finally:
                connection.execute("RESET statement_timeout")
                connection.autocommit = False

    def _write(self, job: Job[T]) -> T:
        answer = self._guarded(lambda connection: job(_Transaction(connection)))
        self.trouble = None
        return answer

    def _read(self, job: Job[T]) -> T:
        answer = self._guarded(lambda connection: job(_Transaction(connection)))
        if self.trouble is not None and self.trouble.code == UNREACHABLE_NOW:
            self.trouble = None  # it is back; other troubles concern writing only
        return answer

    def at_one_moment(self, job: Job[T]) -> T:
        def read(connection: Connection) -> T:
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            connection.without_limits()
            return job(_Transaction(connection))

        return self._guarded(read)

    def write_together(self, job: Job[None]) -> None:
        def write(connection: Connection) -> None:
            connection.without_limits()
            job(_Transaction(connection))

        self._guarded(write)

    def _guarded(self, job: Callable[[Connection], T]) -> T:
        """A transaction whose failure is told in the words of the store."""
        if time.monotonic() < self._rests_until:  # a page that asks ten times waits once
            raise self._fail(SILENT, UNREACHABLE_NOW)
        try:
            return self._transaction(job)
        except errors.DiskFull as error:
            raise self._fail(FULL, "store.disk_full") from error
        except errors.ReadOnlySqlTransaction as error:
            raise self._fail(STANDBY, "store.read_only") from error
        except UNREACHABLE as error:
            raise self._fail(SILENT, UNREACHABLE_NOW) from error

    def _transaction(self, job: Callable[[Connection], T]) -> T:
        """Once more after a lost connection: a commit whose answer was lost is found by its command_id."""
        try:
            with self._pool.connection() as connection:
                return job(connection)
        except (psycopg.OperationalError, *OVERSLEPT) as lost:
            if isinstance(lost, WentSilent):
                self._rests_until = time.monotonic() + REST
            if isinstance(lost, (errors.DiskFull, errors.QueryCanceled, PoolTimeout, WentSilent)):
                raise
            self._pool.check()
            with self._pool.connection() as connection:
                return job(connection)

    def _fail(self, message: str, code: str) -> ReadOnly:
        self.trouble = ReadOnly(message, code)
        return self.trouble


def _pool(url: str, least: int, most: int) -> ConnectionPool[Connection]:
    return ConnectionPool(
        url,
        connection_class=Connection,
        reset=Connection.with_limits,
        min_size=least,
        max_size=most,
        timeout=PATIENCE,
        reconnect_timeout=PATIENCE,  # then whoever asks next begins again, without a growing pause
        # a network that swallows everything
        kwargs={"connect_timeout": round(PATIENCE), "tcp_user_timeout": 5000, "options": options(url)},
        open=False,
    )


def _make_schema(c: Connection) -> str:
    """Make or check the tables, one process at a time; the answer names this schema's channel."""
    c.without_limits()
    c.execute("SELECT pg_advisory_xact_lock(%s)", (SCHEMA_LOCK,))
    fits(_schema_of(c))
    c.execute(POSTGRES)
    c.execute(THIS_VERSION)
    row = c.execute("SELECT current_schema()").fetchone()
    return f"komandor_{row[0] if row else ''}"


def _schema_of(c: Connection) -> int:
    """The version of the tables; 0 if there are none."""
    there = c.execute("SELECT to_regclass('schema_version')").fetchone()
    if there is None or there[0] is None:
        return 0
    row = c.execute(FOUND).fetchone()
    return int(row[0] or 0) if row else 0
