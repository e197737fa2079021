"""The best perfect matching, exactly, in Python integers.

A primal–dual blossom algorithm for a dense graph, O(n³) steps, after Edmonds (1965) and
Galil (1986).  Costs may be integers of any length, so that criteria in strict order fit into
one number without rounding.  `best` is checked against enumeration in tests/check.
"""

from collections import deque
from collections.abc import Sequence

Costs = Sequence[Sequence[int | None]]
"""costs[i][j] is the cost of pairing i with j, symmetric; None if they may not be paired."""

FREE, EVEN, ODD = -1, 0, 1


def best(costs: Costs) -> tuple[int, list[int]] | None:
    """The smallest cost of a perfect matching, and the partner of each vertex; None if there is none."""
    n = len(costs)
    if n % 2:
        return None
    if n == 0:
        return 0, []
    worst = max((c for row in costs for c in row if c is not None), default=0)
    lift = (worst + 1) * (n + 1)
    weights = [
        [0 if c is None or i == j else lift - c for j, c in enumerate(row)] for i, row in enumerate(costs)
    ]
    mates = _Blossom(weights).solve()
    if any(m < 0 for m in mates):
        return None
    return sum(costs[i][m] or 0 for i, m in enumerate(mates) if i < m), mates


class _Blossom:
    """Vertices are 1…n, blossoms n+1 and up; 0 means none. Slacks use doubled weights."""

    def __init__(self, weights: Sequence[Sequence[int]]) -> None:
        n = self.n = len(weights)
        size = self.size = 2 * n + 2
        self.top = n
        # edge[u][v]: the real edge that leads from (blossom) u to (blossom) v
        self.ends = [[(u, v) for v in range(size)] for u in range(size)]
        self.weight = [[0] * size for _ in range(size)]
        for i, row in enumerate(weights):
            for j, w in enumerate(row):
                self.weight[i + 1][j + 1] = w
        self.dual = [0] * size
        self.mate = [0] * size
        self.slack = [0] * size
        self.outer = list(range(n + 1)) + [0] * (size - n - 1)
        self.parent = [0] * size
        self.kind = [FREE] * size
        self.seen = [0] * size
        self.stamp = 0
        self.petals: list[list[int]] = [[] for _ in range(size)]
        self.through = [[0] * (n + 1) for _ in range(size)]
        self.queue: deque[int] = deque()

    # ── small steps ──────────────────────────────────────────────────────────

    def gap(self, u: int, v: int) -> int:
        a, b = self.ends[u][v]
        return self.dual[a] + self.dual[b] - 2 * self.weight[a][b]

    def offer(self, u: int, x: int) -> None:
        if not self.slack[x] or self.gap(u, x) < self.gap(self.slack[x], x):
            self.slack[x] = u

    def renew_slack(self, x: int) -> None:
        self.slack[x] = 0
        for u in range(1, self.n + 1):
            if self.weight[u][x] > 0 and self.outer[u] != x and self.kind[self.outer[u]] == EVEN:
                self.offer(u, x)

    def enqueue(self, x: int) -> None:
        if x <= self.n:
            self.queue.append(x)
        else:
            for petal in self.petals[x]:
                self.enqueue(petal)

    def belong(self, x: int, b: int) -> None:
        self.outer[x] = b
        if x > self.n:
            for petal in self.petals[x]:
                self.belong(petal, b)

    def rotate(self, b: int, x: int) -> int:
        """The position of petal x on the side of the blossom where it is even."""
        petals = self.petals[b]
        at = petals.index(x)
        if at % 2:
            petals[1:] = petals[:0:-1]
            return len(petals) - at
        return at

    def join(self, u: int, v: int) -> None:
        a, b = self.ends[u][v]
        self.mate[u] = b
        if u > self.n:
            entry = self.through[u][a]
            at = self.rotate(u, entry)
            petals = self.petals[u]
            for i in range(at):
                self.join(petals[i], petals[i ^ 1])
            self.join(entry, v)
            self.petals[u] = petals[at:] + petals[:at]

    def augment(self, u: int, v: int) -> None:
        while True:
            after = self.outer[self.mate[u]]
            self.join(u, v)
            if not after:
                return
            above = self.outer[self.parent[after]]
            self.join(after, above)
            u, v = above, after

    def meeting(self, u: int, v: int) -> int:
        """The base of a new blossom: where the alternating paths to the roots meet, or 0."""
        self.stamp += 1
        while u or v:
            if u:
                if self.seen[u] == self.stamp:
                    return u
                self.seen[u] = self.stamp
                u = self.outer[self.mate[u]]
                if u:
                    u = self.outer[self.parent[u]]
            u, v = v, u
        return 0

    # ── blossoms ─────────────────────────────────────────────────────────────

    def shrink(self, u: int, base: int, v: int) -> None:
        b = self.n + 1
        while b <= self.top and self.outer[b]:
            b += 1
        self.top = max(self.top, b)
        self.dual[b], self.kind[b], self.mate[b] = 0, EVEN, self.mate[base]
        petals = [base]
        for start, back in ((u, True), (v, False)):
            x = start
            while x != base:
                y = self.outer[self.mate[x]]
                petals += [x, y]
                self.enqueue(y)
                x = self.outer[self.parent[y]]
            if back:
                petals[1:] = petals[:0:-1]
        self.petals[b] = petals
        self.belong(b, b)
        for x in range(1, self.top + 1):
            self.weight[b][x] = self.weight[x][b] = 0
        for x in range(1, self.n + 1):
            self.through[b][x] = 0
        for petal in petals:
            self.inherit(b, petal)
        self.renew_slack(b)

    def inherit(self, b: int, petal: int) -> None:
        """Give the blossom, for each neighbour, the tightest edge of its petals."""
        for x in range(1, self.top + 1):
            if self.weight[petal][x] and (not self.weight[b][x] or self.gap(petal, x) < self.gap(b, x)):
                self.ends[b][x], self.ends[x][b] = self.ends[petal][x], self.ends[x][petal]
                self.weight[b][x] = self.weight[petal][x]
                self.weight[x][b] = self.weight[x][petal]
        for x in range(1, self.n + 1):
            if (petal <= self.n and petal == x) or (petal > self.n and self.through[petal][x]):
                self.through[b][x] = petal

    def open(self, b: int) -> None:
        petals = self.petals[b]
        for petal in petals:
            self.belong(petal, petal)
        entry = self.through[b][self.ends[b][self.parent[b]][0]]
        at = self.rotate(b, entry)
        petals = self.petals[b]
        for i in range(0, at, 2):
            odd, even = petals[i], petals[i + 1]
            self.parent[odd] = self.ends[even][odd][0]
            self.kind[odd], self.kind[even] = ODD, EVEN
            self.slack[odd] = 0
            self.renew_slack(even)
            self.enqueue(even)
        self.kind[entry], self.parent[entry] = ODD, self.parent[b]
        for petal in petals[at + 1 :]:
            self.kind[petal] = FREE
            self.renew_slack(petal)
        self.outer[b] = 0

    # ── the search ───────────────────────────────────────────────────────────

    def tight(self, a: int, b: int) -> bool:
        """Use a tight edge; True if the matching grew."""
        u, v = self.outer[a], self.outer[b]
        if self.kind[v] == FREE:
            self.parent[v], self.kind[v] = a, ODD
            after = self.outer[self.mate[v]]
            self.slack[v] = self.slack[after] = 0
            self.kind[after] = EVEN
            self.enqueue(after)
        elif self.kind[v] == EVEN:
            base = self.meeting(u, v)
            if not base:
                self.augment(u, v)
                self.augment(v, u)
                return True
            self.shrink(u, base, v)
        return False

    def scan(self) -> bool:
        while self.queue:
            u = self.queue.popleft()
            if self.kind[self.outer[u]] == ODD:
                continue
            for v in range(1, self.n + 1):
                if self.weight[u][v] > 0 and self.outer[u] != self.outer[v]:
                    if self.gap(u, v) == 0:
                        if self.tight(*self.ends[u][v]):
                            return True
                    else:
                        self.offer(u, self.outer[v])
        return False

    def step(self) -> int | None:
        """How far the dual variables may move, or None if the matching cannot be improved."""
        blossoms = range(self.n + 1, self.top + 1)
        changes = [self.dual[b] // 2 for b in blossoms if self.outer[b] == b and self.kind[b] == ODD]
        for x in range(1, self.top + 1):
            if self.outer[x] == x and self.slack[x]:
                if self.kind[x] == FREE:
                    changes.append(self.gap(self.slack[x], x))
                elif self.kind[x] == EVEN:
                    changes.append(self.gap(self.slack[x], x) // 2)
        change = min(changes, default=None)
        evens = [u for u in range(1, self.n + 1) if self.kind[self.outer[u]] == EVEN]
        limit = min((self.dual[u] for u in evens), default=0)
        return None if change is None or limit <= change else change

    def move(self, change: int) -> None:
        for u in range(1, self.n + 1):
            kind = self.kind[self.outer[u]]
            if kind == EVEN:
                self.dual[u] -= change
            elif kind == ODD:
                self.dual[u] += change
        for b in range(self.n + 1, self.top + 1):
            if self.outer[b] == b:
                if self.kind[b] == EVEN:
                    self.dual[b] += 2 * change
                elif self.kind[b] == ODD:
                    self.dual[b] -= 2 * change

    def grow(self) -> bool:
        """Add one pair to the matching; False if that is impossible."""
        self.kind = [FREE] * self.size
        self.slack = [0] * self.size
        self.queue.clear()
        for x in range(1, self.top + 1):
            if self.outer[x] == x and not self.mate[x]:
                self.parent[x], self.kind[x] = 0, EVEN
                self.enqueue(x)
        if not self.queue:
            return False
        while True:
            if self.scan():
                return True
            change = self.step()
            if change is None:
                return False
            self.move(change)
            self.queue.clear()
            if self.use_tight():
                return True
            for b in range(self.n + 1, self.top + 1):
                if self.outer[b] == b and self.kind[b] == ODD and self.dual[b] == 0:
                    self.open(b)

    def use_tight(self) -> bool:
        """Use all edges that became tight; True if the matching grew."""
        for x in range(1, self.top + 1):
            u = self.slack[x]
            tight = self.outer[x] == x and u and self.outer[u] != x and self.gap(u, x) == 0
            if tight and self.tight(*self.ends[u][x]):
                return True
        return False

    def solve(self) -> list[int]:
        for u in range(1, self.n + 1):
            for v in range(1, self.n + 1):
                self.through[u][v] = u if u == v else 0
        most = max((max(row[1 : self.n + 1]) for row in self.weight[1 : self.n + 1]), default=0)
        for u in range(1, self.n + 1):
            self.dual[u] = most
        while self.grow():
            pass
        return [self.mate[u] - 1 for u in range(1, self.n + 1)]
