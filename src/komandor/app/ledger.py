"""Tournaments as they stand, kept ready: replayed once, then carried on event by event."""

import gc
import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import Generic, NamedTuple, Protocol, TypeVar, overload

from komandor.core.editions import rules_by
from komandor.core.lists.knowledge import Cards
from komandor.core.reasons import why
from komandor.core.tournament.action import Event
from komandor.core.tournament.actions import EVENT_ROW_OF, EVENTS, evolve
from komandor.core.tournament.replay import Numbered, replay
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.undo import round_made
from komandor.log.codec import BadEvent, decode
from komandor.log.record import GENESIS, Recorded, broken_at, is_withheld
from komandor.log.store import EventStore, Person, ReadOnly

T = TypeVar("T")
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


class Grown(Sequence[T], Generic[T]):
    """The first items of a list that only grows. A longer one shares the list, so growing copies nothing."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: list[T], length: int) -> None:
        self._items, self._length = items, length

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        if isinstance(at, slice):
            return self._items[slice(*at.indices(self._length))]
        return self._items[range(self._length)[at]]

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    def grow(self, more: Iterable[T]) -> "Grown[T]":
        """A longer list with these items behind. Only one thread may grow a list at a time."""
        last = self._length and len(self._items) == self._length
        items = self._items if last else self._items[: self._length]
        items.extend(more)
        return Grown(items, len(items))


@contextmanager
def no_search_for_cycles(paused: bool) -> Iterator[None]:
    """Until the block ends Python looks for no cycles, if `paused`.

    Records become values by the hundred thousand, none of them in a cycle and all of them kept. Python would
    look through them again and again: a third of the time of opening a log.
    """
    was = gc.isenabled()
    if paused:
        gc.disable()
    try:
        yield
    finally:
        if paused and was:
            gc.enable()


class Note(NamedTuple):
    """What a record says besides its event."""

    at: str
    by: str
    command_id: str
    hash: str
    sealed: bool = False  # it has a closed part
    withheld: bool = False  # and that is not here


@dataclass(frozen=True, slots=True)
class Loaded:
    """One tournament at one version. Nobody changes `state`; a newer version is another `Loaded`."""

    state: Tournament
    history: Sequence[Numbered]
    head: str
    notes: Grown[Note]  # of the records, in order; may reach further than `history`
    closed: Mapping[int, int] = field(default_factory=dict)  # round → when, in milliseconds

    @property
    def version(self) -> int:
        return self.history[-1][0] if self.history else 0

    def hash_at(self, seq: int) -> str:
        """The hash of a record; for 0 what stands before the first."""
        return self.notes[seq - 1].hash if seq else GENESIS


LONGEST_TURN = 2.0  # seconds; a database that does not answer holds up nobody for longer

MANY = 1000  # records that are read at once only after a start

EMPTY = Loaded(Tournament(), Grown([], 0), GENESIS, Grown([], 0))


def event_of(record: Recorded) -> Event:
    return decode(record.event, EVENTS)


class CardsOf(Protocol):
    """The card data of a pack, named by its checksum, or what is loaded for the game."""

    def __call__(self, game: str, pack: str = "") -> Cards | None: ...


def no_cards(game: str, pack: str = "") -> Cards | None:
    return None


class Ledger:
    """The store's logs as tournaments. Thread-safe; readers keep old versions as long as they like."""

    def __init__(self, store: EventStore, cards: CardsOf = no_cards) -> None:
        self.store = store
        self.cards = cards
        self._known: dict[str, Loaded] = {}
        self._shown: dict[str, Loaded] = {}
        self._followed: dict[str, bool] = {}
        self._locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._turns: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)

    @contextmanager
    def turn(self, tournament: str) -> Iterator[None]:
        """Whoever has collided here waits for the others who have, also in other processes, but not for long.

        The store refuses what was decided on an old version. Many who decide at once would all but one decide
        in vain, again and again, and the more who wait, the less is written.
        """
        lock = self._turns[tournament]
        mine = lock.acquire(timeout=LONGEST_TURN)
        try:
            with self.store.turn(tournament):
                yield
        finally:
            if mine:
                lock.release()

    def view(self, tournament: str, seen: int) -> Loaded:
        """The version that others were shown, if it is not older than what this reader has heard of.

        Phones that heard of it together share one version and what was computed for it. Raises Unreadable.
        """
        shown = self._shown.get(tournament, EMPTY)
        if not 0 < seen <= shown.version:
            shown = self._shown[tournament] = self.load(tournament)
        return shown

    def load(self, tournament: str) -> Loaded:
        """The newest version; reads only what is new since the last time. Raises Unreadable."""
        known = self._known.get(tournament, EMPTY)
        try:
            if known.version and self.followed(tournament) and not self._continues(known, tournament):
                self.forget(tournament)  # the host has removed the copy, perhaps in another process
                known = EMPTY
            new = self.store.version(tournament) - known.version
            if new > MANY and not known.version:
                return self._open(tournament)
            records = self.store.read(tournament, known.version) if new > 0 else ()
        except (ReadOnly, Unreadable):
            raise
        except Exception as problem:
            _log.exception("the log of %s cannot be read", tournament)
            raise Damaged(tournament) from problem
        return self.carry_on(tournament, records) if records else known

    def people(self, tournament: str) -> Mapping[int, Person]:
        """Everybody's erasable data. Raises Unreadable."""
        try:
            return self.store.people(tournament)
        except ValueError as problem:
            raise Damaged(tournament) from problem

    def _open(self, tournament: str) -> Loaded:
        """A large log from its beginning, piece by piece: its whole text is never in memory at once."""
        with self._locks[tournament], no_search_for_cycles(paused=True):
            found = self._known.get(tournament, EMPTY)
            if not found.version:
                for records in in_pieces(self.store, tournament):
                    found = _read_on(found, records)
                self._known[tournament] = found = _brought_on(EMPTY, found, tournament)
                gc.freeze()  # what was just read stays, so Python need not look through it ever again
            return found

    def has_opened(self, tournament: str) -> bool:
        """Whether the log is in memory, so that its chain was checked."""
        return tournament in self._known

    def _continues(self, known: Loaded, tournament: str) -> bool:
        last = self.store.read(tournament, known.version - 1)[:1]
        return bool(last) and last[0].hash == known.head

    def carry_on(self, tournament: str, records: tuple[Recorded, ...]) -> Loaded:
        """The tournament after these records, which follow what is known (others are left aside)."""
        with self._locks[tournament], no_search_for_cycles(len(records) > MANY):
            known = self._known.get(tournament, EMPTY)
            fresh = tuple(r for r in records if r.seq > known.version)
            if fresh and fresh[0].seq == known.version + 1:
                after = _after(known, fresh)
                if known.history and (
                    any(map(_erases, fresh, after.history[known.version :]))
                    or (_texts_shown(known.state) != _texts_shown(after.state) and self.followed(tournament))
                ):
                    after = opened(self.store.read(tournament))
                    self._shown.pop(tournament, None)
                known = self._known[tournament] = after
            return known

    def forget(self, tournament: str) -> None:
        """Read this log again from its beginning."""
        self._known.pop(tournament, None)
        self._shown.pop(tournament, None)

    def tried(self, tournament: str, records: tuple[Recorded, ...]) -> Loaded:
        """The tournament as it would be after these records. Raises Unreadable."""
        known = self.load(tournament)
        with self._locks[tournament]:
            return _after(known, records) if records else known

    def followed(self, tournament: str) -> bool:
        """Whether this event runs elsewhere and is only shown here: then nothing else may write to it."""
        if tournament not in self._followed:
            found = self.store.get("followed", tournament) is not None
            if not self.store.version(tournament):
                return found
            self._followed[tournament] = found
        return self._followed[tournament]

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


