"""Whether a Swiss pairing is a best one (docs/algorithms/draw.md, "What is best").

Criteria in order, smaller is better: rematches; (the bye, see draws.py); rematches of the last
round, of the round before, …; pairs across the border below each score group from the top;
squared steps.  For most rounds a simple proof in O(N) is enough: no rematch, only as many
crossings as odd groups need, steps of one.  Otherwise an exact matching decides, part by part:
a part ends where no pair crosses a border.  In its matching every player may also float down;
only if that would be better is the next part included.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import networkx as nx

Pair = tuple[int, int]
EXACT = 128
"""The largest number of vertices for which the exact matching is computed."""


def cheapest(costs: Sequence[Sequence[int | None]]) -> int | None:
    """The smallest total cost of pairing everybody, or None if that is impossible.

    `costs[i][j]` is the cost of pairing i with j, symmetric; None if they may not be paired.  networkx
    computes with whole numbers of any size if all weights are whole, so nothing is rounded.
    """
    edges = [
        (i, j, cost) for i, row in enumerate(costs) for j, cost in enumerate(row[:i]) if cost is not None
    ]
    most = max((cost for _, _, cost in edges), default=0)
    graph = nx.Graph()
    graph.add_weighted_edges_from((i, j, most - cost) for i, j, cost in edges)
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(pairs) != len(costs):
        return None
    return sum(costs[i][j] or 0 for i, j in pairs)


@dataclass(slots=True)
class Field:
    """The players to be paired: points, and how many rounds ago two of them last met."""

    points: Mapping[int, int]
    ago: Mapping[Pair, int] = field(default_factory=dict)
    groups: list[list[int]] = field(init=False)
    level: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        values = sorted(set(self.points.values()), reverse=True)
        at = {v: i for i, v in enumerate(values)}
        self.level = {p: at[v] for p, v in self.points.items()}
        self.groups = [[] for _ in values]
        for p in sorted(self.points):
            self.groups[self.level[p]].append(p)

    def met(self, a: int, b: int) -> int:
        """How many rounds ago they last met; 0 is never."""
        return self.ago.get((a, b) if a < b else (b, a), 0)

    def span(self, a: int, b: int) -> Pair:
        x, y = self.level[a], self.level[b]
        return (x, y) if x < y else (y, x)


def rematches(f: Field, pairs: Sequence[Pair]) -> list[Pair]:
    return [(a, b) for a, b in pairs if f.met(a, b)]


def crossings(f: Field, pairs: Sequence[Pair]) -> list[int]:
    """How many pairs cross the border below each group but the last."""
    found = [0] * max(0, len(f.groups) - 1)
    for a, b in pairs:
        top, bottom = f.span(a, b)
        for i in range(top, bottom):
            found[i] += 1
    return found


def fewest_rematches(f: Field, players: Sequence[int], spare: bool = False) -> int | None:
    """The fewest possible rematches; with `spare` anyone may have the bye. None if the field is too large."""
    n = len(players)
    most = _most_met(f, players)
    if 2 * (most + 1) <= n - n % 2:  # a pairing without a rematch exists (Dirac's theorem)
        return 0
    if n > 2 * EXACT:
        return None
    size = n + spare
    costs = [[None if i == j else 0 for j in range(size)] for i in range(size)]
    for i, a in enumerate(players):
        for j, b in enumerate(players):
            if i != j and f.met(a, b):
                costs[i][j] = 1
    return cheapest(costs)


def _most_met(f: Field, players: Sequence[int]) -> int:
    here, count = set(players), dict.fromkeys(players, 0)
    for a, b in f.ago:
        if a in here and b in here:
            count[a] += 1
            count[b] += 1
    return max(count.values(), default=0)


def verdict(f: Field, pairs: Sequence[Pair]) -> str:
    """Returns "best", "not proven", or what a better pairing would improve: "rematches" or "floats"."""
    if rematches(f, pairs):
        return _with_rematches(f, pairs)
    borders = crossings(f, pairs)
    first = 0
    while first < len(f.groups):
        last = first
        while True:
            while last < len(borders) and borders[last]:
                last += 1
            judged = _part(f, pairs, borders, first, last)
            if judged != "better below":
                break
            last += 1
        if judged != "best":
            return judged
        first = last + 1
    return "best"


def _part(f: Field, pairs: Sequence[Pair], borders: list[int], first: int, last: int) -> str:
    """Judge the groups first … last; no pair crosses their outer borders."""
    inside = [p for p in pairs if first <= f.level[p[0]] <= last]
    if _certified(f, inside, borders, first, last):
        return "best"
    players = [p for group in f.groups[first : last + 1] for p in group]
    way_out = last < len(f.groups) - 1
    if len(players) * (1 + way_out) > 2 * EXACT or (not way_out and len(players) > EXACT):
        return "floats" if _roomy(f, first, last) else "not proven"
    price = _Price(f, first, last, len(players))
    least = cheapest(price.table(players, way_out))
    actual = sum(price.pair(a, b) for a, b in inside)
    if least is None or least >= actual:
        return "best"
    return "better below" if way_out else "floats"


def _certified(f: Field, pairs: Sequence[Pair], borders: list[int], first: int, last: int) -> bool:
    total = 0
    for i in range(first, last):
        total += len(f.groups[i])
        if borders[i] != total % 2:
            return False
    return all(f.span(a, b)[1] - f.span(a, b)[0] <= 1 for a, b in pairs)


def _roomy(f: Field, first: int, last: int) -> bool:
    """Whether groups are so large that the rest can be paired inside, whoever floats in or out.

    By Dirac's theorem, from the largest number of former opponents.  Then a pairing with the simple
    proof exists.
    """
    groups = f.groups[first : last + 1]
    most = _most_met(f, [p for group in groups for p in group])
    return all(2 * (most + 1) <= len(group) - 2 for group in groups)


class _Price:
    """Crossings from the top, then squared steps, as digits of one number."""

    def __init__(self, f: Field, first: int, last: int, players: int) -> None:
        self.f, self.first, self.last = f, first, last
        steps = last - first + 1
        base = players + 1
        unit = (steps + 1) ** 2 * base
        self.worth: list[int] = [unit * base**i for i in reversed(range(steps))]  # of borders first … last

    def pair(self, a: int, b: int) -> int:
        return self._steps(*self.f.span(a, b))

    def _steps(self, top: int, bottom: int) -> int:
        crossed = sum(self.worth[top - self.first : bottom - self.first])
        return crossed + (bottom - top) * (bottom - top)

    def table(self, players: Sequence[int], way_out: bool) -> list[list[int | None]]:
        """The costs of all pairs that have not met; with `way_out` each player may float down instead."""
        n = len(players)
        size = 2 * n if way_out else n
        costs: list[list[int | None]] = [[None] * size for _ in range(size)]
        for i, a in enumerate(players):
            for j in range(i):
                if not self.f.met(a, players[j]):
                    costs[i][j] = costs[j][i] = self.pair(a, players[j])
        for i, a in enumerate(players if way_out else ()):
            costs[i][n + i] = costs[n + i][i] = self._steps(self.f.level[a], self.last + 1)
            for j in range(i):
                costs[n + i][n + j] = costs[n + j][n + i] = 0
        return costs


def _with_rematches(f: Field, pairs: Sequence[Pair]) -> str:
    """Judge the whole field at once: fewest rematches, oldest rematches, then crossings and steps."""
    players = sorted(f.points)
    if len(players) > EXACT:
        least = fewest_rematches(f, players)
        return "rematches" if least is not None and least < len(rematches(f, pairs)) else "not proven"
    price, base = _Price(f, 0, len(f.groups) - 1, len(players)), len(players) + 1
    unit = price.worth[0] * base
    oldest = max(f.ago.values(), default=0)
    digits: list[int] = [base**i for i in range(oldest + 2)]

    def cost(a: int, b: int) -> int:
        ago = f.met(a, b)
        again = digits[oldest + 1] + digits[oldest - ago] if ago else 0
        return unit * again + price.pair(a, b)

    table: list[list[int | None]] = [[None if a == b else cost(a, b) for b in players] for a in players]
    least = cheapest(table)
    actual = sum(cost(a, b) for a, b in pairs)
    if least is None or least >= actual:
        return "best"
    return "rematches" if (actual - least) >= unit else "floats"


def fewest_together(groups: Mapping[int, frozenset[str]], players: Sequence[int]) -> int | None:
    """The fewest possible pairs inside a travel group (SWL-PAIR-3). None if the field is too large."""
    if len(players) > 2 * EXACT:
        return None
    costs: list[list[int | None]] = [
        [None if a == b else int(bool(groups[a] & groups[b])) for b in players] for a in players
    ]
    return cheapest(costs)


def fold(f: Field, start: Mapping[int, int]) -> list[Pair]:
    """The plain fold: top half against bottom half by start number.

    The last of an odd group meets the first of the next group (SWL-PAIR-4, SWL-PAIR-5).
    """
    pairs: list[Pair] = []
    waiting: int | None = None
    for group in f.groups:
        order = sorted(group, key=lambda p: (start.get(p, p), p))
        if waiting is not None:
            pairs.append((waiting, order.pop(0)))
            waiting = None
        if len(order) % 2:
            waiting = order.pop()
        half = len(order) // 2
        pairs += zip(order[:half], order[half:], strict=True)
    return pairs
