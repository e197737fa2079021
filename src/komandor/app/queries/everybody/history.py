"""The log as people read it: who did what, when, and whether it still counts."""

from dataclasses import dataclass

from komandor.app.ledger import Loaded
from komandor.core.tournament.events import Event
from komandor.log.codec import type_name


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    seq: int
    at: str
    by: str  # "staff:1", "player:17", "host", "public"
    command_id: str
    type: str
    event: Event
    hash: str
    sealed: bool  # it has a part that the public log withholds; of a player who is amended: the name
    withheld: bool = False  # and that is not here
    voided: bool = False
    named: str = ""


def entries(loaded: Loaded, *kinds: type[Event]) -> list[LogEntry]:
    """The records up to the loaded version, oldest first; only events of these kinds, if any are named."""
    return [entry(loaded, seq) for seq, event in loaded.history if not kinds or isinstance(event, kinds)]


def entry(loaded: Loaded, seq: int) -> LogEntry:
    """One record."""
    event, note = loaded.history[seq - 1][1], loaded.notes[seq - 1]
    voided, named = seq in loaded.state.voids, loaded.state.points_named.get(seq, "")
    kind = type_name(type(event))
    return LogEntry(seq=seq, type=kind, event=event, voided=voided, named=named, **note._asdict())