def _note(r: Recorded) -> Note:
    return Note(r.at, r.by, r.command_id, r.hash, bool(r.parts.sealed), is_withheld(r))


def _after(known: Loaded, records: Sequence[Recorded]) -> Loaded:
    return _brought_on(known, _read_on(known, records), records[0].tournament)


def _brought_on(known: Loaded, read: Loaded, tournament: str) -> Loaded:
    """What was read on from there, with its state."""
    try:
        state = _state_after(known, read.history[known.version :], read.history)
    except Exception as problem:
        _log.exception("the log of %s cannot be replayed", tournament)
        raise Unreadable(tournament, read.version, f"{type(problem).__name__} {problem}") from problem
    if rules_by(state.edition, state.edition_text) is None:
        raise Unreadable(tournament, known.version + 1, f"unknown edition of a game: {state.edition}")
    return replace(read, state=state)


def _read_on(known: Loaded, records: Sequence[Recorded]) -> Loaded:
    """What is known and these records, whose chain holds; the state is still the one before them."""
    if broken_at(records, records[0].tournament, known.version, known.head):
        raise Damaged(records[0].tournament)
    new = tuple((r.seq, _readable(r)) for r in records)
    notes = known.notes.grow(_note(r) for r in records)
    pairs = zip(records, new, strict=True)
    closed = {number: in_ms(r.at) for r, (_, x) in pairs if (number := round_made(x, "closed"))}
    history = _grown(known.history).grow(new)
    return Loaded(known.state, history, records[-1].hash, notes, {**known.closed, **closed})


