"""Fold by start number (SWL-PAIR-4, SWL-PAIR-5, SWL-PAIR-7, AMB-S4): no lot, one answer.

Best by the same criteria as the random draw; among the best, the one nearest to the
fold, decided from the top: a player from above meets the lowest start number he may
meet; the highest start number floats; position i meets position i+k, else the nearest
bottom-half player.  A choice stands only if a best pairing of all others remains.
"""

from collections.abc import Iterator
from itertools import combinations

from komandor.core.ids import PlayerNo
from komandor.core.pairing.entrant import Pair
from komandor.core.pairing.field import Field
from komandor.core.pairing.matching import best, left_over
from komandor.core.pairing.runs import Planner, Run
from komandor.core.pairing.strict import Costs, Seats, field_costs, run_costs, seats

Players = tuple[PlayerNo, ...]
Hand = tuple[list[Pair], Players]
"""The pairs made in a run, and who leaves it."""


def pair_fold(field: Field, clean: bool, apart: bool = False) -> list[Pair] | None:
    """The best pairing nearest to the fold; `clean`: a pairing without barred pairs is asked for."""
    for group in field.groups:
        group.sort(key=lambda p: start_of(field, p))
    if not clean:
        whole, costs = field_costs(field, apart)
        return _Glued(field, whole, costs, range(len(field.groups))).fold()
    planner = Planner(field)
    while True:
        runs = planner.plan()
        if runs is None:
            return None
        chain = _Chain(field, runs)
        pairs = chain.place(0, ())
        if pairs is not None:
            return pairs
        planner.glue(runs[chain.deepest - 1].last)


def start_of(field: Field, player: PlayerNo) -> tuple[int, int]:
    """The start number (AMB-S16); the player's own number where none is given."""
    start = field.entrants[player].start
    return (player if start is None else start), player


class _Chain:
    """The runs from the top, each placed as near to the fold as those below allow."""

    def __init__(self, field: Field, runs: list[Run]) -> None:
        self.field, self.runs = field, runs
        self.deepest = 1
        self.dead: set[tuple[int, Players]] = set()

    def place(self, i: int, floaters: Players) -> list[Pair] | None:
        if i == len(self.runs):
            return []
        if (i, floaters) in self.dead:
            return None
        found = False
        for pairs, leavers in self.hands(self.runs[i], floaters):
            found = True
            rest = self.place(i + 1, leavers)
            if rest is not None:
                return pairs + rest
        if not found:
            self.deepest = max(self.deepest, i)
        self.dead.add((i, floaters))
        return None

    def hands(self, run: Run, floaters: Players) -> Iterator[Hand]:
        """Every way to place a run, nearest to the rule first; who leaves is different each time."""
        tried: set[Players] = set()
        top, bottom = self.field.groups[run.first], self.field.groups[run.last]
        for takers in takings(self.field, floaters, top):
            links = list(zip(floaters, takers, strict=True))
            stay = [p for p in reversed(bottom) if p not in takers]
            for gone in combinations(stay, run.leaving):
                leavers = tuple(reversed(gone))
                if leavers not in tried:
                    pairs = self.inside(run, takers, leavers)
                    if pairs is not None:
                        tried.add(leavers)
                        yield links + pairs, leavers

    def inside(self, run: Run, takers: Players, leavers: Players) -> list[Pair] | None:
        if run.first == run.last:
            away = {*takers, *leavers}
            return fold_group(self.field, [p for p in self.field.groups[run.first] if p not in away])
        seat = seats(self.field, run)
        glued = _Glued(self.field, seat, run_costs(self.field, run), range(run.first, run.last + 1))
        target = glued.cheapest()
        vertex = {p: v for v in range(seat.size) if (p := seat.player(v)) is not None}
        for w, p in enumerate(takers):
            glued.fix(w, vertex[p])
        for w, p in enumerate(leavers, seat.size - seat.leaving):
            glued.fix(vertex[p], w)
        return glued.fold() if glued.cheapest() == target else None


def takings(field: Field, floaters: Players, group: list[PlayerNo]) -> Iterator[Players]:
    """Whom the floaters meet: the lowest start number first, the next if they met (AMB-S4)."""
    if not floaters:
        yield ()
        return
    for p in group:
        if not field.barred(floaters[0], p):
            for others in takings(field, floaters[1:], [q for q in group if q != p]):
                yield (p, *others)


