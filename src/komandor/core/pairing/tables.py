"""Table numbers (COM-MAT-2): the top pair first, fixed tables respected, ranges with gaps allowed."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count, pairwise

from komandor.core.ids import PlayerNo
from komandor.core.pairing.entrant import Pair
from komandor.core.reasons import Refusal, refuse

Range = tuple[int, int]
LONGEST_PART = 40
"""Letters of one range as it is typed; longer numbers are not even read."""


def parse_ranges(text: str) -> tuple[Range, ...] | Refusal:
    """Read `"1-10,15,20-40"`: the existing tables, lowest first. An empty text means all from 1."""
    ranges: list[Range] = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        low, dash, high = (x.strip() for x in part.partition("-"))
        if not low.isdecimal() or (dash and not high.isdecimal()) or len(part) > LONGEST_PART:
            return refuse("tables.range_unreadable", "COM-MAT-2", part=part[:LONGEST_PART])
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
    pairs: Sequence[Pair],
    fixed: Mapping[PlayerNo, int] | None = None,
    ranges: Sequence[Range] = (),
    sat: Mapping[PlayerNo, Collection[int]] | None = None,
) -> tuple[int, ...]:
    """Give each pair a table: first players with a fixed table, then the others from the top.

    With `sat`, the tables of earlier rounds by player, the same tables go round: nobody sits at one of
    theirs again where that can be avoided.

    A fixed table is a number, not a position in a list: it is kept even outside the
    ranges.  If two pairs have the same, the higher pair gets it.  If both players of a pair
    have one that is free, that of the first-named player counts.  `readings.seats` names who yields.
    """
    taken: dict[int, int] = {}
    used: set[int] = set()
    for i, pair in enumerate(pairs):
        wanted = ((fixed or {}).get(p) for p in pair)
        table = next((t for t in wanted if t is not None and t not in used), None)
        if table is not None:
            taken[i] = table
            used.add(table)
    free = (t for t in all_tables(ranges) if t not in used)
    rest = [i for i in range(len(pairs)) if i not in taken]
    numbers = [next(free) for _ in rest]
    if sat is not None:
        numbers = rotated([[sat.get(p, ()) for p in pairs[i]] for i in rest], numbers)
    found = taken | dict(zip(rest, numbers, strict=True))
    return tuple(found[i] for i in range(len(pairs)))


def rotated(known: Sequence[Sequence[Collection[int]]], numbers: Sequence[int]) -> list[int]:
    """These tables in an order in which as many pairs as possible sit at one that is new to both.

    `known` has for each pair the tables of its two players. From the top, each pair gets the lowest new
    table; where none is left, earlier pairs move on (augmenting paths). The others get what remains.
    """
    new = [[t for t in numbers if not any(t in one for one in both)] for both in known]
    holder: dict[int, int] = {}
    for pair in range(len(known)):
        _give_new(pair, new, holder)
    at = {pair: table for table, pair in holder.items()}
    rest = [table for table in numbers if table not in holder]
    for pair in (p for p in range(len(known)) if p not in at):
        at[pair] = min(rest, key=lambda table: sum(table in one for one in known[pair]))
        rest.remove(at[pair])
    return [at[pair] for pair in range(len(known))]


def _give_new(pair: int, new: Sequence[Sequence[int]], holder: dict[int, int]) -> None:
    """Find this pair a new table, if need be by moving others to another new one; searched in breadth."""
    came: dict[int, int] = {}  # table → the pair that would take it
    waiting = [pair]
    for one in waiting:
        for table in new[one]:
            if table in came:
                continue
            came[table] = one
            if table not in holder:
                _move_on(table, pair, came, holder)
                return
            waiting.append(holder[table])


def _move_on(table: int, first: int, came: Mapping[int, int], holder: dict[int, int]) -> None:
    """Let every pair on the way take the table that was found for it."""
    held = {pair: table for table, pair in holder.items()}
    while True:
        pair = came[table]
        holder[table] = pair
        if pair == first:
            return
        table = held[pair]


def all_tables(ranges: Sequence[Range]) -> Iterator[int]:
    """All existing tables, then further numbers after the last range."""
    for first, last in ranges:
        yield from range(first, last + 1)
    yield from count(ranges[-1][1] + 1 if ranges else 1)
