"""Logs in one SQLite file: the store of a laptop in the hall."""

import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import LiteralString

from komandor.log.store import ReadOnly, StoreName
from komandor.store.listeners import Listeners
from komandor.store.safe_folders import refuse_unsafe
from komandor.store.schema import FOUND, LOG_NO_DELETE, SQLITE, THIS_VERSION, VERSION, OtherSchema, fits
from komandor.store.sql import Job, Row, SqlStore, T
from komandor.store.sqlite_writer import Writer, connect, read_only

FILE = "komandor.sqlite3"
READER = {"query_only": 1, "wal_autocheckpoint": 0}
DELETABLE = ("DROP TRIGGER log_no_delete", LOG_NO_DELETE)
LOST = """SELECT tournament FROM heads h
    WHERE version <> (SELECT count(*) FROM log WHERE tournament = h.tournament)
    OR version > 0 AND hash <> (SELECT hash FROM log WHERE tournament = h.tournament AND seq = version)"""


class SqliteTransaction:
    """A connection of SQLite, as the shared operations see it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, query: str, *values: object) -> list[Row]:
        return self._connection.execute(query, values).fetchall()

    def many(self, query: str, rows: Iterable[Row]) -> None:
        self._connection.executemany(query, rows)

    def run(self, statement: LiteralString) -> None:
        self._connection.execute(statement)


class SqliteStore(SqlStore):
    """One writer, a few readers. A second process may read, and is told why it cannot write."""

    name: StoreName = "sqlite"
    deletable = DELETABLE

    def __init__(self, path: Path, anywhere: bool = False) -> None:
        self.path = path / FILE if path.is_dir() or not path.suffix else path
        if not anywhere:
            refuse_unsafe(self.path)
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        own_file(self.path)
        self._writer = Writer(self.path)
        self._readers: list[sqlite3.Connection] = []
        self._readers_lock = threading.Lock()
        self._listeners = Listeners()
        self._start()

    @property
    def trouble(self) -> ReadOnly | None:
        return self._writer.trouble

    def close(self) -> None:
        """Readers first: the last connection to close checkpoints, and that must be the writer."""
        with self._readers_lock:
            while self._readers:
                self._readers.pop().close()
        self._writer.close()

    def copy_to(self, path: Path) -> None:
        """Write the whole database, as it stands at one moment, into one file, and check it."""
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        own_file(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as target:
            with self._reader() as connection:
                connection.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
            check_pages(target)
        flush(path)

    def check(self) -> None:
        """Look at every page of the file. Raises ReadOnly if one is damaged."""
        with self._reader() as connection:
            check_pages(connection)

    def _start(self) -> None:
        try:
            self._writer.do(make_schema)
            self._writer.do(_check_heads)
            self._writer.checkpoint()  # a killed process may have left erased names in the WAL
        except ReadOnly as no:
            if no.code == "store.damaged" or not self._usable():
                self.close()
                raise
        except UnicodeDecodeError as error:  # SQLite's own words about a damaged schema
            self.close()
            raise read_only(error, self.path, "store.damaged") from error
        except OtherSchema:
            self.close()
            raise

    def _usable(self) -> bool:
        """Somebody else writes here, or the disk is full: reading is still worth it."""
        try:
            return bool(self._rows(FOUND)[0][0] == VERSION)
        except (sqlite3.Error, ReadOnly):
            return False

    def _read(self, job: Job[T]) -> T:
        with self._reader() as connection:
            return job(SqliteTransaction(connection))

    def at_one_moment(self, job: Job[T]) -> T:
        with self._reader() as connection:
            connection.execute("BEGIN")
            answer = job(SqliteTransaction(connection))
            connection.execute("ROLLBACK")
            return answer

    def _write(self, job: Job[T]) -> T:
        return self._writer.do(lambda connection: job(SqliteTransaction(connection)))

    def _has_erased(self) -> None:
        """What was erased must not stay in the WAL either."""
        with suppress(ReadOnly):
            self._writer.checkpoint()

    @contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        with self._readers_lock:
            connection = self._readers.pop() if self._readers else None
        connection = connection or connect(self.path, READER)
        try:
            yield connection
        except BaseException as error:
            connection.close()
            if type(error) is sqlite3.DatabaseError:  # not one of its kinds, such as a busy database
                raise read_only(error, self.path, "store.damaged") from error
            raise
        with self._readers_lock:
            self._readers.append(connection)


def check_pages(connection: sqlite3.Connection) -> None:
    """Raise DatabaseError if SQLite finds the file damaged."""
    if (answer := connection.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
        raise sqlite3.DatabaseError(answer)


def flush(path: Path) -> None:
    """Return when the file is on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def own_file(path: Path) -> None:
    """Make a database that only its owner can read; SQLite gives new files beside it the same mode."""
    with suppress(OSError):  # on a full or read-only disk the store itself says what is wrong
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)


def make_schema(c: sqlite3.Connection) -> None:
    """Make the tables; refuse those of another version."""
    fits(_schema_of(c))
    for statement in _statements(SQLITE):
        c.execute(statement)
    c.execute(THIS_VERSION)


def _schema_of(c: sqlite3.Connection) -> int:
    """The version of the tables; 0 if there are none."""
    if not c.execute("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'").fetchone():
        return 0
    return int(c.execute(FOUND).fetchone()[0] or 0)


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
