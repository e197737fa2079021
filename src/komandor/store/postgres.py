"""Logs in PostgreSQL: for hosted installs with several web processes."""

import json
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, LiteralString, TypeVar

import psycopg
from psycopg import errors
from psycopg_pool import ConnectionPool, PoolTimeout

from komandor.log.record import GENESIS, Recorded, canonical, follow
from komandor.log.store import Appended, Conflict, Person, Puts, ReadOnly, TournamentExists, UnknownTournament
from komandor.store.postgres_listener import Listener
from komandor.store.schema import FIRST_VERSION, POSTGRES, VERSION, NewerSchema

T = TypeVar("T")
Connection = psycopg.Connection[tuple[Any, ...]]
READ: LiteralString = """SELECT tournament, seq, at, "by", command_id, event, prev, hash
    FROM log WHERE tournament = %s AND seq > %s AND seq <= %s ORDER BY seq"""
INSERT: LiteralString = """INSERT INTO log (tournament, seq, at, "by", command_id, event, prev, hash)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"""
COUNT: LiteralString = """INSERT INTO counters AS c VALUES (%s, %s, %s, %s, 1)
    ON CONFLICT (space, key, length) DO UPDATE SET
    counted = CASE WHEN c.running = excluded.running THEN c.counted + 1 ELSE 1 END, running = excluded.running
    RETURNING counted"""
PUT: LiteralString = """INSERT INTO facts VALUES (%s, %s, %s)
    ON CONFLICT (space, key) DO UPDATE SET value = excluded.value"""
ITEMS: LiteralString = "SELECT key, value FROM facts WHERE space = %s AND starts_with(key, %s)"
HEAD: LiteralString = "INSERT INTO heads VALUES (%s, 0, %s) ON CONFLICT DO NOTHING"
KEEP: LiteralString = "INSERT INTO secrets VALUES (%s, %s) ON CONFLICT DO NOTHING"
END = 2**31 - 1
SCHEMA_LOCK = 0x6B6F6D616E646F72  # "komandor"

UNREACHABLE = (psycopg.OperationalError, PoolTimeout)
FULL = "The database server's disk is full: nothing new can be saved. Free some space there."
STANDBY = "The database server accepts no writing now (a standby or a read-only setting)."
SILENT = "The database server does not answer. Nothing new can be saved until it does."


