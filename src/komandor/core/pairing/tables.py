"""Table numbers (COM-MAT-2): the top pair first, fixed tables respected, ranges with gaps allowed."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count, pairwise

from komandor.core.ids import PlayerNo
from komandor.core.pairing.entrant import Pair
from komandor.core.reasons import Refusal, refuse

Range = tuple[int, int]


def parse_ranges(text: str) -> tuple[Range, ...] | Refusal:
    """Read `"1-10,15,20-40"`: the existing tables, lowest first. An empty text means all from 1."""
    ranges: list[Range] = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        low, dash, high = (x.strip() for x in part.partition("-"))
        if not low.isdecimal() or (dash and not high.isdecimal()):
            return refuse("tables.range_unreadable", "COM-MAT-2", part=part)
        first, last = int(low), int(high or low)
        if first < 1 or last < first or last > 1_000_000:
            return refuse("tables.range_empty", "COM-MAT-2", part=part)
        ranges.append((first, last))
    ranges.sort()
    for (_, last), (first, _) in pairwise(ranges):
        if first <= last:
            return refuse("tables.range_twice", "COM-MAT-2", table=first)
    return tuple(ranges)


def tables(
    pairs: Sequence[Pair], fixed: Mapping[PlayerNo, int] | None = None, ranges: Sequence[Range] = ()
) -> tuple[int, ...]:
    """Give each pair a table: first players with a fixed table, then the others from the top.

    A fixed table is a number, not a position in a list (T19): it is kept even outside the
    ranges.  If both players of a pair have one, that of the first-named player counts.  If
    two pairs have the same, the higher pair gets it (T18).  `readings.seats` names who yields.
    """
    taken: dict[int, int] = {}
    for i, pair in enumerate(pairs):
        table = next(((fixed or {})[p] for p in pair if p in (fixed or {})), None)
        if table is not None and table not in taken.values():
            taken[i] = table
    used = set(taken.values())
    free = (t for t in _all(ranges) if t not in used)
    return tuple(taken[i] if i in taken else next(free) for i in range(len(pairs)))


def next_free(ranges: Sequence[Range], used: Collection[int | None]) -> int:
    """The first table that nobody sits at."""
    return next(table for table in _all(ranges) if table not in used)


def _all(ranges: Sequence[Range]) -> Iterator[int]:
    """All existing tables, then further numbers after the last range."""
    for first, last in ranges:
        yield from range(first, last + 1)
    yield from count(ranges[-1][1] + 1 if ranges else 1)
