"""One line of a tournament's log, chained to the line before it.

The event is kept as canonical JSON text: what was hashed is what is stored,
byte for byte, in every store and in the exported file. A log is of version 1 or 2 as a whole:
version 2 has seals (`log.sealing`) and no ids of commands.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from komandor.core.lots import enc
from komandor.log.bounds import unwritable
from komandor.log.sealing import Parts, divided, joined, seal_of

GENESIS = "0" * 64
NEWEST = 2
NO_PARTS = Parts("", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """An event as it stands in the log of one tournament."""

    tournament: str
    seq: int  # from 1, without holes
    at: str  # UTC, "2026-11-15T14:03:09.123Z"
    by: str  # who: "staff:3", "player:17", "public", "host"
    command_id: str  # the same for all records of one command; version 2: the number of the first of them
    event: str  # canonical JSON object with a "type"; what is withheld or erased reads as empty
    prev: str  # hash of the record before, GENESIS for the first
    hash: str
    version: int = 1
    parts: Parts = NO_PARTS  # version 2: what is shown and what is closed, as hashed

    @classmethod
    def of_row(cls, row: Sequence[Any]) -> "Recorded":
        """A record of version 1 from the columns of the table of events, which stand in this order."""
        return cls(**dict(zip(cls.__slots__[:8], row, strict=True)))

    @classmethod
    def sealed_row(cls, row: Sequence[Any], parts: Parts) -> "Recorded":
        """A record of version 2 from the same columns and its parts."""
        tournament, seq, at, _, step, _, prev, digest = row
        by, event = joined(parts)
        return cls(
            tournament=tournament,
            seq=seq,
            at=at,
            by=by,
            command_id=step,
            event=event,
            prev=prev,
            hash=digest,
            version=2,
            parts=parts,
        )

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


def sealed_hash(tournament: str, seq: int, at: str, step: str, parts: Parts, prev: str) -> str:
    """The same for version 2: what is shown, and the seal of what may be closed."""
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
    version: int = 1,
    names: Mapping[int, str] | None = None,
    salt: Callable[[], str] = new_salt,
) -> tuple[Recorded, ...]:
    """The records that follow a head known by its number and hash only; raises for what no file can carry.

    `names`: in version 2, which event (counted from 0) carries which name in its closed part.
    """
    if field := unwritable(at, by, command_id, events):
        raise ValueError(f"{tournament}: {field} of a record cannot be written")
    step, out = str(seq + 1), []
    for number, event in enumerate(events, seq + 1):
        if version == 1:
            digest = record_hash(tournament, number, at, by, command_id, event, prev)
            out.append(Recorded.of_row((tournament, number, at, by, command_id, event, prev, digest)))
        else:
            parts = divided(by, event, (names or {}).get(number - seq - 1, ""), salt())
            digest = sealed_hash(tournament, number, at, step, parts, prev)
            out.append(Recorded.sealed_row((tournament, number, at, "", step, "", prev, digest), parts))
        prev = digest
    return tuple(out)


def withheld(record: Recorded) -> Recorded:
    """The record without its closed part; its hash is as right as before."""
    if not record.parts.closed:
        return record
    parts = record.parts._replace(salt="", closed="")
    by, event = joined(parts)
    return replace(record, by=by, event=event, parts=parts)


def texts_of(records: Iterable[Recorded], player: int) -> list[int]:
    """The records whose closed part is about this player or written by them; rulings in their calls too."""
    found: list[int] = []
    calls: set[object] = set()
    for r in (r for r in records if r.parts.closed):
        event = r.payload
        if event.get("player") == player or event.get("call") in calls or r.by == f"player:{player}":
            found.append(r.seq)
            calls |= {event["call"]} if event.get("type") == "judge_called" else set()
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
    version = 0
    for position, r in enumerate(records, after + 1):
        version = version or r.version
        if r.version == 1:
            computed = record_hash(tournament, position, r.at, r.by, r.command_id, r.event, prev)
        else:
            computed = sealed_hash(tournament, position, r.at, r.command_id, r.parts, prev)
        found = (r.tournament, r.seq, r.prev, r.hash, r.version)
        if found != (tournament, position, prev, computed, version) or not seal_holds(r.parts):
            return position
        prev = computed
    return None


def seal_holds(parts: Parts) -> bool:
    """Whether the closed part, if it is there, is the one that was sealed."""
    return not parts.closed or seal_of(parts.salt, parts.closed) == parts.sealed
