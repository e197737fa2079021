"""The fold by start numbers (Star Wars: The Card Game), computed again. Part of `pairs.py`; uses no lots.

Inside a score group the top half meets the bottom half: position i meets position i + k. Barred pairs and
floats disturb this, and then the pairing *nearest* to the fold is wanted among the best ones. Nearest is
decided from the top, player by player: a partner is kept only if the rest can still be paired in a best
way. So the sections are placed one after the other (`Folder.place`), and what fails below sends the
search back to the section above. After 12 failures at one border the two sections are merged: going back
further would try every combination.
"""

from collections.abc import Iterable, Iterator
from copy import copy
from itertools import combinations

from komandor.check.pairing_plan import Cost, Field, Seats, Section

PATIENCE = 12  # so often what is below a section may fail before they are merged

Pairs = list[tuple[int, int]]
Way = tuple[Pairs, tuple[int, ...]]
"""The pairs of a section, and who leaves it."""


class Stuck(Exception):
    """The sections at this border must be merged."""

    def __init__(self, border: int) -> None:
        super().__init__(border)
        self.border = border


def fold(field: Field) -> Pairs | None:
    """The best pairing nearest to the fold; None if there is none without barred pairs."""
    by_start(field)
    merged: set[int] = set()
    while True:
        sections = field.plan(merged)
        if sections is None:
            return None
        try:
            return Folder(field, sections).place(0, ())
        except Stuck as stuck:
            merged.add(stuck.border)


def fold_whole(field: Field, order: list[int], cost: Cost) -> Pairs:
    """The fold of a field in which barred pairs cannot be avoided, as one part."""
    by_start(field)
    return Part(field.groups, order, Seats(len(order), cost)).fold()


def by_start(field: Field) -> None:
    for group in field.groups:
        group.sort(key=lambda p: (field.who[p].start, p))


class Folder:
    """Pairs the sections from the top, each as near to the fold as those below allow."""

    def __init__(self, field: Field, sections: list[Section]) -> None:
        self.field, self.sections = field, sections
        self.dead: set[tuple[int, tuple[int, ...]]] = set()
        self.failed = [0] * len(sections)
        self.deepest = 1
        self.parts: dict[Section, Part] = {}

    def place(self, i: int, floaters: tuple[int, ...]) -> Pairs | None:
        if i == len(self.sections):
            return []
        if (i, floaters) in self.dead:
            return None
        tried: set[tuple[int, ...]] = set()
        ways = self.one_group if self.sections[i][0] == self.sections[i][1] else self.several
        for pairs, leavers in ways(self.sections[i], floaters):
            if leavers in tried:
                continue
            tried.add(leavers)
            rest = self.place(i + 1, leavers)
            if rest is not None:
                return pairs + rest
            self.failed[i] += 1
            if self.failed[i] > PATIENCE:
                raise Stuck(self.sections[i][1])
        if not tried:
            self.deepest = max(self.deepest, i)
        if not floaters:  # nothing above can help
            raise Stuck(self.sections[self.deepest - 1][1])
        self.dead.add((i, floaters))
        return None

    def one_group(self, section: Section, floaters: tuple[int, ...]) -> Iterator[Way]:
        """Those from above meet the lowest start numbers, the highest leave, the rest are folded."""
        group = self.field.groups[section[0]]
        for takers in self.takings(floaters, group):
            rest = [p for p in group if p not in takers]
            for gone in combinations(self.may_leave(rest, section[3])[::-1], section[3]):
                pairs = self.fold_group([p for p in rest if p not in gone])
                if pairs is not None:
                    yield [*zip(floaters, takers, strict=True), *pairs], gone[::-1]

    def takings(self, floaters: tuple[int, ...], group: list[int]) -> Iterator[tuple[int, ...]]:
        if not floaters:
            yield ()
            return
        for p in group:
            if not self.field.barred(floaters[0], p):
                for others in self.takings(floaters[1:], [q for q in group if q != p]):
                    yield (p, *others)

    def may_leave(self, rest: list[int], leaving: int) -> list[int]:
        """Who can leave so that the others can be paired."""
        alone = self.field.lone(rest) if leaving else 0
        if alone > leaving:
            return []
        if not leaving:
            return rest
        fits = {p for p in rest if self.field.lone(q for q in rest if q != p) < alone} if alone else set(rest)
        return [p for p in rest if p in fits]

    def fold_group(self, left: list[int]) -> Pairs | None:
        """Position i meets i+k; where that is barred the nearest with whom the others can be paired."""
        if self.field.lone(left):
            return None
        half = len(left) // 2
        plain = list(zip(left[:half], left[half:], strict=True))
        if not any(self.field.barred(a, b) for a, b in plain):
            return plain
        partner, found = dict(plain), []
        while left:
            first, near = left[0], preferences(left)
            if partner.get(first) in near:
                near.remove(partner[first])
                near.insert(0, partner[first])
            other = next(p for p in near if self.fits(left, first, p))
            found.append((first, other))
            left = [p for p in left if p not in (first, other)]
        return found

    def fits(self, left: list[int], a: int, b: int) -> bool:
        return not self.field.barred(a, b) and not self.field.lone(p for p in left if p not in (a, b))

    def several(self, section: Section, floaters: tuple[int, ...]) -> Iterator[Way]:
        if section not in self.parts:
            self.parts[section] = self.part(section)
        part = self.parts[section]
        for takers in self.takings(floaters, part.groups[0]):
            entered = part.after(zip(range(section[2]), (part.seat[p] for p in takers), strict=True))
            if entered:
                for left, leavers in entered.leave(section[3], part.groups[-1][::-1]):
                    yield [*zip(floaters, takers, strict=True), *left.fold()], leavers

    def part(self, section: Section) -> "Part":
        """Several groups as one part; seats: from above, the players, below."""
        first, last, entering, leaving = section
        groups = self.field.groups[first : last + 1]
        players = [p for group in groups for p in group]
        seats = Seats(entering + len(players) + leaving, self.field.price(section, players))
        return Part(groups, players, seats, entering)