def _erases(record: Recorded, numbered: Numbered) -> bool:
    """Whether somebody may have been erased, whose texts must not stay in memory either."""
    row = EVENT_ROW_OF[type(numbered[1])]
    return row.erases is not None and row.erases(numbered[1]) and not record.parts.sealed


def _texts_shown(t: Tournament) -> tuple[object, ...]:
    """What decides whose texts are public, which a site that follows the event gets beside the log."""
    return t.lists_shown, t.phase == "closed"


def _grown(history: Sequence[Numbered]) -> Grown[Numbered]:
    return history if isinstance(history, Grown) else Grown(list(history), len(history))


def damaged_logs(store: EventStore, opened: Callable[[str], bool] = lambda _: False) -> Iterator[str]:
    """The tournaments whose chain of records is broken, without replaying them; those opened are whole."""
    for tournament in store.tournaments():
        if opened(tournament):
            continue
        try:
            broken = _broken(store, tournament)
        except ReadOnly as no:
            if no.code != "store.damaged":
                raise
            broken = True
        except Exception:  # noqa: BLE001 - whatever is wrong with the bytes, the others are looked at too
            broken = True
        if broken:
            yield tournament


def _broken(store: EventStore, tournament: str) -> bool:
    version, head = 0, GENESIS
    for records in in_pieces(store, tournament):
        if broken_at(records, tournament, version, head):
            return True
        version, head = records[-1].seq, records[-1].hash
    return False


def in_pieces(store: EventStore, tournament: str) -> Iterator[Sequence[Recorded]]:
    """A whole log, a part at a time: the text of a large one takes as much memory as all that it means."""
    version = 0
    while version < store.version(tournament):
        records = store.read(tournament, version, version + MANY)
        if not records:
            raise Damaged(tournament)
        yield records
        version = records[-1].seq


def in_ms(at: str) -> int:
    """A record's time in milliseconds since 1970."""
    return int(datetime.fromisoformat(at).timestamp() * 1000)


def _readable(record: Recorded) -> Event:
    try:
        return event_of(record)
    except BadEvent as problem:
        raise Unreadable(record.tournament, record.seq, str(problem)) from problem


def _state_after(known: Loaded, new: Sequence[Numbered], history: Sequence[Numbered]) -> Tournament:
    if any(EVENT_ROW_OF[type(event)].takes_back for _, event in new) or not known.history:
        return replay(history)
    state = known.state.fork()
    for seq, event in new:
        evolve(state, event, seq)
    return state
