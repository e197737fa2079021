"""Tournaments as they stand, kept ready: replayed once, then carried on event by event."""

import threading
from dataclasses import dataclass

from komandor.core.tournament.actions import EVENTS, evolve
from komandor.core.tournament.events import Event, EventVoided
from komandor.core.tournament.replay import Numbered, replay
from komandor.core.tournament.state import Tournament
from komandor.log.codec import decode
from komandor.log.record import GENESIS, Recorded
from komandor.log.store import EventStore


@dataclass(frozen=True, slots=True)
class Loaded:
    """One tournament at one version. Nobody changes `state`; a newer version is another `Loaded`."""

    state: Tournament
    history: tuple[Numbered, ...]
    head: str

    @property
    def version(self) -> int:
        return self.history[-1][0] if self.history else 0


EMPTY = Loaded(Tournament(), (), GENESIS)


def event_of(record: Recorded) -> Event:
    return decode(record.event, EVENTS)


class Ledger:
    """The store's logs as tournaments. Thread-safe; readers keep old versions as long as they like."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self._known: dict[str, Loaded] = {}
        self._lock = threading.Lock()

    def load(self, tournament: str) -> Loaded:
        """The newest version; reads only what is new since the last time."""
        known = self._known.get(tournament, EMPTY)
        if known.version >= self.store.version(tournament):
            return known
        return self.carry_on(tournament, self.store.read(tournament, known.version))

    def carry_on(self, tournament: str, records: tuple[Recorded, ...]) -> Loaded:
        """The tournament after these records, which follow what is known (others are left aside)."""
        with self._lock:
            known = self._known.get(tournament, EMPTY)
            fresh = tuple(r for r in records if r.seq > known.version)
            if fresh and fresh[0].seq == known.version + 1:
                known = self._known[tournament] = _after(known, fresh)
            return known

    def forget(self, tournament: str) -> None:
        with self._lock:
            self._known.pop(tournament, None)


def _after(known: Loaded, records: tuple[Recorded, ...]) -> Loaded:
    new = tuple((r.seq, event_of(r)) for r in records)
    history = known.history + new
    if any(isinstance(event, EventVoided) for _, event in new) or not known.history:
        return Loaded(replay(history), history, records[-1].hash)
    state = known.state.fork()
    for seq, event in new:
        evolve(state, event, seq)
    return Loaded(state, history, records[-1].hash)
