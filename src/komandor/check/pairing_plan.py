"""How a draw is divided and counted: the parts of which `pairs.py` is made.

Theory of operation
-------------------
The engine finds a best pairing with a matching algorithm. This file computes the same draw without one,
so that a mistake in the engine's matching cannot repeat itself here. Three ideas make that possible.

1. *All best pairings of a few seats* (`Seats`). Take the first seat that is not paired yet and try every
   partner: what is left is a smaller set of seats, and the same set is reached in many ways. Keeping for
   each set its smallest cost and the number of ways to reach that cost gives every best pairing, and one
   of them can be drawn with the same chance for each: a number below the count, then partner by partner.
   A set is an integer with one bit for each seat. The price is memory: the sets grow like Fibonacci
   numbers, and 28 seats have at most 514,229. So above 30 seats, or 520,000 sets, nothing is computed
   and `Beyond` is raised. A round that is beyond us is reported as not recomputed; it is never called
   right, and never wrong.

2. *Sections* (`Field.plan`). A hall of 500 players has far too many seats, but score groups hardly depend
   on each other. From the top, each group is asked only how few of its players must leave downwards, as
   if those above and below could meet anybody. Such a relaxed answer is a lower bound; where some best
   arrangement of the relaxed problem reaches beyond a border (somebody enters deeper than the first
   group, or leaves from above the last), the assumption may be wrong, and the two groups are merged into
   one section. In the end each section can be paired by itself and the pairs across borders be checked
   afterwards.

3. *One number for several criteria* (`Steps`). Criteria in order become digits of one integer, with a
   base larger than any digit can get. So adding costs never lets many small faults outweigh a larger one.

The trap: it is not enough to find *a* best pairing. The draw takes a ticket among all of them, so every
table here must have exactly the sets, the order of seats and the tie rules of docs/algorithms/draw.md,
from which it was written. `Relaxed` prefers, at the same cost, an arrangement that reaches past a border,
because the question is whether *some* best one does.

The way refused: a matching library. It would share the engine's weak point, and it gives one pairing
without the number of the others.
"""

import hashlib
import struct
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from itertools import count
from typing import NamedTuple

WAY = 3  # of drawing, as a draw names it (docs/algorithms/draw.md); 1 and 2 are not read any more
MOST = 30
MOST_SETS = 520_000
MOST_IN_LARGE_FIELDS = 50_000  # where each set has more than 30 players to look at

Cost = Callable[[int, int], int | None]  # of two seats, the lower one first; None if they may not be paired
Section = tuple[int, int, int, int]  # first group, last group, players who enter from above, who leave below


class Beyond(Exception):
    """Not computed again: so many players form one block."""

    def __init__(self, many: int) -> None:
        super().__init__(many)
        self.many = many


class Entrant(NamedTuple):
    """A player before the round; `met` has one number for each earlier Swiss round, 0 without opponent."""

    player: int
    points: int = 0
    byes: int = 0
    place: int = 0
    met: tuple[int, ...] = ()
    groups: frozenset[str] = frozenset()  # travel groups
    start: int = 0  # start number, for the fold


class Terms(NamedTuple):
    """What the draw keeps to; pairs in `forbidden` have the lower number first."""

    round: int
    fold: bool = False
    apart: bool = False  # travel groups are kept apart in round 1
    no_bye: frozenset[int] = frozenset()
    forbidden: frozenset[tuple[int, int]] = frozenset()
    second_bye_first: bool = False


# ── lots (docs/algorithms/lots.md) ───────────────────────────────────────────


def stream(key: bytes, label: str, size: int) -> bytes:
    fields = b"".join(len(x).to_bytes(4, "big") + x for x in (key, label.encode()))
    return hashlib.shake_256(b"\0\0\0\2" + fields).digest(size)


def by_lot(key: bytes, label: str, players: Iterable[int]) -> list[int]:
    known = sorted(players)
    lots = stream(key, label, 16 * (max(known, default=0) + 1))
    return sorted(known, key=lambda p: lots[16 * p : 16 * p + 16])


