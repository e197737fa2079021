"""Logs in memory, in a SQLite database without a file: for tests, the headless engine and the simulator."""

import atexit
import sqlite3
import threading
import weakref
from functools import cache

from komandor.log.store import ReadOnly, StoreName
from komandor.store.listeners import Listeners
from komandor.store.sql import Job, SqlStore, T
from komandor.store.sqlite import DELETABLE, SqliteTransaction, make_schema

_copying = threading.Lock()


@cache
def _empty() -> sqlite3.Connection:
    """A database with its tables and nothing in them: copying it is faster than making the tables."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    atexit.register(connection.close)
    make_schema(connection)
    return connection


class MemoryStore(SqlStore):
    """One connection and one lock. Everything is gone when nobody holds the store any more."""

    name: StoreName = "memory"
    deletable = DELETABLE
    trouble: ReadOnly | None = None

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners = Listeners()
        self._connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        weakref.finalize(self, self._connection.close)
        with _copying:
            _empty().backup(self._connection)

    def close(self) -> None:
        """Nothing to give back."""

    def _read(self, job: Job[T]) -> T:
        with self._lock:
            return job(SqliteTransaction(self._connection))

    def _write(self, job: Job[T]) -> T:
        with self._lock, self._connection:
            self._connection.execute("BEGIN")
            return job(SqliteTransaction(self._connection))
