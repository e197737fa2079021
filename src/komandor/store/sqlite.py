"""Logs in one SQLite file: the store of a laptop in the hall."""

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from komandor.log.record import GENESIS, Recorded, canonical, follow
from komandor.log.store import Appended, Conflict, Person, Puts, ReadOnly, TournamentExists, UnknownTournament
from komandor.store.listeners import Listeners
from komandor.store.places import refuse_unsafe
from komandor.store.schema import FIRST_VERSION, SQLITE, VERSION, NewerSchema
from komandor.store.sqlite_writer import Writer, connect

FILE = "komandor.sqlite3"
READER = {"query_only": 1, "wal_autocheckpoint": 0}
READ = """SELECT tournament, seq, at, "by", command_id, event, prev, hash
    FROM log WHERE tournament = ? AND seq > ? AND seq <= ? ORDER BY seq"""
INSERT = """INSERT INTO log (tournament, seq, at, "by", command_id, event, prev, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
COUNT = """INSERT INTO counters VALUES (?, ?, ?, ?, 1) ON CONFLICT (space, key, length) DO UPDATE SET
    counted = CASE WHEN running = excluded.running THEN counted + 1 ELSE 1 END, running = excluded.running
    RETURNING counted"""
LOST = """SELECT tournament FROM heads h
    WHERE version <> (SELECT count(*) FROM log WHERE tournament = h.tournament)
    OR version > 0 AND hash <> (SELECT hash FROM log WHERE tournament = h.tournament AND seq = version)"""
END = 2**62


class SqliteStore:
    """One writer, a few readers. A second process may read, and is told why it cannot write."""

    name = "sqlite"

    def __init__(self, path: Path, anywhere: bool = False) -> None:
        self.path = path / FILE if path.is_dir() or not path.suffix else path
        if not anywhere:
            refuse_unsafe(self.path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._writer = Writer(self.path)
        self._readers: list[sqlite3.Connection] = []
        self._readers_lock = threading.Lock()
        self._listeners = Listeners()
        self._start()

    @property
    def trouble(self) -> ReadOnly | None:
        return self._writer.trouble

    def create(self, tournament: str) -> None:
        self._writer.do(
            lambda c: c.execute("INSERT OR IGNORE INTO heads VALUES (?, 0, ?)", (tournament, GENESIS))
        )

    def tournaments(self) -> tuple[str, ...]:
        return tuple(sorted(row[0] for row in self._rows("SELECT tournament FROM heads")))

    def version(self, tournament: str) -> int:
        rows = self._rows("SELECT version FROM heads WHERE tournament = ?", tournament)
        return rows[0][0] if rows else 0

    def read(self, tournament: str, after: int = 0) -> tuple[Recorded, ...]:
        return tuple(Recorded(*row) for row in self._rows(READ, tournament, after, END))

    def by_command(self, tournament: str, command_id: str) -> tuple[Recorded, ...]:
        with self._reader() as connection:
            return _by_command(connection, tournament, command_id) or ()

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

        def job(c: sqlite3.Connection) -> Appended | Conflict:
            version, head = _head(c, tournament)
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
            return Appended(records)

        answer = self._writer.do(job)
        if None in rows.values():  # what was erased must not stay in the WAL either
            with suppress(ReadOnly):
                self._writer.checkpoint()
        if isinstance(answer, Appended) and not answer.again:
            self._listeners.tell(tournament, expected + len(answer.records))
        return answer

    def people(self, tournament: str) -> Mapping[int, Person]:
        query = "SELECT person, data FROM people WHERE tournament = ? ORDER BY person"
        return {person: json.loads(data) for person, data in self._rows(query, tournament)}

    def secret(self, tournament: str) -> bytes | None:
        rows = self._rows("SELECT secret FROM secrets WHERE tournament = ?", tournament)
        return bytes.fromhex(rows[0][0]) if rows else None

    def keep_secret(self, tournament: str, secret: bytes) -> None:
        def job(c: sqlite3.Connection) -> None:
            _head(c, tournament)
            c.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?)", (tournament, secret.hex()))
            kept = c.execute("SELECT secret FROM secrets WHERE tournament = ?", (tournament,)).fetchone()[0]
            if kept != secret.hex():
                raise ValueError(f"{tournament} has another secret already")

        self._writer.do(job)

    def put(self, space: str, key: str, value: Mapping[str, object] | None) -> None:
        self._writer.do(lambda c: _put(c, space, key, value))

    def get(self, space: str, key: str) -> Mapping[str, object] | None:
        rows = self._rows("SELECT value FROM facts WHERE space = ? AND key = ?", space, key)
        return json.loads(rows[0][0]) if rows else None

    def items(self, space: str, prefix: str = "") -> tuple[tuple[str, Mapping[str, object]], ...]:
        query = "SELECT key, value FROM facts WHERE space = ? AND substr(key, 1, ?) = ?"
        found = self._rows(query, space, len(prefix), prefix)
        return tuple((key, json.loads(value)) for key, value in sorted(found))

    def count(self, space: str, key: str, window: int, now: float) -> int:
        row = (space, key, window, int(now) // window)
        return int(self._writer.do(lambda c: c.execute(COUNT, row).fetchone()[0]))

    def listen(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        return self._listeners.add(heard)

    def load(self, tournament: str, records: Iterable[Recorded], people: Mapping[int, Person]) -> None:
        whole = tuple(records)
        commands: dict[str, tuple[int, int]] = {}
        for r in whole:
            commands[r.command_id] = commands.get(r.command_id, (r.seq, r.seq))[0], r.seq

        def job(c: sqlite3.Connection) -> None:
            if c.execute("SELECT 1 FROM heads WHERE tournament = ?", (tournament,)).fetchone():
                raise TournamentExists(tournament)
            c.execute("INSERT INTO heads VALUES (?, 0, ?)", (tournament, GENESIS))
            _insert(c, tournament, whole, commands)
            _write_people(c, tournament, {n: canonical(data) for n, data in people.items()})

        self._writer.do(job)
        self._listeners.tell(tournament, len(whole))

    def close(self) -> None:
        """Readers first: the last connection to close checkpoints, and that must be the writer."""
        with self._readers_lock:
            while self._readers:
                self._readers.pop().close()
        self._writer.close()

    def snapshot(self, target: sqlite3.Connection) -> None:
        """Copy the whole database through the backup API, as it stands at one moment."""
        with self._reader() as connection:
            connection.backup(target)

    def _start(self) -> None:
        try:
            self._writer.do(_make_schema)
            self._writer.do(_check_heads)
        except ReadOnly as no:
            if no.code == "store.damaged" or not self._usable():
                self.close()
                raise
        except NewerSchema:
            self.close()
            raise

    def _usable(self) -> bool:
        """Somebody else writes here, or the disk is full: reading is still worth it."""
        try:
            return bool(self._rows("SELECT 1 FROM schema_version"))
        except (sqlite3.Error, ReadOnly):
            return False

    def _rows(self, query: str, *values: object) -> list[Any]:
        with self._reader() as connection:
            return connection.execute(query, values).fetchall()

    @contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        with self._readers_lock:
            connection = self._readers.pop() if self._readers else None
        connection = connection or connect(self.path, READER)
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        with self._readers_lock:
            self._readers.append(connection)


def _make_schema(c: sqlite3.Connection) -> None:
    for statement in _statements(SQLITE):
        c.execute(statement)
    c.execute(FIRST_VERSION)
    found = c.execute("SELECT max(version) FROM schema_version").fetchone()[0]
    if found > VERSION:
        raise NewerSchema(found)
    c.execute("DELETE FROM counters WHERE (running + 1) * length < ?", (int(time.time()),))


def _statements(script: str) -> Iterator[str]:
    """`executescript` would commit on its own; so cut the script where a statement is complete."""
    text = ""
    for line in script.splitlines():
        text += line + "\n"
        if sqlite3.complete_statement(text):
            yield text
            text = ""


def _check_heads(c: sqlite3.Connection) -> None:
    lost = c.execute(LOST).fetchone()
    if lost:
        raise ReadOnly(f"The log of {lost[0]} is damaged: keep the file, restore a backup.", "store.damaged")


def _head(c: sqlite3.Connection, tournament: str) -> tuple[int, str]:
    row = c.execute("SELECT version, hash FROM heads WHERE tournament = ?", (tournament,)).fetchone()
    if row is None:
        raise UnknownTournament(tournament)
    return row[0], row[1]


def _by_command(c: sqlite3.Connection, tournament: str, command_id: str) -> tuple[Recorded, ...] | None:
    query = "SELECT first - 1, last FROM commands WHERE tournament = ? AND command_id = ?"
    found = c.execute(query, (tournament, command_id)).fetchone()
    if found is None:
        return None
    return tuple(Recorded(*row) for row in c.execute(READ, (tournament, *found)))


def _insert(
    c: sqlite3.Connection,
    tournament: str,
    records: tuple[Recorded, ...],
    commands: Mapping[str, tuple[int, int]],
) -> None:
    rows = ((r.tournament, r.seq, r.at, r.by, r.command_id, r.event, r.prev, r.hash) for r in records)
    c.executemany(INSERT, rows)
    c.executemany(
        "INSERT INTO commands VALUES (?, ?, ?, ?)",
        ((tournament, command, first, last) for command, (first, last) in commands.items()),
    )


def _write_people(c: sqlite3.Connection, tournament: str, rows: Mapping[int, str | None]) -> None:
    for person, data in rows.items():
        if data is None:
            c.execute("DELETE FROM people WHERE tournament = ? AND person = ?", (tournament, person))
        else:
            c.execute("INSERT OR REPLACE INTO people VALUES (?, ?, ?)", (tournament, person, data))


def _put(c: sqlite3.Connection, space: str, key: str, value: Mapping[str, object] | None) -> None:
    if value is None:
        c.execute("DELETE FROM facts WHERE space = ? AND key = ?", (space, key))
    else:
        c.execute("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", (space, key, canonical(value)))
