"""Copies the store to a second place after every round, by itself.

Listens to the store like everybody else; when a round or an event is closed the whole store is
copied, checked and rotated (`store.backup`).  A failed copy never stops the event: the last
trouble is kept for the console to show.
"""

import threading
from pathlib import Path

from komandor.core.tournament.events import RoundClosed, TournamentClosed
from komandor.log.codec import type_name
from komandor.log.store import EventStore
from komandor.store.backup import BadBackup, backup

MOMENTS = {type_name(RoundClosed), type_name(TournamentClosed)}


class Keeper:
    """Makes the copies, one at a time, in the background."""

    def __init__(self, store: EventStore, folder: Path) -> None:
        self.store, self.folder = store, folder
        self.trouble = ""
        self.made: Path | None = None
        self._lock = threading.Lock()
        self._seen: dict[str, int] = {}

    def heard(self, tournament: str, version: int) -> None:
        """The store's news: copy if a round was closed since the last look."""
        threading.Thread(target=self._look, args=(tournament, version), daemon=True).start()

    def _look(self, tournament: str, version: int) -> None:
        with self._lock:
            after = self._seen.get(tournament, max(0, version - 8))
            if version <= after:
                return
            self._seen[tournament] = version
            closed = [r for r in self.store.read(tournament, after) if r.payload.get("type") in MOMENTS]
            if closed:
                self.copy(f"{tournament} {closed[-1].payload.get('round', 'end')}")

    def copy(self, label: str) -> None:
        try:
            self.made, self.trouble = backup(self.store, self.folder, label), ""
        except BadBackup as problem:
            self.trouble = str(problem)
