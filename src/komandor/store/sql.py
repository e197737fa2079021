"""What SQLite and PostgreSQL share: the statements, and what each operation does inside one transaction.

Statements are in words that both understand, with ? for their values.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, LiteralString, Protocol, TypeVar

from komandor.log.canonical import canonical
from komandor.log.record import GENESIS, Recorded, follow, new_salt, other_names, texts_of
from komandor.log.sealing import Parts, name_text
from komandor.log.store import (
    LAST,
    Appended,
    Conflict,
    Fact,
    Person,
    Puts,
    TournamentExists,
    UnknownTournament,
)
from komandor.store.listeners import Heard, Listeners

T = TypeVar("T")
Row = tuple[Any, ...]

READ = """SELECT l.tournament, l.seq, l.at, l.command_id, l.prev, l.hash,
    l."by", l.event, l.sealed, c.salt, c.text
    FROM log l LEFT JOIN closed c ON c.tournament = l.tournament AND c.seq = l.seq
    WHERE l.tournament = ? AND l.seq > ? AND l.seq <= ? ORDER BY l.seq"""
INSERT = """INSERT INTO log (tournament, seq, at, "by", command_id, event, prev, hash, sealed)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
PUT = """INSERT INTO facts VALUES (?, ?, ?)
    ON CONFLICT (space, key) DO UPDATE SET value = excluded.value"""
HELD = """INSERT INTO facts VALUES (?, ?, '{}')
    ON CONFLICT (space, key) DO UPDATE SET value = facts.value RETURNING value"""
"""The value of a fact, locked until the transaction ends; also one that was not there is locked."""
COUNT = """INSERT INTO counts VALUES {} ON CONFLICT (until, key)
    DO UPDATE SET count = counts.count + 1 RETURNING key, count"""
PERSON = """INSERT INTO people VALUES (?, ?, ?)
    ON CONFLICT (tournament, person) DO UPDATE SET data = excluded.data"""
KEY_USED = "SELECT 1 FROM commands WHERE substr(command_id, 1, ?) = ?"
COMMAND = "SELECT first - 1, last FROM commands WHERE tournament = ? AND command_id = ?"
NEW_HEAD = """INSERT INTO heads (tournament, version, hash) VALUES (?, 0, ?)
    ON CONFLICT DO NOTHING RETURNING tournament"""
OPEN_TEXT = "INSERT INTO closed VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
ERASE_TEXT = "DELETE FROM closed WHERE tournament = ? AND seq = ?"


class Transaction(Protocol):
    """A connection inside a transaction."""

    def rows(self, query: str, *values: object) -> list[Row]:
        """What a statement gives back."""
        ...

    def many(self, query: str, rows: Iterable[Row]) -> None:
        """Run a statement that gives nothing back, once for each row of values."""
        ...

    def run(self, statement: LiteralString) -> None:
        """Run a statement without values that gives nothing back."""
        ...


Job = Callable[[Transaction], T]


def record_of(row: Row) -> Recorded:
    """A record from a row of READ."""
    by, event, sealed, salt, text = row[6:]
    return Recorded.of_parts(row[:6], Parts(by, event, sealed, salt or "", text or ""))


