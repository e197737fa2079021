"""One line of a tournament's log, chained to the line before it.

The event is kept as canonical JSON text: what was hashed is what is stored,
byte for byte, in every store and in the exported file. A part of it may be sealed (`log.sealing`).
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from komandor.core.lots import enc
from komandor.core.tournament.references import CALL
from komandor.log.bounds import unwritable
from komandor.log.sealing import ROWS, Parts, divided, joined, seal_of

GENESIS = "0" * 64
FILE_VERSION = 2  # version 1 was never released and is not used again


class Recorded(NamedTuple):
    """An event as it stands in the log of one tournament."""

    tournament: str
    seq: int  # from 1, without holes
    at: str  # UTC, "2026-11-15T14:03:09.123Z"
    by: str  # who: "staff:3", "player:17", "public", "host"
    command_id: str  # the number of the first record of the same command
    event: str  # canonical JSON object with a "type"; what is withheld or erased reads as empty
    prev: str  # hash of the record before, GENESIS for the first
    hash: str
    parts: Parts  # what is shown and what is closed, as hashed

    @classmethod
    def of_parts(cls, row: Sequence[Any], parts: Parts) -> "Recorded":
        """A record from tournament, seq, at, step, prev and hash, and its parts."""
        tournament, seq, at, step, prev, digest = row
        by, event = joined(parts)
        return cls(tournament, seq, at, by, step, event, prev, digest, parts)

    @property
    def payload(self) -> Mapping[str, object]:
        loaded: Mapping[str, object] = json.loads(self.event)
        return loaded


def record_hash(tournament: str, seq: int, at: str, step: str, parts: Parts, prev: str) -> str:
    """SHA-256 over every field, each with its length: what is shown, and the seal of what may be closed."""
    fields = enc(prev, tournament, seq, at, step, parts.by, parts.event, parts.sealed)
    return hashlib.sha256(fields).hexdigest()


def new_salt() -> str:
    return secrets.token_hex(16)


def follow(
    tournament: str,
    seq: int,
    prev: str,
    at: str,
    by: str,
    command_id: str,
    events: tuple[str, ...],
    names: Mapping[int, str] | None = None,
    salt: Callable[[], str] = new_salt,
) -> tuple[Recorded, ...]:
    """The records that follow a head known by its number and hash only; raises for what no file can carry.

    `names`: which event (counted from 0) carries which name in its closed part.
    """
    if field := unwritable(at, by, command_id, events):
        raise ValueError(f"{tournament}: {field} of a record cannot be written")
    step, out = str(seq + 1), []
    for number, event in enumerate(events, seq + 1):
        parts = divided(by, event, (names or {}).get(number - seq - 1, ""), salt())
        digest = record_hash(tournament, number, at, step, parts, prev)
        out.append(Recorded.of_parts((tournament, number, at, step, prev, digest), parts))
        prev = digest
    return tuple(out)


def withheld(record: Recorded) -> Recorded:
    """The record without its closed part; its hash is as right as before."""
    if not record.parts.closed:
        return record
    parts = record.parts._replace(salt="", closed="")
    by, event = joined(parts)
    return record._replace(by=by, event=event, parts=parts)


def is_withheld(record: Recorded) -> bool:
    """Whether it has a closed part that is not here."""
    return bool(record.parts.sealed and not record.parts.closed)


def texts_of(records: Iterable[Recorded], player: int) -> list[int]:
    """The records whose closed part is about this player or written by them; rulings in their calls too."""
    found: list[int] = []
    calls: set[object] = set()
    for r in (r for r in records if r.parts.closed):
        event = r.payload
        if event.get("player") == player or event.get("call") in calls or r.by == f"player:{player}":
            found.append(r.seq)
            row = ROWS.get(str(event.get("type")))
            calls |= {event["call"]} if row and row.makes is CALL else set()
    return found


def other_names(records: Iterable[Recorded], player: int, name: str) -> list[int]:
    """The records that hold another name of this player than the one they have now."""
    return [
        r.seq
        for r in records
        if r.parts.closed
        and r.payload.get("player") == player
        and json.loads(r.parts.closed).get("name", name) != name
    ]


def broken_at(
    records: Iterable[Recorded], tournament: str, after: int = 0, prev: str = GENESIS
) -> int | None:
    """The number of the first record that does not continue the chain, or None.

    `after` and `prev`: the number and the hash of the record before the first of these.
    """
    for position, r in enumerate(records, after + 1):
        computed = record_hash(tournament, position, r.at, r.command_id, r.parts, prev)
        found = (r.tournament, r.seq, r.prev, r.hash)
        if found != (tournament, position, prev, computed) or not seal_holds(r.parts):
            return position
        prev = computed
    return None


def seal_holds(parts: Parts) -> bool:
    """Whether the closed part, if it is there, is the one that was sealed."""
    return not parts.closed or seal_of(parts.salt, parts.closed) == parts.sealed
