"""Maximum-weight matching in any graph, in exact integers, with its proof.

Theory of operation
-------------------
**The task.** Players are vertices, pairs that may meet are edges, and a weight says how good a pair is. We
want pairs without a common player whose weights have the largest sum. In a graph of two sides
(workers and jobs) this is easy; players of one group have no sides.

**The idea** is Edmonds' (1965), here in the O(n³) primal-dual form. A matching grows along *alternating
paths*: from a free vertex over an edge outside the matching, an edge of it, one outside, … to another free
vertex; exchanging inside and outside on the way gains one pair. Such paths are searched as trees whose
vertices are OUTER or INNER by turns. An edge between two OUTER vertices of one tree closes a circle of odd
length, in which any vertex could be the one that is left over: the circle is shrunk into one vertex, a
*blossom*, the search goes on, and blossoms are opened again on the way back.

**The proof.** Every vertex and every blossom has a price (dual variable). An edge is *tight* when the prices
of its two ends, and of the blossoms that contain both, add up to exactly twice its weight; no edge may cost
less. Only tight edges are used. When nothing more can be done, prices change by the smallest amount that
makes another edge tight or a blossom open. At the end the prices bound every matching from above, and ours
reaches the bound. By the same bound every *other* best matching also uses tight edges only and fills every
blossom that has a price: `Solution.tight` and `full` therefore describe all best matchings, and that is what
makes a uniform draw among them possible (`counting.py`).

**The traps.** Weights are doubled so that half a price is still an integer; a float would make edges tight
that are not. Which best matching is found depends on the order of the vertices: nothing that is drawn or
shown may follow from it.

Vertices are 1 … n here, blossoms n+1 and up; 0 means none. Why we have our own: docs/decisions/0013.
"""

from collections import deque
from dataclasses import dataclass

Weights = dict[tuple[int, int], int]
"""The weight of the edge (u, v) with u < v, vertices from 0; only positive weights are used."""

FREE, OUTER, INNER = -1, 0, 1


@dataclass(frozen=True, slots=True)
class Solution:
    """A best matching, with the tight edges and full sets that describe all best matchings."""

    mate: tuple[int, ...]  # -1: unmatched
    tight: tuple[tuple[int, int], ...]
    full: tuple[frozenset[int], ...]  # odd sets inside which every best matching pairs all but one vertex