def picks(key: bytes, label: str, sizes: Iterable[int]) -> Iterator[int]:
    """For each size a number below it, from 32-bit words."""
    words = (w for i in count() for w in struct.unpack(">1024I", stream(key, f"{label}/{i}", 4096)))
    for n in sizes:
        product = next(words) * n
        while product % 2**32 < 2**32 % n:
            product = next(words) * n
        yield product >> 32


def dice(key: bytes, label: str) -> Callable[[int], int]:
    """A function that gives the next number below n, from whole bytes."""
    source = (b for i in count() for b in stream(key, f"{label}/{i}", 1024))

    def below(n: int) -> int:
        size = max(1, ((n - 1).bit_length() + 7) // 8)
        while True:
            drawn = int.from_bytes(bytes(next(source) for _ in range(size)), "big")
            if drawn < 256**size // n * n:
                return drawn % n

    return below


# ── all best pairings of a few seats ─────────────────────────────────────────


class Seats:
    """The cheapest ways to pair seats 0 … size-1, for every set of seats that is still to pair."""

    def __init__(self, size: int, cost: Cost) -> None:
        if size > MOST:
            raise Beyond(size)
        self.everybody = (1 << size) - 1
        self.near: list[list[tuple[int, int]]] = [
            [(1 << v, c) for v in range(u + 1, size) if (c := cost(u, v)) is not None] for u in range(size)
        ]
        self.known: dict[int, tuple[int, int]] = {0: (0, 1)}

    def ways(self, left: int) -> tuple[int, int]:
        """The smallest cost of pairing this set, and in how many ways; no way: (0, 0)."""
        if left not in self.known:
            if len(self.known) > MOST_SETS:
                raise Beyond(self.everybody.bit_length())
            best, many = 0, 0
            for other, cost in self.partners(left):
                below, ways = self.ways(left & (left - 1) ^ other)
                if ways and (not many or cost + below <= best):
                    many = ways + (many if cost + below == best else 0)
                    best = cost + below
            self.known[left] = best, many
        return self.known[left]

    def partners(self, left: int) -> list[tuple[int, int]]:
        """The possible partners of the first seat, each as a set of one, with the cost."""
        return [(other, cost) for other, cost in self.near[low(left)] if left & other]

    def draw(self, below: Callable[[int], int]) -> list[tuple[int, int]]:
        """One of the cheapest pairings, each with the same chance."""
        left, found = self.everybody, []
        while left:
            best, many = self.ways(left)
            ticket = below(many)
            for other, cost in self.partners(left):
                rest, ways = self.ways(left & (left - 1) ^ other)
                ticket -= ways if cost + rest == best else 0
                if ticket < 0:
                    break
            found.append((low(left), low(other)))
            left = left & (left - 1) ^ other
        return found

    def one_way(self, left: int) -> Iterator[tuple[int, int]]:
        """One cheapest pairing of a set, the lower seat of each pair first."""
        while left:
            best, _ = self.ways(left)
            for other, cost in self.partners(left):
                rest, ways = self.ways(left & (left - 1) ^ other)
                if ways and cost + rest == best:
                    break
            yield low(left), low(other)
            left = left & (left - 1) ^ other

    def best_only(self) -> "Seats":
        """The same seats with only those pairs that some cheapest pairing has."""
        near: list[dict[int, int]] = [{} for _ in self.near]
        reached = [self.everybody]
        seen = set(reached)
        for left in filter(None, reached):
            best, _ = self.ways(left)
            for other, cost in self.partners(left):
                rest = left & (left - 1) ^ other
                below, ways = self.ways(rest)
                if ways and cost + below == best:
                    near[low(left)][other] = cost
                    if rest not in seen:
                        seen.add(rest)
                        reached.append(rest)
        twin = copy(self)
        twin.known, twin.near = {0: (0, 1)}, [sorted(found.items()) for found in near]
        return twin

    def with_partners(self, seat: int, partners: int) -> "Seats":
        """The same seats, but one of them may be paired with these later seats only."""
        twin = copy(self)
        twin.known = {0: (0, 1)}
        twin.near = [[(v, c) for v, c in near if v != 1 << seat] for near in self.near]
        twin.near[seat] = [(v, c) for v, c in self.near[seat] if v & partners]
        return twin


def low(seats: int) -> int:
    """The first seat of a set."""
    return (seats & -seats).bit_length() - 1


class Steps:
    """The cost of a pair between two groups in one number: crossed borders from the top, squared steps."""

    def __init__(self, depth: int, players: int) -> None:
        self.base, self.unit = players + 1, players * (depth + 1) ** 2 + 1
        self.borders: list[int] = [self.unit * self.base**i for i in reversed(range(depth))]

    def __call__(self, upper: int, lower: int) -> int:
        """`upper` may be -1: just above the top group; that border is not counted."""
        return sum(self.borders[max(upper, 0) : lower]) + (lower - upper) ** 2


# ── the field, and how it is split into sections ─────────────────────────────────


class Field:
    """The players to pair in score groups from the top, and who may not meet whom."""

    def __init__(self, entrants: Iterable[Entrant], terms: Terms, apart: bool = False) -> None:
        self.who = {e.player: e for e in sorted(entrants)}
        self.bars = {p: set(e.met) & self.who.keys() for p, e in self.who.items()}
        self.forbidden = {pair for pair in terms.forbidden if self.who.keys() >= set(pair)}
        for a, b in self.forbidden:
            self.bars[a].add(b)
        for p, e in self.who.items() if apart else ():
            self.bars[p] |= {q for q, other in self.who.items() if q != p and e.groups & other.groups}
        for p, bars in self.bars.items():
            for q in bars:
                self.bars[q].add(p)
        points = sorted({e.points for e in self.who.values()}, reverse=True)
        self.groups = [[p for p, e in self.who.items() if e.points == value] for value in points]
        self.level = {p: i for i, group in enumerate(self.groups) for p in group}
        self.analysed: dict[tuple[int, int, int], tuple[set[int], int]] = {}
        self.bit = {p: 1 << i for i, p in enumerate(self.who)}
        self.fewest = {0: 0}
        self.most = MOST_SETS

    def barred(self, a: int, b: int) -> bool:
        return b in self.bars[a]

    def price(self, section: Section, players: list[int]) -> Cost:
        """The cost of two seats of a section; seats: from above, the players from the top, below."""
        first, last, entering, leaving = section
        step = Steps(last - first + 1, entering + len(players) + leaving)
        end, level = entering + len(players), self.level

        def cost(u: int, v: int) -> int | None:
            if u < entering:  # those from above meet the first group
                return 0 if entering <= v < end and level[players[v - entering]] == first else None
            if v >= end:  # those below meet the last group
                return 0 if u < end and level[players[u - entering]] == last else None
            a, b = players[u - entering], players[v - entering]
            return None if self.barred(a, b) else step(level[a] - first, level[b] - first)

        return cost

    def lone(self, players: Iterable[int]) -> int:
        """How many of these players stay alone if as many as possible are paired."""
        here = set(players)
        if all(2 * (len(self.bars[p] & here) + 1) <= len(here) - len(here) % 2 for p in here):
            return len(here) % 2  # Dirac's theorem
        self.most = MOST_SETS if len(here) <= MOST else MOST_IN_LARGE_FIELDS
        return self._least(tuple(p for p in self.who if p in here), sum(self.bit[p] for p in here))

    def _least(self, players: tuple[int, ...], left: int) -> int:
        if left not in self.fewest:
            if len(self.fewest) > self.most:
                raise Beyond(len(self.who))
            first, rest = players[0], players[1:]
            odd, fewest = len(players) % 2, len(players)
            for p in rest:
                if fewest > odd and p not in self.bars[first]:
                    others = tuple(q for q in rest if q != p)
                    fewest = min(fewest, self._least(others, left ^ self.bit[first] ^ self.bit[p]))
            if fewest > odd:
                fewest = min(fewest, 1 + self._least(rest, left ^ self.bit[first]))
            self.fewest[left] = fewest
        return self.fewest[left]

    def plan(self, merged: set[int]) -> list[Section] | None:
        """The sections from the top; `merged` borders are inside a section, more are added where needed."""
        while -1 not in merged:
            sections: list[Section] = []
            first, entering, more = 0, 0, set[int]()
            while first < len(self.groups) and not more:
                last = next(i for i in count(first) if i not in merged)
                at = (first, last, entering)
                if at not in self.analysed:
                    self.analysed[at] = self.single(first, entering) if first == last else self.several(*at)
                more, leaving = self.analysed[at]
                sections.append((*at, leaving))
                first, entering = last + 1, leaving
            if not more:
                return sections
            merged |= more
        return None

    def single(self, i: int, entering: int) -> tuple[set[int], int]:
        """Borders to merge, and how few must leave one group."""
        size = len(self.groups[i])
        if entering > size:
            return {i - 1}, 0
        spare = self.lone(self.groups[i])
        leaving = spare - entering if spare > entering else (size - entering) % 2
        return ({i - 1}, 0) if leaving and i == len(self.groups) - 1 else (set(), leaving)

    def several(self, first: int, last: int, entering: int) -> tuple[set[int], int]:
        """Borders to merge, and how few must leave several groups.

        A border is merged if some best arrangement lets somebody enter deeper than the first group, or
        leave from above the last one.
        """
        ends = last == len(self.groups) - 1
        if ends and not entering:  # nobody enters or leaves: can all be paired?
            alone = self.lone(p for group in self.groups[first:] for p in group)
            return ({first - 1} if alone else set()), alone
        relaxed = Relaxed(self, first, last, entering)
        over, under, alone = relaxed.best((1 << len(relaxed.at)) - 1, entering)[1:]
        merge = {first - 1} if over or (alone and ends) else set[int]()
        return merge | ({last} if under and not ends else set()), alone


Floats = tuple[int, bool, bool, int]
"""The cost; whether somebody enters past the border, leaves past it; how many leave."""


class Relaxed:
    """All best arrangements of several groups if those above and below could meet anybody.

    Where two arrangements cost the same, one that reaches past a border costs a unit less.
    """

    def __init__(self, field: Field, first: int, last: int, entering: int) -> None:
        players = [p for group in field.groups[first : last + 1] for p in group]
        size, self.depth = len(players), last - first + 1
        if size > MOST:
            raise Beyond(size)
        self.at = [field.level[p] - first for p in players]
        steps, scale = Steps(self.depth, size + entering), size + entering + 1
        never = 4 * scale * scale * steps(0, self.depth) if last == len(field.groups) - 1 else 0
        deep = range(self.depth)
        down = [steps(d, self.depth) * scale - (d < self.depth - 1) for d in deep]
        self.leave = [never or cost for cost in down]
        self.enter = [(steps(-1, d) - steps(-1, 0)) * scale - (d > 0) for d in deep]
        self.through = never or (steps(-1, self.depth) - steps(-1, 0)) * scale - 1
        inner = {(a, b): steps(a, b) * scale for a in deep for b in deep if a <= b}
        self.near = [
            [
                (1 << j, inner[a, b])
                for j, b in enumerate(self.at)
                if j > i and not field.barred(p, players[j])
            ]
            for i, (p, a) in enumerate(zip(players, self.at, strict=True))
        ]
        self.known: dict[tuple[int, int], Floats] = {}

    def best(self, left: int, waiting: int) -> Floats:
        """For a set of players still to pair, with so many from above still to meet somebody."""
        if not left:
            return waiting * self.through, waiting > 0, False, 0
        if (left, waiting) not in self.known:
            if len(self.known) > MOST_SETS:
                raise Beyond(len(self.at))
            ways = list(self.ways(left, waiting))
            least = min(way[0] for way in ways)
            good = [way for way in ways if way[0] == least]
            some = any(way[1] for way in good), any(way[2] for way in good)
            self.known[left, waiting] = (least, *some, good[0][3])
        return self.known[left, waiting]

    def ways(self, left: int, waiting: int) -> Iterator[Floats]:
        """The first player leaves, meets somebody of the set, or somebody from above."""
        i, rest = low(left), left & (left - 1)
        d = self.at[i]
        cost, over, under, gone = self.best(rest, waiting)
        yield cost + self.leave[d], over, under or d < self.depth - 1, gone + 1
        for other, own in self.near[i]:
            if rest & other:
                cost, over, under, gone = self.best(rest ^ other, waiting)
                yield cost + own, over, under, gone
        if waiting:
            cost, over, under, gone = self.best(rest, waiting - 1)
            yield cost + self.enter[d], over or d > 0, under, gone
