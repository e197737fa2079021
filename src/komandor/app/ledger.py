"""Tournaments as they stand, kept ready: replayed once, then carried on event by event."""

import logging
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from komandor.core.games import find_rules
from komandor.core.reasons import why
from komandor.core.tournament.actions import EVENTS, evolve
from komandor.core.tournament.events import Event, EventVoided
from komandor.core.tournament.replay import Numbered, replay
from komandor.core.tournament.state import Tournament
from komandor.log.codec import BadEvent, decode
from komandor.log.record import GENESIS, Recorded
from komandor.log.store import EventStore

_log = logging.getLogger(__name__)


class Unreadable(ValueError):
    """A log that this version of Komandor cannot read; `reason` names the record and what is wrong."""

    def __init__(self, tournament: str, seq: int, problem: str) -> None:
        super().__init__(f"record {seq} of {tournament}: {problem}")
        self.tournament = tournament
        self.reason = why(
            "store.other_version", None, tournament=tournament, record=seq, problem=problem[:200]
        )


class Damaged(Unreadable):
    """A log that the store cannot give back whole."""

    def __init__(self, tournament: str) -> None:
        super().__init__(tournament, 0, "damaged")
        self.reason = why("store.damaged_log", None, tournament=tournament)


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
        """The newest version; reads only what is new since the last time. Raises Unreadable."""
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

    def everything(self) -> Iterator[Loaded | Unreadable]:
        """Every tournament of the store that has a log, each as it stands or with why it cannot be read."""
        for tournament in self.store.tournaments():
            try:
                loaded = self.load(tournament)
            except Unreadable as problem:
                yield problem
            except Exception:  # noqa: BLE001 - one damaged log must not take the list of the others with it
                _log.exception("the log of %s cannot be read", tournament)
                yield Damaged(tournament)
            else:
                if loaded.version:
                    yield loaded


def opened(records: Sequence[Recorded]) -> Loaded:
    """The tournament that a whole log gives. Raises Unreadable."""
    return _after(EMPTY, records) if records else EMPTY


def _after(known: Loaded, records: Sequence[Recorded]) -> Loaded:
    new = tuple((r.seq, _readable(r)) for r in records)
    history = known.history + new
    try:
        state = _state_after(known, new, history)
    except Exception as problem:
        _log.exception("the log of %s cannot be replayed", records[0].tournament)
        raise Unreadable(
            records[-1].tournament, records[-1].seq, f"{type(problem).__name__} {problem}"
        ) from problem
    if find_rules(state.edition) is None:
        raise Unreadable(records[0].tournament, records[0].seq, f"unknown edition of a game: {state.edition}")
    return Loaded(state, history, records[-1].hash)


def _readable(record: Recorded) -> Event:
    try:
        return event_of(record)
    except BadEvent as problem:
        raise Unreadable(record.tournament, record.seq, str(problem)) from problem


def _state_after(known: Loaded, new: tuple[Numbered, ...], history: tuple[Numbered, ...]) -> Tournament:
    if any(isinstance(event, EventVoided) for _, event in new) or not known.history:
        return replay(history)
    state = known.state.fork()
    for seq, event in new:
        evolve(state, event, seq)
    return state
