"""Hears of new versions from other processes, on a connection of its own.

A notice can be lost while the connection is down. So the versions known are
kept, and after every (re)connect all heads are read again: nothing is missed.
"""

import logging
import threading
from collections.abc import Callable

import psycopg
from psycopg import sql

from komandor.store.listeners import Heard, Listeners

_log = logging.getLogger(__name__)
PATIENCE = 0.5  # seconds between looks at the stop sign, and between attempts to reconnect


class Listener(Listeners):
    """One thread, started by the first listener."""

    def __init__(self, url: str, channel: str) -> None:
        super().__init__()
        self._url, self._channel = url, channel
        self._known: dict[str, int] = {}
        self._stop = threading.Event()
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None

    def add(self, heard: Heard) -> Callable[[], None]:
        stop = super().add(heard)
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="komandor-listen", daemon=True)
                self._thread.start()
        self._ready.wait(10)  # what is appended from now on will be heard
        return stop

    def close(self) -> None:
        self._stop.set()
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join(5)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True, connect_timeout=5) as connection:
                    self._hear(connection, silent=not self._ready.is_set())
            except psycopg.Error as error:
                _log.warning("the notice connection was lost, trying again: %s", error)
                self._stop.wait(PATIENCE)

    def _hear(self, connection: psycopg.Connection[tuple[object, ...]], silent: bool) -> None:
        connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
        self._catch_up(connection, silent)
        self._ready.set()
        while not self._stop.is_set():
            for notice in connection.notifies(timeout=PATIENCE):
                version, _, tournament = notice.payload.partition(" ")
                self._tell(tournament, int(version))
                if self._stop.is_set():
                    return

    def _catch_up(self, connection: psycopg.Connection[tuple[object, ...]], silent: bool) -> None:
        for tournament, version in connection.execute("SELECT tournament, version FROM heads").fetchall():
            if silent:
                self._known[str(tournament)] = int(str(version))
            elif self._known.get(str(tournament)) != version:
                self._tell(str(tournament), int(str(version)))

    def _tell(self, tournament: str, version: int) -> None:
        if version > 0:
            self._known[tournament] = version
        self.tell(tournament, version)
