"""Fold pairing by start number (SWL-PAIR-4, SWL-PAIR-5, SWL-PAIR-7, AMB-S4). It uses no lots.

Theory of operation
-------------------
**The idea.** In a group of 2k players, ordered by start number, position i meets position i+k: the first of
the upper half meets the first of the lower half. A player from above meets the lowest start number that
they may meet, and if somebody must float it is the highest start number. The pairing is best by the same
criteria as the random draw, in the same sections (`sections.py`); among the best it is the one nearest to
the fold.

**The trap.** Somebody in the lower half has met the player above, or the natural floater has met everybody
below. Walking down the list and taking the nearest free opponent ends with a last pair that may not meet.
So every decision is a question: *if these two meet, can the others still be paired in a best way?* It is
kept if the answer is yes, otherwise the next nearest is tried. Decisions are taken from the top down, which
makes "nearest" exact: the pair of the first player counts before that of the second.

**What it costs.** Each question is a matching. `missable` answers it for all players at once (who can be left
over), by the paths that alternate between the edges of one largest matching and the others; only sections of
several groups ask the blossom algorithm. A border below which the pairing fails too often (`PATIENCE`) is
given up: its two sections become one.

**The ways refused.** Backtracking over all orders: exponential where many have met. A sum of distances from
the fold as one more digit of the costs: it would let two small deviations at the bottom pay for the first
player's pair.
"""

from collections.abc import Iterator
from copy import copy
from itertools import combinations

from komandor.core.ids import PlayerNo
from komandor.core.pairing.best_pairings import Costs, Vertices, field_costs, section_costs, vertices_of
from komandor.core.pairing.entrant import Pair
from komandor.core.pairing.field import DrawField
from komandor.core.pairing.matching import best, left_over, missable
from komandor.core.pairing.sections import Planner, Section

PATIENCE = 12  # failures at one border before its two sections are merged

Players = tuple[PlayerNo, ...]
Placement = tuple[list[Pair], Players]
"""The pairs of a section, and the players who float down from it."""


def pair_fold(field: DrawField, clean: bool, apart: bool = False) -> list[Pair] | None:
    """The best Swiss pairing nearest to the fold, or None (SWL-PAIR-1). `clean`: one without barred pairs."""
    for group in field.groups:
        group.sort(key=lambda p: start_of(field, p))
    if not clean:
        whole, costs = field_costs(field, apart)
        return _Merged(field, whole, costs, range(len(field.groups))).fold()
    planner = Planner(field)
    while True:
        sections = planner.plan()
        if sections is None:
            return None
        chain = _Chain(field, sections)
        try:
            return chain.place(0, ())
        except _Stuck as stuck:
            planner.merge(stuck.border)


def start_of(field: DrawField, player: PlayerNo) -> tuple[int, int]:
    """The start number (AMB-S16); the player's own number if none is given."""
    start = field.entrants[player].start
    return (player if start is None else start), player


class _Stuck(Exception):
    """No way found at one border: the two sections must be merged and paired as one."""

    def __init__(self, border: int) -> None:
        self.border = border