def preferences(order: list[int]) -> list[int]:
    """Opponents for the first: the fold partner, then the nearest to it below, then the top half upwards."""
    k = len(order) // 2
    return order[k:] + order[k - 1 : 0 : -1]


class Part:
    """Several groups paired together: each decision is kept if a cheapest pairing allows it."""

    def __init__(self, groups: list[list[int]], players: list[int], seats: Seats, above: int = 0) -> None:
        self.groups, self.seats, self.above = groups, seats.best_only(), above
        self.seat = {p: above + i for i, p in enumerate(players)}
        self.player = {seat: p for p, seat in self.seat.items()}
        self.left = seats.everybody  # seats still to pair
        self.rest = self.seats.ways(self.left)[0]  # what their pairs cost

    def after(self, pairs: Iterable[tuple[int, int]]) -> "Part | None":
        """A copy with these seats paired; None if that costs more."""
        twin = copy(self)
        return twin if all(twin.fix(u, v) for u, v in pairs) else None

    def fix(self, u: int, v: int) -> bool:
        """Pair two seats if a cheapest pairing does so."""
        u, v = min(u, v), max(u, v)
        both, cost = 1 << u | 1 << v, dict(self.seats.near[u]).get(1 << v)
        if cost is None or self.left & both != both:
            return False
        rest, ways = self.seats.ways(self.left ^ both)
        if not ways or rest + cost != self.rest:
            return False
        self.left, self.rest = self.left ^ both, rest
        return True

    def restrict(self, u: int, partners: int) -> bool:
        """Let a seat have these partners only, if a cheapest pairing does so."""
        seats = self.seats.with_partners(u, partners)
        rest, ways = seats.ways(self.left)
        if not ways or rest != self.rest:
            return False
        self.seats = seats
        return True

    def leave(self, leaving: int, order: list[int]) -> Iterator[tuple["Part", tuple[int, ...]]]:
        """All ways to choose who leaves, the highest start numbers first."""
        if not leaving:
            yield self, ()
            return
        seat = self.left.bit_length() - leaving
        for i, p in enumerate(order):
            gone = self.after([(self.seat[p], seat)])
            if gone:
                for last, others in gone.leave(leaving - 1, order[i + 1 :]):
                    yield last, (*others, p)

    def fold(self) -> Pairs:
        """Level by level: those from above, then who must leave, then the fold of the others."""
        found: Pairs = []
        floaters: list[int] = []
        for level, group in enumerate(self.groups):
            waiting, floaters = floaters, []
            for f in waiting:
                taker = next((p for p in self.free(group) if self.fix(self.seat[f], self.seat[p])), None)
                if taker is None:
                    floaters.append(f)
                else:
                    found.append((f, taker))
            floaters += self.leavers(level, group)
            order = [p for p in self.free(group) if p not in floaters]
            while order:
                first = order[0]
                other = next(p for p in preferences(order) if self.fix(self.seat[first], self.seat[p]))
                found.append((first, other))
                order = [p for p in order if p not in (first, other)]
        return found

    def free(self, group: list[int]) -> list[int]:
        return [p for p in group if self.left >> self.seat[p] & 1]

    def leavers(self, level: int, group: list[int]) -> list[int]:
        """Who leaves the group: as many as a cheapest pairing needs, the highest start numbers first."""
        below = sum(1 << self.seat[p] for lower in self.groups[level + 1 :] for p in lower)
        partner = dict(self.seats.one_way(self.left))
        need = sum(below >> partner.get(self.seat[p], self.above) & 1 for p in self.free(group))
        gone: list[int] = []
        for p in reversed(self.free(group)):
            if len(gone) < need and self.restrict(self.seat[p], below):
                gone.append(p)
        return gone[::-1]