class SqlStore(ABC):
    """The operations of a store; each database adds how a transaction is made and how news travels."""

    head = "SELECT version, hash FROM heads WHERE tournament = ?"
    deletable: tuple[LiteralString, LiteralString]  # statements that let records be deleted, and no longer
    salt: Callable[[], str] = staticmethod(new_salt)
    _listeners: Listeners

    @abstractmethod
    def _read(self, job: Job[T]) -> T:
        """Run the job in a transaction that writes nothing."""

    @abstractmethod
    def _write(self, job: Job[T]) -> T:
        """Run the job and commit; its answer, or its exception, comes after the commit."""

    def at_one_moment(self, job: Job[T]) -> T:
        """Run a job that reads everything as it is at one moment, whoever writes meanwhile."""
        return self._read(job)

    def write_together(self, job: Job[None]) -> None:
        """Run a job that writes rows as they are, all of them or none."""
        self._write(job)

    def _grows(self, c: Transaction, tournament: str, version: int) -> None:  # noqa: B027 (a hook)
        """The log grows to this version: called inside the transaction."""

    def _has_grown(self, tournament: str, version: int) -> None:
        """The log has grown to this version: called after the commit."""
        self._listeners.tell(tournament, version)

    def _has_erased(self) -> None:  # noqa: B027 (a hook)
        """A person's data were erased: called after the commit."""

    def turn(self, tournament: str) -> AbstractContextManager[None]:  # noqa: ARG002 (a hook)
        """Where one process alone writes, its own line is enough."""
        return nullcontext()

    def _somebody_waits(self, c: Transaction, tournament: str) -> bool:  # noqa: ARG002 (a hook)
        """Whether somebody has the turn of this log, or waits for it; called inside the transaction."""
        return False

    def create(self, tournament: str) -> None:
        self._write(lambda c: c.rows(NEW_HEAD, tournament, GENESIS))

    def tournaments(self) -> tuple[str, ...]:
        return tuple(sorted(row[0] for row in self._rows("SELECT tournament FROM heads")))

    def version(self, tournament: str) -> int:
        rows = self._rows("SELECT version FROM heads WHERE tournament = ?", tournament)
        return rows[0][0] if rows else 0

    def read(self, tournament: str, after: int = 0, upto: int = LAST) -> tuple[Recorded, ...]:
        return tuple(map(record_of, self._rows(READ, tournament, after, upto)))

    def by_command(self, tournament: str, command_id: str) -> tuple[Recorded, ...]:
        return self._read(lambda c: _by_command(c, tournament, command_id)) or ()

    def key_used(self, key: str, tournament: str = "") -> bool:
        if tournament:
            return bool(self._rows(f"{KEY_USED} AND tournament = ?", len(key), key, tournament))
        return bool(self._rows(KEY_USED, len(key), key))

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
        names: Mapping[int, str] | None = None,
        in_turn: bool = False,
    ) -> Appended | Conflict:
        def job(c: Transaction) -> Appended | Conflict:
            passed = not in_turn and self._somebody_waits(c, tournament)
            version, head = self._head(c, tournament)
            before = _by_command(c, tournament, command_id)
            if before is not None:
                return Appended(before, again=True)
            if expected != version or passed:
                return Conflict(version)
            records = follow(tournament, version, head, at, by, command_id, events, names, self.salt)
            insert(c, tournament, records)
            span = (tournament, command_id, version + 1, version + len(records))
            c.many("INSERT INTO commands VALUES (?, ?, ?, ?)", [span])
            _write_people(c, tournament, people or {})
            for (space, key), value in (puts or {}).items():
                _put(c, space, key, value)
            self._grows(c, tournament, version + len(records))
            return Appended(records)

        answer = self._write(job)
        if None in (people or {}).values():
            self._has_erased()
        if isinstance(answer, Appended) and not answer.again:
            self._has_grown(tournament, expected + len(answer.records))
        return answer

    def people(self, tournament: str) -> Mapping[int, Person]:
        query = "SELECT person, data FROM people WHERE tournament = ? ORDER BY person"
        return {person: json.loads(data) for person, data in self._rows(query, tournament)}

    def secret(self, tournament: str) -> bytes | None:
        rows = self._rows("SELECT secret FROM secrets WHERE tournament = ?", tournament)
        return bytes.fromhex(rows[0][0]) if rows else None

    def keep_secret(self, tournament: str, secret: bytes) -> bytes:
        def job(c: Transaction) -> bytes:
            self._head(c, tournament)
            c.many("INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING", [(tournament, secret.hex())])
            kept = c.rows("SELECT secret FROM secrets WHERE tournament = ?", tournament)
            return bytes.fromhex(kept[0][0])

        return self._write(job)

    def put(self, space: str, key: str, value: Mapping[str, object] | None) -> None:
        self._write(lambda c: _put(c, space, key, value))

    def change(self, space: str, key: str, change: Callable[[Fact], Fact]) -> Fact:
        def job(c: Transaction) -> Fact:
            changed = change(json.loads(c.rows(HELD, space, key)[0][0]))
            _put(c, space, key, changed)
            return changed

        return self._write(job)

    def get(self, space: str, key: str) -> Mapping[str, object] | None:
        return self.get_many(space, (key,)).get(key)

    def get_many(self, space: str, keys: Sequence[str]) -> Mapping[str, Mapping[str, object]]:
        marks = ", ".join("?" * len(keys))
        query = f"SELECT key, value FROM facts WHERE space = ? AND key IN ({marks})"  # noqa: S608
        return {key: json.loads(value) for key, value in self._rows(query, space, *keys)}

    def items(self, space: str, prefix: str = "") -> tuple[tuple[str, Mapping[str, object]], ...]:
        query = "SELECT key, value FROM facts WHERE space = ? AND substr(key, 1, ?) = ?"
        found = self._rows(query, space, len(prefix), prefix)
        return tuple((key, json.loads(value)) for key, value in sorted(found))

    def count(self, keys: Sequence[str], until: int, now: int) -> Mapping[str, int]:
        marks = ", ".join(["(?, ?, 1)"] * len(keys))
        values = [value for key in sorted(keys) for value in (until, key)]  # in one order: no deadlock

        def job(c: Transaction) -> Mapping[str, int]:
            c.many("DELETE FROM counts WHERE until <= ?", [(now,)])
            return dict(c.rows(COUNT.format(marks), *values))

        return self._write(job)

    def load(
        self,
        tournament: str,
        records: Iterable[Recorded],
        people: Mapping[int, Person],
        secret: bytes | None = None,
    ) -> None:
        whole = tuple(records)

        def job(c: Transaction) -> None:
            if not c.rows(NEW_HEAD, tournament, GENESIS):
                raise TournamentExists(tournament)
            insert(c, tournament, whole)
            _write_people(c, tournament, people)
            if secret is not None:
                c.many("INSERT INTO secrets VALUES (?, ?)", [(tournament, secret.hex())])
            self._grows(c, tournament, len(whole))

        self._write(job)
        self._has_grown(tournament, len(whole))

    def receive(
        self,
        tournament: str,
        expected: int,
        records: tuple[Recorded, ...],
        people: Mapping[int, Person] | None = None,
        opened: Mapping[int, tuple[str, str]] | None = None,
        erased: Sequence[int] = (),
        puts: Puts | None = None,
    ) -> Conflict | None:
        def job(c: Transaction) -> Conflict | None:
            c.rows(NEW_HEAD, tournament, GENESIS)
            version, _ = self._head(c, tournament)
            if version != expected:
                return Conflict(version)
            insert(c, tournament, records)
            c.many(OPEN_TEXT, [(tournament, seq, *part) for seq, part in (opened or {}).items()])
            c.many(ERASE_TEXT, [(tournament, seq) for seq in erased])
            if people is not None:
                c.many("DELETE FROM people WHERE tournament = ?", [(tournament,)])
                c.many(PERSON, [(tournament, n, canonical(person)) for n, person in people.items()])
            for (space, key), value in (puts or {}).items():
                _put(c, space, key, value)
            if records:
                self._grows(c, tournament, version + len(records))
            return None

        conflict = self._write(job)
        if erased or people is not None:
            self._has_erased()
        if records and conflict is None:
            self._has_grown(tournament, expected + len(records))
        return conflict

    def remove_copy(self, tournament: str, puts: Puts) -> None:
        def job(c: Transaction) -> None:
            c.rows(self.head, tournament)  # locked until the end
            c.run(self.deletable[0])
            for table in ("closed", "people", "log", "heads"):
                c.many(f"DELETE FROM {table} WHERE tournament = ?", [(tournament,)])  # noqa: S608
            c.run(self.deletable[1])
            for (space, key), value in puts.items():
                _put(c, space, key, value)

        self._write(job)
        self._has_erased()

    def closed_parts(self, tournament: str) -> tuple[int, ...]:
        found = self._rows("SELECT seq FROM closed WHERE tournament = ? ORDER BY seq", tournament)
        return tuple(row[0] for row in found)

    def listen(self, heard: Heard) -> Callable[[], None]:
        return self._listeners.add(heard)

    def announce(self, tournament: str, change: int) -> None:
        self._write(lambda c: self._grows(c, tournament, -change))
        self._has_grown(tournament, -change)

    def _rows(self, query: str, *values: object) -> list[Row]:
        return self._read(lambda c: c.rows(query, *values))

    def _head(self, c: Transaction, tournament: str) -> tuple[int, str]:
        found = c.rows(self.head, tournament)
        if not found:
            raise UnknownTournament(tournament)
        return found[0][0], found[0][1]


