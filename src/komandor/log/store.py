"""What every store promises: append-only, all or nothing, answered after the commit.

One contract suite (tests/contracts/test_stores*.py) runs against memory, SQLite
and PostgreSQL.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal, Protocol

from komandor.log.record import Recorded

LAST = 2**31 - 1  # no log has as many records

Person = Mapping[str, object]
"""Names, contacts and consents of one person; erasable, never in the chain."""

Fact = Mapping[str, object]
"""What stands beside the logs under one key."""

Puts = Mapping[tuple[str, str], Mapping[str, object] | None]
"""(space, key) → what to keep there, as `put` takes it; None forgets the key."""


def put_all(store: "EventStore", puts: Puts) -> None:
    """Write these outside a step."""
    for (space, key), value in puts.items():
        store.put(space, key, value)


@dataclass(frozen=True, slots=True)
class Appended:
    """The records now stand in the log."""

    records: tuple[Recorded, ...]
    again: bool = False  # the same command_id was answered before; nothing new was written


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody else wrote first: the log is now at `version`."""

    version: int


class ReadOnly(OSError):
    """The store can no longer write (disk full, damaged, opened read-only). Says why and what to do.

    Everything can still be read, and the next write tries again: when the cause is gone, so is the refusal.
    """

    def __init__(self, message: str, code: str = "store.read_only") -> None:
        super().__init__(message)
        self.code = code


class UnknownTournament(LookupError):
    """Nothing can be appended to a tournament that was never created here."""


class TournamentExists(ValueError):
    """An imported log may not replace one that is already here."""


StoreName = Literal["memory", "sqlite", "postgres"]


class EventStore(Protocol):
    """Where logs live. Thread-safe."""

    name: StoreName

    @property
    def trouble(self) -> ReadOnly | None:
        """Why the last write failed; None as soon as one succeeds."""
        ...

    def create(self, tournament: str) -> None:
        """Make room for a log; harmless when it is there already."""
        ...

    def tournaments(self) -> tuple[str, ...]:
        """Every tournament created or loaded here, sorted by id."""
        ...

    def version(self, tournament: str) -> int:
        """Last seq; 0 when nothing is recorded or the tournament is unknown."""
        ...

    def read(self, tournament: str, after: int = 0, upto: int = LAST) -> tuple[Recorded, ...]:
        """The records after this number, up to that one."""
        ...

    def by_command(self, tournament: str, command_id: str) -> tuple[Recorded, ...]: ...

    def key_used(self, key: str, tournament: str = "") -> bool:
        """Whether a command whose id begins with this key was carried out, there or anywhere."""
        ...

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
        """Append events after seq `expected`; `people` (None erases) and `puts` are written in the
        same transaction; with a person go the closed parts that are about them. `names` says which
        event, counted from 0, seals which name. A command_id seen before answers with its records and
        writes nothing. `events` may be empty when a command only changes people. While somebody has
        the turn of this log, only whoever comes `in_turn` writes; the others are told of a conflict."""
        ...

    def turn(self, tournament: str) -> AbstractContextManager[None]:
        """Wait in line for this log behind those of other processes who do, but not for long."""
        ...

    def people(self, tournament: str) -> Mapping[int, Person]: ...

    def secret(self, tournament: str) -> bytes | None:
        """The draw chain's seed: kept here, outside log and exports, until the event is closed."""
        ...

    def keep_secret(self, tournament: str, secret: bytes) -> bytes:
        """The secret that is kept, once and for all: this one, or whose came first."""
        ...

    # Access tokens (stored hashed) and small key-value facts of the site.
    def put(self, space: str, key: str, value: Mapping[str, object] | None) -> None:
        """None forgets the key."""
        ...

    def change(self, space: str, key: str, change: Callable[[Fact], Fact]) -> Fact:
        """Keep what `change` makes of the value that is there, {} if there is none, and give it back.

        Nobody else writes in between: two changes at once, also by two processes, are both kept.
        """
        ...

    def get(self, space: str, key: str) -> Mapping[str, object] | None: ...

    def get_many(self, space: str, keys: Sequence[str]) -> Mapping[str, Mapping[str, object]]:
        """The existing keys with their values, in one query."""
        ...

    def items(self, space: str, prefix: str = "") -> tuple[tuple[str, Mapping[str, object]], ...]: ...

    def count(self, keys: Sequence[str], until: int, now: int) -> Mapping[str, int]:
        """Add one to each key's counter that ends at `until`, and give them back; forget those that ended.

        Two counts at once, also by two processes, are both counted.
        """
        ...

    def listen(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        """Call `heard(tournament, version)` after every append by anyone; returns a stop function."""
        ...

    def announce(self, tournament: str, change: int) -> None:
        """Call everybody's `heard(tournament, -change)`: something beside the log was changed, so often."""
        ...

    def load(
        self,
        tournament: str,
        records: Iterable[Recorded],
        people: Mapping[int, Person],
        secret: bytes | None = None,
    ) -> None:
        """Put a whole imported log with its people and secret in place, all or nothing, verified by the
        caller; refuses an existing tournament."""
        ...

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
        """Add records that were made elsewhere and verified by the caller, after seq `expected`, to the copy
        of a log; all or nothing. `people`: all who are named now. `opened`: salt and text of closed parts
        that arrive later than their records; `erased`: records whose closed part goes."""
        ...

    def remove_copy(self, tournament: str, puts: Puts) -> None:
        """Remove the copy of a log that is kept elsewhere, with everything that came with it. The caller
        makes sure that it is one: a log of our own is never removed."""
        ...

    def closed_parts(self, tournament: str) -> tuple[int, ...]:
        """The records whose closed part is here, in order."""
        ...

    def close(self) -> None: ...
