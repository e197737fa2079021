"""One line of a tournament's log, chained to the line before it.

The event is kept as canonical JSON text: what was hashed is what is stored,
byte for byte, in every store and in the exported file.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from komandor.log.bounds import unwritable

GENESIS = "0" * 64


def canonical(value: object) -> str:
    """JSON with sorted keys, no white space, and no escapes but those JSON needs."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """An event as it stands in the log of one tournament."""

    tournament: str
    seq: int  # from 1, without holes
    at: str  # UTC, "2026-11-15T14:03:09.123Z"
    by: str  # who: "organiser", "staff:3", "player:17", "system"
    command_id: str  # the same for all events of one command
    event: str  # canonical JSON object with a "type"
    prev: str  # hash of the record before, GENESIS for the first
    hash: str

    @classmethod
    def of_row(cls, row: Sequence[Any]) -> "Recorded":
        """From the columns of the table of events, which stand in this order."""
        return cls(**dict(zip(cls.__slots__, row, strict=True)))

    @property
    def payload(self) -> Mapping[str, object]:
        loaded: Mapping[str, object] = json.loads(self.event)
        return loaded


def record_hash(tournament: str, seq: int, at: str, by: str, command_id: str, event: str, prev: str) -> str:
    """SHA-256 over every field, each with its length, so that no two records can be confused."""
    digest = hashlib.sha256()
    for field in (prev, tournament, str(seq), at, by, command_id, event):
        data = field.encode()
        digest.update(len(data).to_bytes(4, "big") + data)
    return digest.hexdigest()


def follow(
    tournament: str, seq: int, prev: str, at: str, by: str, command_id: str, events: tuple[str, ...]
) -> tuple[Recorded, ...]:
    """The records that follow a head known by its number and hash only; raises for what no file can carry."""
    if field := unwritable(at, by, command_id, events):
        raise ValueError(f"{tournament}: {field} of a record cannot be written")
    out: list[Recorded] = []
    for number, event in enumerate(events, seq + 1):
        digest = record_hash(tournament, number, at, by, command_id, event, prev)
        out.append(Recorded.of_row((tournament, number, at, by, command_id, event, prev, digest)))
        prev = digest
    return tuple(out)


def broken_at(records: Iterable[Recorded], tournament: str) -> int | None:
    """The position (from 1) of the first record that does not continue the chain, or None."""
    prev = GENESIS
    for position, r in enumerate(records, 1):
        computed = record_hash(tournament, position, r.at, r.by, r.command_id, r.event, prev)
        if (r.tournament, r.seq, r.prev, r.hash) != (tournament, position, prev, computed):
            return position
        prev = computed
    return None
