"""Matchings for hard cases: how many can be paired at all, and who can be left unpaired.

Unweighted matching (Edmonds) answers both questions.  `best` adds costs and describes all
cheapest matchings, so that they can be counted and one of them drawn.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from komandor.core.pairing.blossom import heaviest

Graph = Sequence[Sequence[int]]
"""The neighbours of each vertex 0 … n-1."""


@dataclass(frozen=True, slots=True)
class Best:
    """All cheapest perfect matchings: only `edges` are used, and one pair leaves each `full` set."""

    mate: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    full: tuple[frozenset[int], ...] = ()


class _Forest:
    """One search for an augmenting path from an unmatched vertex."""

    def __init__(self, graph: Graph, mate: list[int], root: int) -> None:
        n = len(graph)
        self.graph, self.mate = graph, mate
        self.base = list(range(n))
        self.parent = [-1] * n
        self.outer = [False] * n
        self.outer[root] = True
        self.queue = deque([root])

    def end(self) -> int:
        """The far end of an augmenting path, or -1."""
        while self.queue:
            u = self.queue.popleft()
            for v in self.graph[u]:
                if self.base[u] == self.base[v] or self.mate[u] == v:
                    continue
                if self.outer[v]:
                    self._shrink(u, v)
                elif self.parent[v] < 0:
                    self.parent[v] = u
                    if self.mate[v] < 0:
                        return v
                    self.outer[self.mate[v]] = True
                    self.queue.append(self.mate[v])
        return -1

    def _shrink(self, u: int, v: int) -> None:
        base = self._common(u, v)
        inside: set[int] = set()
        self._mark(u, base, v, inside)
        self._mark(v, base, u, inside)
        for x in range(len(self.graph)):
            if self.base[x] in inside:
                self.base[x] = base
                if not self.outer[x]:
                    self.outer[x] = True
                    self.queue.append(x)

    def _common(self, u: int, v: int) -> int:
        seen = set()
        while True:
            u = self.base[u]
            seen.add(u)
            if self.mate[u] < 0:
                break
            u = self.parent[self.mate[u]]
        while self.base[v] not in seen:
            v = self.parent[self.mate[self.base[v]]]
        return self.base[v]

    def _mark(self, u: int, base: int, child: int, inside: set[int]) -> None:
        while self.base[u] != base:
            inside |= {self.base[u], self.base[self.mate[u]]}
            self.parent[u] = child
            child = self.mate[u]
            u = self.parent[child]


def _greedy(graph: Graph) -> list[int]:
    mate = [-1] * len(graph)
    for u in sorted(range(len(graph)), key=lambda x: len(graph[x])):
        if mate[u] < 0:
            free = [v for v in graph[u] if mate[v] < 0]
            if free:
                v = min(free, key=lambda x: len(graph[x]))
                mate[u], mate[v] = v, u
    return mate


def maximum(graph: Graph) -> list[int]:
    """A maximum matching: the partner of each vertex, or -1 if unmatched."""
    mate = _greedy(graph)
    for root in range(len(graph)):
        if mate[root] < 0:
            forest = _Forest(graph, mate, root)
            v = forest.end()
            while v >= 0:
                u = forest.parent[v]
                mate[v], mate[u], v = u, v, mate[u]
    return mate


def left_over(graph: Graph) -> int:
    """How many vertices stay unmatched in a maximum matching."""
    return maximum(graph).count(-1)


def missable(graph: Graph) -> set[int]:
    """All vertices that some maximum matching leaves unmatched (set D of Gallai and Edmonds)."""
    mate = maximum(graph)
    found: set[int] = set()
    for root in range(len(graph)):
        if mate[root] < 0:
            forest = _Forest(graph, mate, root)
            forest.end()
            found |= {v for v, outer in enumerate(forest.outer) if outer}
    return found


def best(n: int, costs: dict[tuple[int, int], int]) -> Best | None:
    """All cheapest perfect matchings of the vertices 0 … n-1, or None if there is no perfect one."""
    big = (n + 1) * (1 + max(costs.values(), default=0))
    solution = heaviest(n, {edge: big - cost for edge, cost in costs.items()})
    if -1 in solution.mate:
        return None
    return Best(solution.mate, solution.tight, solution.full)