def _by_command(c: Transaction, tournament: str, command_id: str) -> tuple[Recorded, ...] | None:
    found = c.rows(COMMAND, tournament, command_id)
    return tuple(map(record_of, c.rows(READ, tournament, *found[0]))) if found else None


def insert(c: Transaction, tournament: str, records: tuple[Recorded, ...]) -> None:
    """Append records with their closed parts."""
    c.many(INSERT, map(_row, records))
    parts = [(tournament, r.seq, r.parts.salt, r.parts.closed) for r in records if r.parts.closed]
    c.many("INSERT INTO closed VALUES (?, ?, ?, ?)", parts)


def _row(r: Recorded) -> Row:
    shown = r.parts
    return (r.tournament, r.seq, r.at, shown.by, r.command_id, shown.event, r.prev, r.hash, shown.sealed)


def _write_people(c: Transaction, tournament: str, people: Mapping[int, Person | None]) -> None:
    for person, data in people.items():
        if data is None:
            c.many("DELETE FROM people WHERE tournament = ? AND person = ?", [(tournament, person)])
            records = map(record_of, c.rows(READ, tournament, 0, LAST))
            c.many(ERASE_TEXT, [(tournament, seq) for seq in texts_of(records, person)])
        else:
            if c.rows("SELECT 1 FROM people WHERE tournament = ? AND person = ?", tournament, person):
                records = map(record_of, c.rows(READ, tournament, 0, LAST))
                seqs = other_names(records, person, name_text(data))
                c.many(ERASE_TEXT, [(tournament, seq) for seq in seqs])
            c.many(PERSON, [(tournament, person, canonical(data))])


def _put(c: Transaction, space: str, key: str, value: Mapping[str, object] | None) -> None:
    if value is None:
        c.many("DELETE FROM facts WHERE space = ? AND key = ?", [(space, key)])
    else:
        c.many(PUT, [(space, key, canonical(value))])
