"""From records to the tournament as it stands: the normal way of knowing the state."""

from collections.abc import Iterable, Sequence

from komandor.core.tournament.action import Event
from komandor.core.tournament.actions import EVENT_ROW_OF, evolve
from komandor.core.tournament.state import Tournament

Numbered = tuple[int, Event]
"""A record's seq and its event."""


def voided(records: Sequence[Numbered]) -> frozenset[int]:
    """The seqs that count as not having happened.  Read from the end: a voided void voids nothing."""
    out: set[int] = set()
    for seq, event in reversed(records):
        row = EVENT_ROW_OF[type(event)]
        if row.takes_back and seq not in out:
            out.update(row.takes_back(event))
    return frozenset(out)


def replay(records: Iterable[Numbered]) -> Tournament:
    """The state after these records; linear in their number."""
    known = tuple(records)
    out = voided(known)
    t = Tournament()
    for seq, event in known:
        if seq in out:
            t.version = seq
        else:
            evolve(t, event, seq)
    return t
