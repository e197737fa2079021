"""The hall seen from above: one tile for each table, by how it stands, and until when the others play."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from komandor.app.queries.everybody.rounds import MINUTE, RoundView, Row

State = Literal["called", "disputed", "over", "reported", "playing", "in"]
STATES: tuple[State, ...] = ("called", "disputed", "over", "reported", "playing", "in")
"""The most urgent first."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One table. `ends`: when its own time is up, in milliseconds."""

    row: Row
    state: State
    ends: int | None


@dataclass(frozen=True, slots=True)
class Until:
    """Tables whose time ends together."""

    ends: int | None  # milliseconds since 1970
    tables: int
    over: bool = False
    extended: bool = False


@dataclass(frozen=True, slots=True)
class TableMap:
    tiles: tuple[Tile, ...]
    counts: Mapping[State, int]
    still: tuple[Until, ...]  # who plays until when


def table_map(view: RoundView, now: int) -> TableMap:
    """Every table of the round in the order of the tables; byes have none."""
    tiles = tuple(_tile(view, row, now) for row in view.rows if row.kind == "match")
    counted = Counter(tile.state for tile in tiles)
    counts = {state: counted[state] for state in STATES if counted[state]}
    return TableMap(tiles, counts, still_playing(tiles, now))


def _tile(view: RoundView, row: Row, now: int) -> Tile:
    common = view.clock.ends
    ends = None if common is None else common + row.extension * MINUTE
    return Tile(row, _state(row, ends is not None and ends <= now), ends)


def _state(row: Row, over: bool) -> State:
    if row.calls:
        return "called"
    if row.status == "disputed":
        return "disputed"
    if row.status == "final":
        return "in"
    if over:
        return "over"
    return "reported" if row.status == "reported" else "playing"


def still_playing(tiles: tuple[Tile, ...], now: int) -> tuple[Until, ...]:
    """Unfinished tables by the end of their time, the common end first (COM-LOST-3, AMB-G28)."""
    groups: dict[int | None, list[Row]] = {}
    for tile in tiles:
        if tile.row.status != "final":
            groups.setdefault(tile.ends, []).append(tile.row)
    return tuple(
        Until(ends, len(rows), ends is not None and ends <= now, any(r.extension for r in rows))
        for ends, rows in sorted(groups.items(), key=lambda item: item[0] or 0)
    )
