"""Fold by start number (SWL-PAIR-4, SWL-PAIR-5, SWL-PAIR-7, AMB-S4): no lot, one answer.

Best by the same criteria as the random draw; among the best, the one nearest to the
fold, decided from the top: a player from above meets the lowest start number he may
meet; the highest start number floats; position i meets position i+k, else the nearest
bottom-half player.  A choice stands only if a best pairing of all others remains.
"""

from collections.abc import Iterator
from copy import copy
from itertools import combinations

from komandor.core.ids import PlayerNo
from komandor.core.pairing.entrant import Pair
from komandor.core.pairing.field import Field
from komandor.core.pairing.matching import best, left_over, missable
from komandor.core.pairing.runs import Planner, Run
from komandor.core.pairing.strict import Costs, Seats, field_costs, run_costs, seats

PATIENCE = 12  # failures at one border before it is glued

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
        try:
            return chain.place(0, ())
        except _Stuck as stuck:
            planner.glue(stuck.border)


def start_of(field: Field, player: PlayerNo) -> tuple[int, int]:
    """The start number (AMB-S16); the player's own number where none is given."""
    start = field.entrants[player].start
    return (player if start is None else start), player


class _Stuck(Exception):
    """No way, or too many tries, at one border: it is glued, and the two runs are weighed as one."""

    def __init__(self, border: int) -> None:
        self.border = border


class _Chain:
    """The runs from the top, each placed as near to the fold as those below allow."""

    def __init__(self, field: Field, runs: list[Run]) -> None:
        self.field, self.runs = field, runs
        self.deepest = 1
        self.dead: set[tuple[int, Players]] = set()
        self.glued: dict[Run, _Glued] = {}
        self.failed: dict[int, int] = {}

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
            self.failed[i] = self.failed.get(i, 0) + 1
            if self.failed[i] > PATIENCE:
                raise _Stuck(self.runs[i].last)
        if not found:
            self.deepest = max(self.deepest, i)
        if not floaters:  # nothing above can help
            raise _Stuck(self.runs[self.deepest - 1].last)
        self.dead.add((i, floaters))
        return None

    def hands(self, run: Run, floaters: Players) -> Iterator[Hand]:
        """Every way to place a run, nearest to the rule first; who leaves is different each time."""
        tried: set[Players] = set()
        ways = self.single(run, floaters) if run.first == run.last else self.several(run, floaters)
        for placed, leavers in ways:
            if leavers not in tried:
                tried.add(leavers)
                yield placed, leavers

    def single(self, run: Run, floaters: Players) -> Iterator[Hand]:
        group = self.field.groups[run.first]
        for takers in takings(self.field, floaters, group):
            links = list(zip(floaters, takers, strict=True))
            for gone in combinations(self.may_leave(run, [p for p in group if p not in takers]), run.leaving):
                away = {*takers, *gone}
                pairs = fold_group(self.field, [p for p in group if p not in away])
                if pairs is not None:
                    yield links + pairs, gone[::-1]

    def several(self, run: Run, floaters: Players) -> Iterator[Hand]:
        if run not in self.glued:
            groups = range(run.first, run.last + 1)
            seat = seats(self.field, run)
            self.glued[run] = _Glued(self.field, seat, run_costs(self.field, run), groups)
        for entered in self.glued[run].enter(floaters):
            links = [(f, entered.seat.player(entered.fixed[w])) for w, f in enumerate(floaters)]
            known = [(f, p) for f, p in links if p is not None]
            for left, leavers in entered.leave(entered.waiting(), self.field.groups[run.last][::-1]):
                yield known + left.fold(), leavers

    def may_leave(self, run: Run, left: list[PlayerNo]) -> list[PlayerNo]:
        """The highest start number first; nobody whose leaving would leave others over."""
        if not run.leaving or _roomy(self.field, left):
            return left[::-1]
        graph = self.field.graph(left)
        if left_over(graph) > run.leaving:
            return []
        good = missable(graph)
        return [p for v, p in enumerate(left) if v in good][::-1]


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
    return _roomy(field, players) or left_over(field.graph(players)) == 0


