"""Copies the store to a second place after every round, by itself.

Listens to the store like everybody else; when a round or an event is closed the whole store is
copied, checked and rotated (`store.backup`).  A failed copy never stops the event: the last
trouble is kept for the console to show.  Whoever was erased is erased in the copies too.
"""

import logging
import queue
import threading
from pathlib import Path

from komandor.core.tournament.events import PlayerAmended, RoundClosed, TournamentClosed
from komandor.log.codec import type_name
from komandor.log.erasures import Erasure, erasures
from komandor.log.store import EventStore
from komandor.store.backup import BadBackup, backup, erase_in_copies
from komandor.store.erasures import keep_list

_log = logging.getLogger(__name__)
MOMENTS = {type_name(RoundClosed), type_name(TournamentClosed)}
ERASING = type_name(PlayerAmended)


class RoundBackups:
    """Makes the copies in one thread in the background."""

    def __init__(self, store: EventStore, folder: Path, data: Path | None = None) -> None:
        self.store, self.folder, self.data = store, folder, data or folder
        self.trouble = ""
        self.made: Path | None = None
        self._news: queue.SimpleQueue[tuple[str, int]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._worker: threading.Thread | None = None
        self._seen: dict[str, int] = {}
        self._erased: frozenset[Erasure] = frozenset()

    def heard(self, tournament: str, version: int) -> None:
        """The store's news: copy if a round was closed since the last look."""
        self._news.put((tournament, version))
        with self._lock:
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name="komandor-copies", daemon=True)
                self._worker.start()

    def _work(self) -> None:
        while True:
            tournament, version = self._news.get()
            try:
                self._look(tournament, version)
            except Exception:  # noqa: BLE001 - the next round is copied whatever became of this one
                _log.exception("no copy was made of %s at version %s", tournament, version)

    def _look(self, tournament: str, version: int) -> None:
        after = self._seen.get(tournament, max(0, version - 8))
        if version <= after:
            return
        records = self.store.read(tournament, after)
        self._seen[tournament] = records[-1].seq if records else version
        new = [r.payload for r in records]
        closed = [payload for payload in new if payload.get("type") in MOMENTS]
        if closed:
            self.copy(f"{tournament} {closed[-1].get('round', 'end')}")
        elif any(payload.get("type") == ERASING for payload in new):
            self.erase()

    def copy(self, label: str) -> None:
        try:
            self.made, self.trouble = backup(self.store, self.folder, label), ""
            self._erased = frozenset()  # the place may have been changed for another stick
        except BadBackup as problem:
            self.trouble = str(problem)
        self.erase()

    def erase(self) -> None:
        """Erase in the copies, and note in the data folder, whoever was erased from the store."""
        erased = frozenset(erasures(self.store))
        if erased <= self._erased:
            return
        try:
            keep_list(self.data, erased)
            if self.folder.is_dir():
                erase_in_copies(self.folder, erased)
            self._erased = erased
        except (BadBackup, OSError) as problem:
            self.trouble = str(problem)