class PostgresStore:
    """Every write locks the tournament's head row first, so writers queue up instead of colliding."""

    name = "postgres"

    def __init__(self, url: str) -> None:
        self.trouble: ReadOnly | None = None
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            url, min_size=1, max_size=8, timeout=10, open=False
        )
        try:
            self._pool.open(wait=True, timeout=10)
            self._channel = self._write(_make_schema)
        except BaseException as error:
            self._pool.close()
            if isinstance(error, PoolTimeout):
                raise ReadOnly(SILENT, "store.unreachable") from error
            raise
        self._listener = Listener(url, self._channel)

    def create(self, tournament: str) -> None:
        self._write(lambda c: c.execute(HEAD, (tournament, GENESIS)))

    def tournaments(self) -> tuple[str, ...]:
        return tuple(sorted(row[0] for row in self._rows("SELECT tournament FROM heads")))

    def version(self, tournament: str) -> int:
        rows = self._rows("SELECT version FROM heads WHERE tournament = %s", tournament)
        return rows[0][0] if rows else 0

    def read(self, tournament: str, after: int = 0) -> tuple[Recorded, ...]:
        return tuple(Recorded(*row) for row in self._rows(READ, tournament, after, END))

    def by_command(self, tournament: str, command_id: str) -> tuple[Recorded, ...]:
        return self._read(lambda c: _by_command(c, tournament, command_id)) or ()

    def append(
        self,
        tournament: str,
        expected: int,
        at: str,
        by: str,
        command_id: str,
        events: tuple[str, ...],
        people: Mapping[int, Person | None] | None = None,
        puts: Puts | None = None,
    ) -> Appended | Conflict:
        rows = {person: None if data is None else canonical(data) for person, data in (people or {}).items()}

        def job(c: Connection) -> Appended | Conflict:
            version, head = _lock_head(c, tournament)
            before = _by_command(c, tournament, command_id)
            if before is not None:
                return Appended(before, again=True)
            if expected != version:
                return Conflict(version)
            records = follow(tournament, version, head, at, by, command_id, events)
            _insert(c, tournament, records, {command_id: (version + 1, version + len(records))})
            _write_people(c, tournament, rows)
            for (space, key), value in (puts or {}).items():
                _put(c, space, key, value)
            self._notify(c, tournament, version + len(records))
            return Appended(records)

        return self._write(job)

    def people(self, tournament: str) -> Mapping[int, Person]:
        query: LiteralString = "SELECT person, data FROM people WHERE tournament = %s ORDER BY person"
        return {person: json.loads(data) for person, data in self._rows(query, tournament)}

    def secret(self, tournament: str) -> bytes | None:
        rows = self._rows("SELECT secret FROM secrets WHERE tournament = %s", tournament)
        return bytes.fromhex(rows[0][0]) if rows else None

    def keep_secret(self, tournament: str, secret: bytes) -> None:
        def job(c: Connection) -> None:
            _lock_head(c, tournament)
            c.execute(KEEP, (tournament, secret.hex()))
            kept = c.execute("SELECT secret FROM secrets WHERE tournament = %s", (tournament,)).fetchone()
            if kept != (secret.hex(),):
                raise ValueError(f"{tournament} has another secret already")

        self._write(job)

    def put(self, space: str, key: str, value: Mapping[str, object] | None) -> None:
        self._write(lambda c: _put(c, space, key, value))

    def get(self, space: str, key: str) -> Mapping[str, object] | None:
        rows = self._rows("SELECT value FROM facts WHERE space = %s AND key = %s", space, key)
        return json.loads(rows[0][0]) if rows else None

    def items(self, space: str, prefix: str = "") -> tuple[tuple[str, Mapping[str, object]], ...]:
        found = self._rows(ITEMS, space, prefix)
        return tuple((key, json.loads(value)) for key, value in sorted(found))

    def count(self, space: str, key: str, window: int, now: float) -> int:
        row = (space, key, window, int(now) // window)
        counted = self._write(lambda c: c.execute(COUNT, row).fetchone())
        return int(counted[0]) if counted else 0

    def listen(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        return self._listener.add(heard)

    def load(self, tournament: str, records: Iterable[Recorded], people: Mapping[int, Person]) -> None:
        whole = tuple(records)
        commands: dict[str, tuple[int, int]] = {}
        for r in whole:
            commands[r.command_id] = commands.get(r.command_id, (r.seq, r.seq))[0], r.seq

        def job(c: Connection) -> None:
            made = c.execute(HEAD, (tournament, GENESIS))
            if not made.rowcount:
                raise TournamentExists(tournament)
            _insert(c, tournament, whole, commands)
            _write_people(c, tournament, {n: canonical(data) for n, data in people.items()})
            self._notify(c, tournament, len(whole))

        self._write(job)

    def close(self) -> None:
        self._listener.close()
        self._pool.close()

    def _notify(self, c: Connection, tournament: str, version: int) -> None:
        """Sent by PostgreSQL when, and only when, the transaction commits."""
        c.execute("SELECT pg_notify(%s, %s)", (self._channel, f"{version} {tournament}"))

    def _write(self, job: Callable[[Connection], T]) -> T:
        try:
            answer = self._transaction(job)
        except errors.DiskFull as error:
            raise self._fail(FULL, "store.disk_full") from error
        except errors.ReadOnlySqlTransaction as error:
            raise self._fail(STANDBY, "store.read_only") from error
        except UNREACHABLE as error:
            raise self._fail(SILENT, "store.unreachable") from error
        self.trouble = None
        return answer

    def _transaction(self, job: Callable[[Connection], T]) -> T:
        """Once more after a lost connection: a commit whose answer was lost is found by its command_id."""
        try:
            with self._pool.connection() as connection:
                return job(connection)
        except psycopg.OperationalError as lost:
            if isinstance(lost, (errors.DiskFull, PoolTimeout)):
                raise
            self._pool.check()
            with self._pool.connection() as connection:
                return job(connection)

    def _fail(self, message: str, code: str) -> ReadOnly:
        self.trouble = ReadOnly(message, code)
        return self.trouble

    def _read(self, job: Callable[[Connection], T]) -> T:
        return self._transaction(job)

    def _rows(self, query: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        return self._transaction(lambda c: c.execute(query, values).fetchall())


def _make_schema(c: Connection) -> str:
    """Make or check the tables, one process at a time; the answer names this schema's channel."""
    c.execute("SELECT pg_advisory_xact_lock(%s)", (SCHEMA_LOCK,))
    c.execute(POSTGRES)
    c.execute(FIRST_VERSION)
    row = c.execute("SELECT max(version), current_schema() FROM schema_version").fetchone()
    if row is None or row[0] > VERSION:
        raise NewerSchema(row[0] if row else 0)
    c.execute("DELETE FROM counters WHERE (running + 1) * length < %s", (int(time.time()),))
    return f"komandor_{row[1]}"


def _lock_head(c: Connection, tournament: str) -> tuple[int, str]:
    query: LiteralString = "SELECT version, hash FROM heads WHERE tournament = %s FOR UPDATE"
    row = c.execute(query, (tournament,)).fetchone()
    if row is None:
        raise UnknownTournament(tournament)
    return row[0], row[1]


def _by_command(c: Connection, tournament: str, command_id: str) -> tuple[Recorded, ...] | None:
    found = c.execute(
        "SELECT first - 1, last FROM commands WHERE tournament = %s AND command_id = %s",
        (tournament, command_id),
    ).fetchone()
    if found is None:
        return None
    return tuple(Recorded(*row) for row in c.execute(READ, (tournament, *found)))


def _insert(
    c: Connection, tournament: str, records: tuple[Recorded, ...], commands: Mapping[str, tuple[int, int]]
) -> None:
    rows = [(r.tournament, r.seq, r.at, r.by, r.command_id, r.event, r.prev, r.hash) for r in records]
    with c.cursor() as cursor:
        cursor.executemany(INSERT, rows)
        cursor.executemany(
            "INSERT INTO commands VALUES (%s, %s, %s, %s)",
            [(tournament, command, first, last) for command, (first, last) in commands.items()],
        )


def _write_people(c: Connection, tournament: str, rows: Mapping[int, str | None]) -> None:
    for person, data in rows.items():
        c.execute("DELETE FROM people WHERE tournament = %s AND person = %s", (tournament, person))
        if data is not None:
            c.execute("INSERT INTO people VALUES (%s, %s, %s)", (tournament, person, data))


def _put(c: Connection, space: str, key: str, value: Mapping[str, object] | None) -> None:
    if value is None:
        c.execute("DELETE FROM facts WHERE space = %s AND key = %s", (space, key))
    else:
        c.execute(PUT, (space, key, canonical(value)))
