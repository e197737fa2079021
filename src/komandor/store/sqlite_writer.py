"""The one connection that writes to a SQLite database, and alone checkpoints its WAL.

Many threads may ask at once: whoever gets the lock commits everybody's waiting
work in one transaction, so that thirty phones share one flush of the disk.
Nobody is answered before the commit.
"""

import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from komandor.log.store import ReadOnly
from komandor.store.lockfile import LockFile

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], T]

PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1, "fullfsync": 1}
BATCH = 256
WAIT, SHORT_WAIT = 10_000, 300  # milliseconds for another connection to finish

MESSAGES = {
    "store.disk_full": "The disk is full: nothing new can be saved. All that was saved can be read. "
    "Free some space on the disk of {path}; saving then works again by itself.",
    "store.io_error": "The disk reports an error ({error}): nothing new can be saved. "
    "Make a copy of {path} now, and check the disk.",
    "store.damaged": "The database is damaged ({error}). Keep {path} as it is, and restore the last backup.",
    "store.in_use": "Another Komandor is using {path}. Close it and try again.",
    "store.read_only": "The database cannot be written ({error}). Check the permissions of {path}.",
}
CODES = {
    "SQLITE_FULL": "store.disk_full",
    "SQLITE_IOERR": "store.io_error",
    "SQLITE_CORRUPT": "store.damaged",
    "SQLITE_NOTADB": "store.damaged",
    "SQLITE_BUSY": "store.in_use",
    "SQLITE_LOCKED": "store.in_use",
}


def read_only(error: Exception, path: Path, code: str = "") -> ReadOnly:
    """What a failed write means to an organiser."""
    name = getattr(error, "sqlite_errorname", "")
    found = code or next((c for start, c in CODES.items() if name.startswith(start)), "store.read_only")
    return ReadOnly(MESSAGES[found].format(path=path, error=error), found)


def connect(path: Path, pragmas: dict[str, Any]) -> sqlite3.Connection:
    """A connection whose settings were read back; a database that ignores one is not used."""
    connection = sqlite3.connect(path, timeout=WAIT / 1000, isolation_level=None, check_same_thread=False)
    try:
        for name, wanted in pragmas.items():
            connection.execute(f"PRAGMA {name}={wanted}")
            got = connection.execute(f"PRAGMA {name}").fetchone()[0]
            if got != wanted:
                raise ReadOnly(f"SQLite refuses {name}={wanted} for {path} (it says {got}).")
    except BaseException:
        connection.close()
        raise
    return connection


class _Ticket:
    __slots__ = ("answer", "done", "error", "job")

    def __init__(self, job: Job[Any]) -> None:
        self.job = job
        self.done = False
        self.answer: Any = None
        self.error: Exception | None = None


class Writer:
    """Runs jobs inside transactions, one at a time or many in one commit."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble: ReadOnly | None = None
        self._lock = threading.Lock()
        self._alone = LockFile(path.with_name(path.name + ".lock"))
        self._waiting: deque[_Ticket] = deque()
        self._connection: sqlite3.Connection | None = None
        self._emptied = True  # False: what was erased may still stand in the WAL

    def do(self, job: Job[T]) -> T:
        """Run the job and commit; its answer, or its exception, comes after the commit."""
        ticket = _Ticket(job)
        self._waiting.append(ticket)
        while not ticket.done:
            with self._lock:
                if not ticket.done:  # nobody has done it for us while we waited for the lock
                    self._commit([self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))])
        if ticket.error:
            raise ticket.error
        answer: T = ticket.answer
        return answer

    def checkpoint(self) -> None:
        """Move the WAL into the database and empty it; after the next write, if somebody reads it now."""
        with self._lock:
            try:
                self._empty(self._open())
            except sqlite3.Error as error:
                raise self._fail(error) from error

    def _empty(self, connection: sqlite3.Connection) -> None:
        connection.execute(f"PRAGMA busy_timeout={SHORT_WAIT}")  # writers wait behind this
        busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        connection.execute(f"PRAGMA busy_timeout={WAIT}")
        self._emptied = not busy

    def close(self) -> None:
        """The last writes go into the database itself, though a reader may keep the WAL from going."""
        with self._lock:
            if self._connection is not None:
                with suppress(sqlite3.Error):
                    self._empty(self._connection)
            self._drop()
            self._alone.release()

    def _commit(self, batch: list[_Ticket]) -> None:
        failure: Exception | None = RuntimeError("interrupted before the commit")
        try:
            connection = self._open()
            connection.execute("BEGIN IMMEDIATE")
            for ticket in batch:
                _run(connection, ticket)
            connection.execute("COMMIT")
            failure = self.trouble = None
            if not self._emptied:
                with suppress(sqlite3.Error):  # the work is committed, whatever becomes of the WAL
                    self._empty(connection)
        except (sqlite3.Error, ReadOnly) as error:
            failure = self._fail(error)
        finally:
            if failure is not None:
                self._drop()
            for ticket in batch:
                ticket.error = failure or ticket.error
                ticket.done = True

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            try:
                alone = self._alone.take()
            except OSError as error:
                raise read_only(error, self.path) from error
            if not alone:
                raise read_only(OSError(), self.path, "store.in_use")
            self._connection = connect(self.path, PRAGMAS)
        return self._connection

    def _fail(self, error: sqlite3.Error | ReadOnly) -> ReadOnly:
        """Give up the connection: the next write starts from what is truly on the disk."""
        self._drop()
        self.trouble = error if isinstance(error, ReadOnly) else read_only(error, self.path)
        return self.trouble

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def _run(connection: sqlite3.Connection, ticket: _Ticket) -> None:
    """One job in a savepoint: its own mistake undoes it alone, a failing disk undoes the batch."""
    connection.execute("SAVEPOINT job")
    try:
        ticket.answer = ticket.job(connection)
    except Exception as error:
        if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError):
            raise
        connection.execute("ROLLBACK TO job")
        ticket.error = error
    connection.execute("RELEASE job")
