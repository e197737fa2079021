"""Seats for the meeting of all players before round 1: by surname, two to a table. It is not a pairing."""

from collections.abc import Callable
from dataclasses import dataclass

from komandor.core.ids import PlayerNo
from komandor.core.pairing.tables import all_tables
from komandor.core.tournament.readings.seats import table_ranges
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
    free = (table for table in all_tables(table_ranges(t)) if table not in own.values() for _ in range(2))
    return tuple(MeetingSeat(n, own[n] if n in own else next(free)) for n in players)