def wishes(order: list[PlayerNo]) -> list[PlayerNo]:
    """Opponents for the first of the order: his fold partner, the nearest to him, at last the top half."""
    k = len(order) // 2
    bottom = sorted(range(k, len(order)), key=lambda i: (abs(i - k), i))
    return [order[i] for i in bottom] + order[k - 1 : 0 : -1]


def fold_group(field: Field, order: list[PlayerNo]) -> list[Pair] | None:
    """Position i meets position i+k; a rematch is exchanged with the nearest one that leaves a way on."""
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
    """As `wishes`, but while the fold partner of the whole group is free he comes first."""
    found = wishes(left)
    if partner in left[1:]:
        found.remove(partner)
        found.insert(0, partner)
    return found


def _pairable(field: Field, players: list[PlayerNo]) -> bool:
    if 2 * (field.most_met(players) + 1) <= len(players):
        return True
    return left_over(field.graph(players)) == 0


class _Glued:
    """A run of several groups, or a field with rematches: each choice is weighed against the optimum."""

    def __init__(self, field: Field, seat: Seats, costs: Costs, groups: range) -> None:
        self.field, self.seat, self.costs = field, seat, dict(costs)
        self.groups = [field.groups[g] for g in groups]
        self.vertex = {p: v for v in range(seat.size) if (p := seat.player(v)) is not None}
        self.level = {p: d for d, group in enumerate(self.groups) for p in group}
        self.fixed: dict[int, int] = {}

    def cheapest(self) -> int | None:
        found = best(self.seat.size, self.costs)
        if found is None:
            return None
        return sum(self.costs[u, v] for u, v in enumerate(found.mate) if u < v)

    def fix(self, u: int, v: int) -> None:
        self.keep({u: {v}, v: {u}})
        self.fixed[u], self.fixed[v] = v, u

    def keep(self, only: dict[int, set[int]]) -> None:
        """Leave some vertices only these partners."""
        self.costs = {
            (u, v): cost
            for (u, v), cost in self.costs.items()
            if (u not in only or v in only[u]) and (v not in only or u in only[v])
        }

    def tried(self, only: dict[int, set[int]]) -> bool:
        """Leave these partners if the optimum stays; else change nothing."""
        before = self.costs
        self.keep(only)
        if self.cheapest() == self.target:
            return True
        self.costs = before
        return False

    def pair(self, a: PlayerNo, b: PlayerNo) -> bool:
        u, v = self.vertex[a], self.vertex[b]
        if (min(u, v), max(u, v)) not in self.costs or not self.tried({u: {v}, v: {u}}):
            return False
        self.fixed[u], self.fixed[v] = v, u
        return True

    def fold(self) -> list[Pair]:
        self.target = self.cheapest()
        open_floaters: list[PlayerNo] = []
        for level, group in enumerate(self.groups):
            open_floaters = [f for f in open_floaters if not any(self.pair(f, p) for p in self.free(group))]
            open_floaters += self.floaters(level, group)
            order = [p for p in self.free(group) if p not in open_floaters]
            self.fold_level(order)
        at = self.seat.player
        done = ((at(u), at(v)) for u, v in sorted(self.fixed.items()) if u < v)
        return [(a, b) for a, b in done if a is not None and b is not None]

    def free(self, group: list[PlayerNo]) -> list[PlayerNo]:
        return [p for p in group if self.vertex[p] not in self.fixed]

    def floaters(self, level: int, group: list[PlayerNo]) -> list[PlayerNo]:
        """Who goes below: as many as a best pairing needs, the highest start numbers that can."""
        found = best(self.seat.size, self.costs)
        assert found is not None
        below = {self.vertex[p] for p, d in self.level.items() if d > level}
        need = sum(found.mate[self.vertex[p]] in below for p in self.free(group))
        gone: list[PlayerNo] = []
        for p in reversed(self.free(group)):
            if len(gone) < need and self.tried({self.vertex[p]: below}):
                gone.append(p)
        return gone[::-1]

    def fold_level(self, order: list[PlayerNo]) -> None:
        while order:
            other = next(p for p in wishes(order) if self.pair(order[0], p))
            order = [p for p in order if p not in (order[0], other)]
