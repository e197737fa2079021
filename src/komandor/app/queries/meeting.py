"""Seats for the meeting of all players before round 1: by surname, two to a table. It is not a pairing."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, count

from komandor.core.ids import PlayerNo
from komandor.core.pairing.tables import parse_ranges
from komandor.core.reasons import Refusal
from komandor.core.tournament.state import Tournament

Order = Callable[[PlayerNo], tuple[str, str, int]]


@dataclass(frozen=True, slots=True)
class MeetingSeat:
    player: PlayerNo
    table: int


def meeting_seats(t: Tournament, order: Order) -> tuple[MeetingSeat, ...]:
    """Everybody's table in alphabetical order; who has a table of their own sits there."""
    players = sorted(t.active(), key=order)
    own = {n: table for n in players if (table := t.players[n].fixed_table) is not None}
    free = (table for table in _tables(t) if table not in own.values() for _ in range(2))
    return tuple(MeetingSeat(n, own[n] if n in own else next(free)) for n in players)


def _tables(t: Tournament) -> Iterator[int]:
    """The tables of the hall from the first; after the last one numbers go on."""
    ranges = parse_ranges(t.tables)
    known = () if isinstance(ranges, Refusal) else ranges
    listed = (range(first, last + 1) for first, last in known)
    return chain(*listed, count(known[-1][1] + 1 if known else 1))