def _roomy(field: Field, players: list[PlayerNo]) -> bool:
    """Whether all can be paired, whoever is left over when they are odd (Dirac)."""
    return 2 * (field.most_met(players) + 1) <= len(players) - len(players) % 2


class _Glued:
    """A run of several groups, or a field with rematches: a choice stands only if the optimum stays.

    Only edges that some best pairing uses are kept, so most choices are decided without a search.
    """

    def __init__(self, field: Field, seat: Seats, costs: Costs, groups: range) -> None:
        self.field, self.seat = field, seat
        self.groups = [field.groups[g] for g in groups]
        self.vertex = {p: v for v in range(seat.size) if (p := seat.player(v)) is not None}
        self.level = {self.vertex[p]: d for d, group in enumerate(self.groups) for p in group}
        self.fixed: dict[int, int] = {}
        found = best(seat.size, costs)
        assert found is not None, "the planner proved that this can be arranged"
        self.mate = found.mate
        self.costs = {edge: costs[edge] for edge in found.edges}
        self.target = self.total(found.mate)

    def after(self, u: int, v: int) -> "_Glued | None":
        """The same with two vertices fixed, if the optimum stays."""
        twin = copy(self)
        twin.fixed = dict(self.fixed)
        return twin if twin.fix(u, v) else None

    def enter(self, floaters: Players, at: int = 0) -> Iterator["_Glued"]:
        """Every way to let the players from above in: the lowest start number first."""
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
        return range(self.seat.size - self.seat.leaving, self.seat.size)

    def leave(self, waiting: range, order: list[PlayerNo]) -> Iterator[tuple["_Glued", Players]]:
        """Every way to let players go below: the highest start number first."""
        if not waiting:
            yield self, ()
            return
        for i, p in enumerate(order):
            left = self.after(self.vertex[p], waiting[0]) if self.vertex[p] not in self.fixed else None
            if left:
                for last, others in left.leave(waiting[1:], order[i + 1 :]):
                    yield last, (*others, p)

    def total(self, mate: Players) -> int:
        return sum(self.costs[u, v] for u, v in enumerate(mate) if u < v)

    def tried(self, only: dict[int, set[int]]) -> bool:
        """Leave some vertices only these partners if the optimum stays; else change nothing."""
        kept = {
            (u, v): cost
            for (u, v), cost in self.costs.items()
            if (u not in only or v in only[u]) and (v not in only or u in only[v])
        }
        if any(self.mate[u] not in partners for u, partners in only.items()):
            found = best(self.seat.size, kept)
            if found is None or self.total(found.mate) != self.target:
                return False
            self.mate = found.mate
        self.costs = kept
        return True

    def fix(self, u: int, v: int) -> bool:
        """Let two meet if a best pairing has them meet."""
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
        at = self.seat.player
        done = ((at(u), at(v)) for u, v in sorted(self.fixed.items()) if u < v)
        return [(a, b) for a, b in done if a is not None and b is not None]

    def free(self, group: list[PlayerNo]) -> list[PlayerNo]:
        return [p for p in group if self.vertex[p] not in self.fixed]

    def leavers(self, level: int, group: list[PlayerNo]) -> list[PlayerNo]:
        """Who goes below: as many as a best pairing needs, the highest start numbers that can."""
        below = {v for v, d in self.level.items() if d > level}
        need = sum(self.mate[self.vertex[p]] in below for p in self.free(group))
        gone: list[PlayerNo] = []
        for p in reversed(self.free(group)):
            if len(gone) < need and self.tried({self.vertex[p]: below}):
                gone.append(p)
        return gone[::-1]

    def fold_level(self, order: list[PlayerNo]) -> None:
        while order:
            other = next(p for p in wishes(order) if self.pair(order[0], p))
            order = [p for p in order if p not in (order[0], other)]
