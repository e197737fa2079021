"""Whether a Swiss pairing is a best one (docs/algorithms/draw.md, "What is best").

Criteria in order, smaller is better: pairs that the organiser forbids; byes that the player with
the bye has had; rematches; the place of that player (`judge_bye`); rematches of the last round, of
the round before, …; pairs across the border below each score group from the top; squared steps.
For most rounds a simple proof in O(N) is enough: no barred pair, only as many crossings as odd
groups need, steps of one.  Otherwise an exact matching decides, part by part:
a part ends where no pair crosses a border.  In its matching every player may also float down;
only if that would be better is the next part included.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Pair = tuple[int, int]
EXACT = 128
"""The largest number of vertices for which the exact matching is computed."""


def cheapest(costs: Sequence[Sequence[int | None]]) -> int | None:
    """The smallest total cost of pairing everybody, or None if that is impossible.

    `costs[i][j]` is the cost of pairing i with j, symmetric; None if they may not be paired.  networkx
    computes with whole numbers of any size if all weights are whole, so nothing is rounded.
    """
    import networkx as nx  # slow to import, and most rounds are proved without it

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
    """The players to be paired: points, how many rounds ago two last met, and who is kept apart.

    Both numbers of a pair in `ago` and `forbidden` stand in rising order.
    """

    points: Mapping[int, int]
    ago: Mapping[Pair, int] = field(default_factory=dict)
    forbidden: frozenset[Pair] = frozenset()
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

    def apart(self, a: int, b: int) -> bool:
        """Whether the organiser forbids the pair."""
        return ((a, b) if a < b else (b, a)) in self.forbidden

    def barred(self, a: int, b: int) -> bool:
        return bool(self.met(a, b)) or self.apart(a, b)

    def span(self, a: int, b: int) -> Pair:
        x, y = self.level[a], self.level[b]
        return (x, y) if x < y else (y, x)


def rematches(f: Field, pairs: Sequence[Pair]) -> list[Pair]:
    return [(a, b) for a, b in pairs if f.met(a, b)]


def forbidden(f: Field, pairs: Sequence[Pair]) -> list[Pair]:
    return [(a, b) for a, b in pairs if f.apart(a, b)]


def crossings(f: Field, pairs: Sequence[Pair]) -> list[int]:
    """How many pairs cross the border below each group but the last."""
    found = [0] * max(0, len(f.groups) - 1)
    for a, b in pairs:
        top, bottom = f.span(a, b)
        for i in range(top, bottom):
            found[i] += 1
    return found


def judge_bye(
    f: Field, order: Sequence[int], had: Mapping[int, int], bye: int, pairs: Sequence[Pair], early: bool
) -> str:
    """Returns "best", "not proven", or by what another bye would be better.

    `order` names everyone who may get the bye, first choice first; `had` counts their byes so far.
    One matching of all players and the bye's seat compares everything: forbidden pairs, byes so far,
    rematches ("forbidden", "byes", "rematches"), place in the order ("order").  With `early` a second
    bye is given before a rematch is made.
    """
    players = sorted(f.points)
    clean = not any(f.barred(a, b) for a, b in pairs)
    if clean and 2 * (_most_barred(f, players) + 1) <= len(players) - 1:  # anybody may sit out (Dirac)
        return "best" if bye == order[0] else "byes" if had[bye] > had[order[0]] else "order"
    if len(players) > EXACT:
        return "not proven"
    base = len(players) + 2
    byes, again = (base, base**2) if early else (base**2, base)
    tiers = sorted(set(had.values()))
    names = ("forbidden", *(("rematches", "byes") if early else ("byes", "rematches")), "order")

    def pair(a: int, b: int) -> int:
        return f.apart(a, b) * base**3 + bool(f.met(a, b)) * again

    def sits_out(p: int) -> int | None:
        return tiers.index(had[p]) * byes + order.index(p) if p in had else None

    table: list[list[int | None]] = [[None if a == b else pair(a, b) for b in players] for a in players]
    for row, p in zip(table, players, strict=True):
        row.append(sits_out(p))
    table.append([sits_out(p) for p in players] + [None])
    least, actual = cheapest(table) or 0, sum(pair(a, b) for a, b in pairs) + (sits_out(bye) or 0)
    differs = (name for i, name in enumerate(names) if least // base ** (3 - i) != actual // base ** (3 - i))
    return next(differs, "best")


def _most_barred(f: Field, players: Sequence[int]) -> int:
    here, count = set(players), dict.fromkeys(players, 0)
    for a, b in {*f.ago, *f.forbidden}:
        if a in here and b in here:
            count[a] += 1
            count[b] += 1
    return max(count.values(), default=0)


def verdict(f: Field, pairs: Sequence[Pair]) -> str:
    """Returns "best", "not proven", or what a better pairing improves: "forbidden", "rematches", "floats"."""
    if any(f.barred(a, b) for a, b in pairs):
        return _with_barred_pairs(f, pairs)
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

    By Dirac's theorem, from the largest number of barred opponents.  Then a pairing with the simple
    proof exists.
    """
    groups = f.groups[first : last + 1]
    most = _most_barred(f, [p for group in groups for p in group])
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
        """The costs of all pairs that are not barred; with `way_out` each player may float down instead."""
        n = len(players)
        size = 2 * n if way_out else n
        costs: list[list[int | None]] = [[None] * size for _ in range(size)]
        for i, a in enumerate(players):
            for j in range(i):
                if not self.f.barred(a, players[j]):
                    costs[i][j] = costs[j][i] = self.pair(a, players[j])
        for i, a in enumerate(players if way_out else ()):
            costs[i][n + i] = costs[n + i][i] = self._steps(self.f.level[a], self.last + 1)
            for j in range(i):
                costs[n + i][n + j] = costs[n + j][n + i] = 0
        return costs


def _with_barred_pairs(f: Field, pairs: Sequence[Pair]) -> str:
    """Judge the whole field at once: fewest forbidden pairs, fewest and oldest rematches, then floats."""
    players = sorted(f.points)
    if len(players) > EXACT:
        return "not proven"
    price, base = _Price(f, 0, len(f.groups) - 1, len(players)), len(players) + 1
    unit = price.worth[0] * base
    oldest = max(f.ago.values(), default=0)
    digits: list[int] = [base**i for i in range(oldest + 3)]

    def cost(a: int, b: int) -> int:
        ago = f.met(a, b)
        again = digits[oldest + 1] + digits[oldest - ago] if ago else 0
        return unit * (again + f.apart(a, b) * digits[oldest + 2]) + price.pair(a, b)

    table: list[list[int | None]] = [[None if a == b else cost(a, b) for b in players] for a in players]
    least = cheapest(table)
    better = sum(cost(a, b) for a, b in pairs) - (least or 0)
    if better >= unit * digits[oldest + 2]:
        return "forbidden"
    return "rematches" if better >= unit else "floats" if better > 0 else "best"


def fewest_together(f: Field, groups: Mapping[int, frozenset[str]], pairs: Sequence[Pair]) -> int | None:
    """The fewest possible pairs inside a travel group (SWL-PAIR-3). None if the field is too large.

    Among the pairings with as few forbidden pairs as these have.
    """
    players = sorted(f.points)
    if len(players) > 2 * EXACT:
        return None
    many = len(players) + 1
    costs: list[list[int | None]] = [
        [None if a == b else int(bool(groups[a] & groups[b])) + f.apart(a, b) * many for b in players]
        for a in players
    ]
    return (cheapest(costs) or 0) - many * len(forbidden(f, pairs))


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