class _Chain:
    """Pairs the sections from the top down, each as near to the fold as the lower ones allow."""

    def __init__(self, field: DrawField, sections: list[Section]) -> None:
        self.field, self.sections = field, sections
        self.deepest = 1
        self.dead: set[tuple[int, Players]] = set()
        self.merged: dict[Section, _Merged] = {}
        self.failed: dict[int, int] = {}

    def place(self, i: int, floaters: Players) -> list[Pair] | None:
        if i == len(self.sections):
            return []
        if (i, floaters) in self.dead:
            return None
        found = False
        for pairs, leavers in self.placements(self.sections[i], floaters):
            found = True
            rest = self.place(i + 1, leavers)
            if rest is not None:
                return pairs + rest
            self.failed[i] = self.failed.get(i, 0) + 1
            if self.failed[i] > PATIENCE:
                raise _Stuck(self.sections[i].last)
        if not found:
            self.deepest = max(self.deepest, i)
        if not floaters:  # nothing above can help
            raise _Stuck(self.sections[self.deepest - 1].last)
        self.dead.add((i, floaters))
        return None

    def placements(self, section: Section, floaters: Players) -> Iterator[Placement]:
        """The ways to pair a section, nearest to the fold first; each leaves other players floating down."""
        tried: set[Players] = set()
        ways = self.single if section.first == section.last else self.several
        for pairs, leavers in ways(section, floaters):
            if leavers not in tried:
                tried.add(leavers)
                yield pairs, leavers

    def single(self, section: Section, floaters: Players) -> Iterator[Placement]:
        group = self.field.groups[section.first]
        for takers in takings(self.field, floaters, group):
            links = list(zip(floaters, takers, strict=True))
            able = self.may_leave(section, [p for p in group if p not in takers])
            for gone in combinations(able, section.leaving):
                away = {*takers, *gone}
                pairs = fold_group(self.field, [p for p in group if p not in away])
                if pairs is not None:
                    yield links + pairs, gone[::-1]

    def several(self, section: Section, floaters: Players) -> Iterator[Placement]:
        if section not in self.merged:
            groups = range(section.first, section.last + 1)
            vertices = vertices_of(self.field, section)
            self.merged[section] = _Merged(self.field, vertices, section_costs(self.field, section), groups)
        for entered in self.merged[section].enter(floaters):
            links = [(f, entered.vertices.player(entered.fixed[w])) for w, f in enumerate(floaters)]
            known = [(f, p) for f, p in links if p is not None]
            for left, leavers in entered.leave(entered.waiting(), self.field.groups[section.last][::-1]):
                yield known + left.fold(), leavers

    def may_leave(self, section: Section, left: list[PlayerNo]) -> list[PlayerNo]:
        """Players who may float down so that the rest can be paired, highest start number first."""
        if not section.leaving or self.field.roomy(left):
            return left[::-1]
        graph = self.field.graph(left)
        if left_over(graph) > section.leaving:
            return []
        good = missable(graph)
        return [p for v, p in enumerate(left) if v in good][::-1]


def takings(field: DrawField, floaters: Players, group: list[PlayerNo]) -> Iterator[Players]:
    """The opponents of the floaters, in all possible ways: lowest start numbers first (AMB-S4)."""
    if not floaters:
        yield ()
        return
    for p in group:
        if not field.barred(floaters[0], p):
            for others in takings(field, floaters[1:], [q for q in group if q != p]):
                yield (p, *others)


def preferences(order: list[PlayerNo]) -> list[PlayerNo]:
    """Opponents for the first player, best first: the fold partner, the nearest to it, then the top half."""
    k = len(order) // 2
    bottom = sorted(range(k, len(order)), key=lambda i: (abs(i - k), i))
    return [order[i] for i in bottom] + order[k - 1 : 0 : -1]


def fold_group(field: DrawField, order: list[PlayerNo]) -> list[Pair] | None:
    """Pair position i with i+k; instead of a barred pair, the nearest that leaves the rest (SWL-PAIR-7)."""
    if len(order) % 2 or not _pairable(field, order):
        return None
    k = len(order) // 2
    plain = list(zip(order[:k], order[k:], strict=True))
    if field.clean(plain):
        return plain
    pairs: list[Pair] = []
    partner = dict(plain)
    left = order
    while left:
        first = left[0]
        near = _near(left, partner.get(first))
        for other in near:
            rest = [p for p in left if p not in (first, other)]
            if not field.barred(first, other) and _pairable(field, rest):
                pairs.append((first, other))
                left = rest
                break
    return pairs


def _near(left: list[PlayerNo], partner: PlayerNo | None) -> list[PlayerNo]:
    """As `preferences`, but the fold partner in the whole group comes first if still free."""
    found = preferences(left)
    if partner in left[1:]:
        found.remove(partner)
        found.insert(0, partner)
    return found


def _pairable(field: DrawField, players: list[PlayerNo]) -> bool:
    return field.roomy(players) or left_over(field.graph(players)) == 0


