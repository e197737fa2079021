"""The log as people read it: who did what, when, and whether it still counts."""

from dataclasses import dataclass

from komandor.app.ledger import Loaded
from komandor.core.tournament.events import Event
from komandor.core.tournament.replay import voided
from komandor.log.codec import type_name
from komandor.log.store import EventStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    seq: int
    at: str
    by: str  # "staff:1", "player:17", "host", "public"
    command_id: str
    type: str
    event: Event
    hash: str
    voided: bool = False
    named: str = ""


def entries(store: EventStore, loaded: Loaded) -> list[Entry]:
    """Every record up to the loaded version, oldest first."""
    out = voided(loaded.history)
    events = dict(loaded.history)
    names = loaded.state.points_named
    return [
        Entry(
            seq=r.seq,
            at=r.at,
            by=r.by,
            command_id=r.command_id,
            type=type_name(type(events[r.seq])),
            event=events[r.seq],
            hash=r.hash,
            voided=r.seq in out,
            named=names.get(r.seq, ""),
        )
        for r in store.read(loaded.state.id)
        if r.seq in events
    ]