class _Search:
    def __init__(self, n: int, weights: Weights) -> None:
        size = n + n // 2 + 2
        self.n, self.top = n, n
        self.weight = [[0] * (n + 1) for _ in range(n + 1)]
        self.edge: list[list[tuple[int, int] | None]] = [[None] * size for _ in range(size)]
        for (u, v), w in weights.items():
            if w > 0:
                self._add_edge(u + 1, v + 1, w)
        self.price = [max(weights.values(), default=0)] * (n + 1) + [0] * (size - n - 1)
        self.price[0] = 0
        self.match = [0] * size
        self.slack = [0] * size
        self.root = list(range(n + 1)) + [0] * (size - n - 1)
        self.parent = [0] * size
        self.label = [FREE] * size
        self.seen = [0] * size
        self.clock = 0
        self.petals: list[list[int]] = [[] for _ in range(size)]
        self.holds = [[0] * (n + 1) for _ in range(size)]
        for u in range(1, n + 1):
            self.holds[u][u] = u
        self.queue: deque[int] = deque()

    def _add_edge(self, u: int, v: int, w: int) -> None:
        self.weight[u][v] = self.weight[v][u] = w
        self.edge[u][v], self.edge[v][u] = (u, v), (v, u)

    def gap(self, edge: tuple[int, int]) -> int:
        """The slack of an edge: 0 if it is tight."""
        u, v = edge
        return self.price[u] + self.price[v] - 2 * self.weight[u][v]

    def note_slack(self, u: int, x: int) -> None:
        best = self.slack[x]
        if not best or self.gap(self._e(u, x)) < self.gap(self._e(best, x)):
            self.slack[x] = u

    def _e(self, x: int, y: int) -> tuple[int, int]:
        edge = self.edge[x][y]
        assert edge is not None
        return edge

    def find_slack(self, x: int) -> None:
        self.slack[x] = 0
        for u in range(1, self.n + 1):
            if self.edge[u][x] and self.root[u] != x and self.label[self.root[u]] == OUTER:
                self.note_slack(u, x)

    def enqueue(self, x: int) -> None:
        if x <= self.n:
            self.queue.append(x)
        else:
            for petal in self.petals[x]:
                self.enqueue(petal)

    def set_root(self, x: int, root: int) -> None:
        self.root[x] = root
        for petal in self.petals[x] if x > self.n else ():
            self.set_root(petal, root)

    def even_way(self, b: int, x: int) -> int:
        """Orient the blossom so that petal x is an even number of steps from its base; that number."""
        petals = self.petals[b]
        at = petals.index(x)
        if at % 2 == 0:
            return at
        petals[1:] = petals[:0:-1]
        return len(petals) - at

    def set_match(self, x: int, y: int) -> None:
        u, v = self._e(x, y)
        self.match[x] = v
        if x <= self.n:
            return
        petal = self.holds[x][u]
        at = self.even_way(x, petal)
        petals = self.petals[x]
        for i in range(at):
            self.set_match(petals[i], petals[i ^ 1])
        self.set_match(petal, y)
        self.petals[x] = petals[at:] + petals[:at]

    def augment(self, x: int, y: int) -> None:
        while True:
            before = self.root[self.match[x]]
            self.set_match(x, y)
            if not before:
                return
            up = self.root[self.parent[before]]
            self.set_match(before, up)
            x, y = up, before

    def meeting_point(self, x: int, y: int) -> int:
        self.clock += 1
        while x or y:
            if x:
                if self.seen[x] == self.clock:
                    return x
                self.seen[x] = self.clock
                x = self.root[self.match[x]]
                if x:
                    x = self.root[self.parent[x]]
            x, y = y, x
        return 0

    def _arm(self, x: int, base: int) -> list[int]:
        arm: list[int] = []
        while x != base:
            inner = self.root[self.match[x]]
            arm += (x, inner)
            self.enqueue(inner)
            x = self.root[self.parent[inner]]
        return arm

    def shrink(self, x: int, base: int, y: int) -> None:
        b = self.n + 1
        while b <= self.top and self.root[b]:
            b += 1
        self.top = max(self.top, b)
        self.price[b], self.label[b] = 0, OUTER
        self.match[b] = self.match[base]
        self.petals[b] = [base, *reversed(self._arm(x, base)), *self._arm(y, base)]
        self.set_root(b, b)
        for z in range(1, self.top + 1):
            self.edge[b][z] = self.edge[z][b] = None
        self.holds[b] = [0] * (self.n + 1)
        for petal in self.petals[b]:
            self._inherit(b, petal)
        self.find_slack(b)

    def _inherit(self, b: int, petal: int) -> None:
        for z in range(1, self.top + 1):
            theirs, ours = self.edge[petal][z], self.edge[b][z]
            if theirs and (not ours or self.gap(theirs) < self.gap(ours)):
                self.edge[b][z], self.edge[z][b] = theirs, self.edge[z][petal]
        for u in range(1, self.n + 1):
            if self.holds[petal][u]:
                self.holds[b][u] = petal

    def expand(self, b: int) -> None:
        for petal in self.petals[b]:
            self.set_root(petal, petal)
        entry = self.holds[b][self._e(b, self.parent[b])[0]]
        at = self.even_way(b, entry)
        petals = self.petals[b]
        for i in range(0, at, 2):
            inner, outer = petals[i], petals[i + 1]
            self.parent[inner] = self._e(outer, inner)[0]
            self.label[inner], self.label[outer] = INNER, OUTER
            self.slack[inner] = 0
            self.find_slack(outer)
            self.enqueue(outer)
        self.label[entry], self.parent[entry] = INNER, self.parent[b]
        for petal in petals[at + 1 :]:
            self.label[petal] = FREE
            self.find_slack(petal)
        self.root[b] = 0

    def grow(self, edge: tuple[int, int]) -> bool:
        """Use a tight edge; True if it completed an augmenting path."""
        x, y = self.root[edge[0]], self.root[edge[1]]
        if self.label[y] == FREE:
            self.parent[y], self.label[y] = edge[0], INNER
            after = self.root[self.match[y]]
            self.slack[y] = self.slack[after] = 0
            self.label[after] = OUTER
            self.enqueue(after)
        elif self.label[y] == OUTER:
            base = self.meeting_point(x, y)
            if not base:
                self.augment(x, y)
                self.augment(y, x)
                return True
            self.shrink(x, base, y)
        return False

    def roots(self) -> list[int]:
        return [x for x in range(1, self.top + 1) if self.root[x] == x]

    def scan(self) -> bool:
        root, label, price = self.root, self.label, self.price
        while self.queue:
            u = self.queue.popleft()
            if label[root[u]] == INNER:
                continue
            weight = self.weight[u]
            for v in range(1, self.n + 1):
                w = weight[v]
                if w and root[u] != root[v]:
                    if price[u] + price[v] == 2 * w:
                        if self.grow((u, v)):
                            return True
                    elif label[root[v]] != INNER:
                        self.note_slack(u, root[v])
        return False

    def step(self) -> int:
        """How far prices may move before an edge becomes tight or a blossom's price 0; -1: without limit."""
        best = -1
        for x in self.roots():
            if x > self.n and self.label[x] == INNER:
                d = self.price[x] // 2
            elif self.slack[x] and self.label[x] == FREE:
                d = self.gap(self._e(self.slack[x], x))
            elif self.slack[x] and self.label[x] == OUTER:
                d = self.gap(self._e(self.slack[x], x)) // 2
            else:
                continue
            best = d if best < 0 else min(best, d)
        return best

    def move_prices(self, d: int) -> bool:
        """Move all prices by d; False if an unmatched vertex would get a price below 0."""
        change = {OUTER: -d, INNER: d, FREE: 0}
        labels = [self.label[self.root[u]] for u in range(self.n + 1)]
        if any(labels[u] == OUTER and (d < 0 or self.price[u] <= d) for u in range(1, self.n + 1)):
            return False
        for u in range(1, self.n + 1):
            self.price[u] += change[labels[u]]
        for b in self.roots():
            if b > self.n:
                self.price[b] -= 2 * change[self.label[b]]
        return True

    def phase(self) -> bool:
        """Add one pair to the matching; False if no more pair increases the weight."""
        self.label[1:] = [FREE] * (len(self.label) - 1)
        self.slack[1:] = [0] * (len(self.slack) - 1)
        self.queue.clear()
        for x in self.roots():
            if not self.match[x]:
                self.parent[x], self.label[x] = 0, OUTER
                self.enqueue(x)
        if not self.queue:
            return False
        while True:
            if self.scan():
                return True
            if not self.move_prices(self.step()):
                return False
            if self.use_tight():
                return True
            for b in range(self.n + 1, self.top + 1):
                if self.root[b] == b and self.label[b] == INNER and self.price[b] == 0:
                    self.expand(b)

    def use_tight(self) -> bool:
        """Use the edges that became tight when prices moved; True if one completed an augmenting path."""
        for x in range(1, self.top + 1):
            near = self.slack[x]
            if self.root[x] == x and near and self.root[near] != x:
                edge = self._e(near, x)
                if self.gap(edge) == 0 and self.grow(edge):
                    return True
        return False

    def members(self, b: int) -> frozenset[int]:
        if b <= self.n:
            return frozenset((b - 1,))
        return frozenset().union(*(self.members(petal) for petal in self.petals[b]))


def heaviest(n: int, weights: Weights) -> Solution:
    """A matching of the largest total weight among vertices 0 … n-1, with its tight edges."""
    search = _Search(n, weights)
    while search.phase():
        pass
    odd = [
        (search.members(b), search.price[b])
        for b in range(n + 1, search.top + 1)
        if search.root[b] and search.price[b] > 0
    ]
    tight = []
    for (u, v), w in sorted(weights.items()):
        paid = search.price[u + 1] + search.price[v + 1]
        paid += sum(price for inside, price in odd if u in inside and v in inside)
        if w > 0 and paid == 2 * w:
            tight.append((u, v))
    mate = tuple(search.match[u] - 1 for u in range(1, n + 1))
    return Solution(mate, tuple(tight), tuple(inside for inside, _ in odd))