class _Merged:
    """Fold pairing of several groups together, or of a field with rematches.

    A decision is kept only if the total cost stays the smallest possible.  Only edges that some
    best pairing uses are kept, so most decisions need no search.
    """

    def __init__(self, field: DrawField, vertices: Vertices, costs: Costs, groups: range) -> None:
        self.field, self.vertices = field, vertices
        self.groups = [field.groups[g] for g in groups]
        self.vertex = {p: v for v in range(vertices.size) if (p := vertices.player(v)) is not None}
        self.level = {self.vertex[p]: d for d, group in enumerate(self.groups) for p in group}
        self.fixed: dict[int, int] = {}
        found = best(vertices.size, costs)
        assert found is not None, "the planner proved that this can be arranged"
        self.mate = found.mate
        self.costs = {edge: costs[edge] for edge in found.edges}
        self.target = self.total(found.mate)

    def after(self, u: int, v: int) -> "_Merged | None":
        """A copy with two vertices paired, or None if that costs more."""
        twin = copy(self)
        twin.fixed = dict(self.fixed)
        return twin if twin.fix(u, v) else None

    def enter(self, floaters: Players, at: int = 0) -> Iterator["_Merged"]:
        """All ways to give the players from above an opponent, lowest start numbers first."""
        if at == len(floaters):
            yield self
            return
        for p in self.groups[0]:
            if not self.field.barred(floaters[at], p):
                entered = self.after(at, self.vertex[p])
                if entered:
                    yield from entered.enter(floaters, at + 1)

    def waiting(self) -> range:
        """The vertices that stand for players below."""
        return range(self.vertices.size - self.vertices.leaving, self.vertices.size)

    def leave(self, waiting: range, order: list[PlayerNo]) -> Iterator[tuple["_Merged", Players]]:
        """All ways to choose who floats down, highest start numbers first."""
        if not waiting:
            yield self, ()
            return
        for i, p in enumerate(order):
            left = self.after(self.vertex[p], waiting[0]) if self.vertex[p] not in self.fixed else None
            if left:
                for last, others in left.leave(waiting[1:], order[i + 1 :]):
                    yield last, (*others, p)

    def total(self, mate: tuple[int, ...]) -> int:
        return sum(self.costs[u, v] for u, v in enumerate(mate) if u < v)

    def tried(self, only: dict[int, set[int]]) -> bool:
        """Restrict the partners of some vertices if that costs nothing; else change nothing."""
        kept = {
            (u, v): cost
            for (u, v), cost in self.costs.items()
            if (u not in only or v in only[u]) and (v not in only or u in only[v])
        }
        if any(self.mate[u] not in partners for u, partners in only.items()):
            found = best(self.vertices.size, kept)
            if found is None or self.total(found.mate) != self.target:
                return False
            self.mate = found.mate
        self.costs = kept
        return True

    def fix(self, u: int, v: int) -> bool:
        """Pair two vertices if a best pairing does so too."""
        if (min(u, v), max(u, v)) not in self.costs or not self.tried({u: {v}, v: {u}}):
            return False
        self.fixed[u], self.fixed[v] = v, u
        return True

    def pair(self, a: PlayerNo, b: PlayerNo) -> bool:
        return self.fix(self.vertex[a], self.vertex[b])

    def fold(self) -> list[Pair]:
        floaters: list[PlayerNo] = []
        for level, group in enumerate(self.groups):
            floaters = [f for f in floaters if not any(self.pair(f, p) for p in self.free(group))]
            floaters += self.leavers(level, group)
            self.fold_level([p for p in self.free(group) if p not in floaters])
        at = self.vertices.player
        done = ((at(u), at(v)) for u, v in sorted(self.fixed.items()) if u < v)
        return [(a, b) for a, b in done if a is not None and b is not None]

    def free(self, group: list[PlayerNo]) -> list[PlayerNo]:
        return [p for p in group if self.vertex[p] not in self.fixed]

    def leavers(self, level: int, group: list[PlayerNo]) -> list[PlayerNo]:
        """Who floats down: as many as a best pairing needs, highest start numbers first."""
        below = {v for v, d in self.level.items() if d > level}
        need = sum(self.mate[self.vertex[p]] in below for p in self.free(group))
        gone: list[PlayerNo] = []
        for p in reversed(self.free(group)):
            if len(gone) < need and self.tried({self.vertex[p]: below}):
                gone.append(p)
        return gone[::-1]

    def fold_level(self, order: list[PlayerNo]) -> None:
        while order:
            other = next(p for p in preferences(order) if self.pair(order[0], p))
            order = [p for p in order if p not in (order[0], other)]
