"""Draws uniformly among all equally good pairings of a small part of the field.

Theory of operation
-------------------
**The idea.** Count before you draw. Take the first player without a partner. For each possible partner,
count in how many ways all the others can then be paired; choose the partner in proportion to these counts;
go on with the rest. Every complete pairing then has exactly the same chance: its probability is a product
of fractions in which everything cancels but one over the number of all pairings. `Counter` keeps the count
of each set of players still to pair. Because it is always the *first* free player who chooses, few sets
occur: 28 seats never have more than 514,229, a Fibonacci number, instead of 2^28.

**What is counted.** Not all pairings: only the best. The prices with which `blossom.py` proves a matching
best also say which edges any best matching may use, and which odd sets it must fill but for one vertex.
A pairing that keeps to both is best; so counting needs no costs, only sets of bits.

**The trap.** Which seat is "first" decides which ticket means which pairing. An order that follows from the
matching cannot be repeated by somebody who has no matching. So up to 30 seats are taken in their natural
order (players from above, the section's own, players below), and two short programs that share no code with
this one draw the same. Only larger parts take the order of a walk over the edges, which keeps the sets few.

**Where it is not exact.** If there are too many sets even so, `Switcher` starts from one best pairing and
exchanges the partners of two to four pairs at random, many times. Each exchange is as likely as its
reverse, so in the limit no pairing is favoured; tests measure how near it comes.

**The way refused.** Choosing each partner uniformly among those who are possible: a player who leaves few
possibilities to the others would be chosen too often.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

from komandor.core.lots import Dice
from komandor.core.pairing.matching import Best

Edge = tuple[int, int]

MOST_SETS = 10_000
SEATS_IN_ORDER, SETS_IN_ORDER = 30, 520_000
"""Up to so many seats are counted in natural order, if they have so many sets at most."""
STEPS_PER_PLAYER = 40


class TooMany(Exception):
    """There are too many sets to count: the caller uses `Switcher`."""


class Counter:
    """Counts the pairings of one connected part of the graph, and draws one of them."""

    def __init__(self, part: list[int], best: Best, most_sets: int = MOST_SETS) -> None:
        self.names, self.most_sets = part, most_sets
        at = {v: i for i, v in enumerate(part)}
        self.near = [0] * len(part)
        for u, v in best.edges:
            if u in at:
                self.near[at[u]] |= 1 << at[v]
                self.near[at[v]] |= 1 << at[u]
        self.odd = [sum(1 << at[v] for v in inside) for inside in best.full if min(inside) in at]
        self.known: dict[int, int] = {0: 1}
        self.all = (1 << len(part)) - 1
        self.total = self.count(self.all)

    def partners(self, left: int) -> list[int]:
        """Possible partners of the first unpaired player; only one pair may leave each odd set."""
        first = left & -left
        near = self.near[first.bit_length() - 1] & left
        for inside in self.odd:
            if (left & inside).bit_count() % 2 == 0:
                near &= inside if first & inside else ~inside
        found = []
        while near:
            found.append(near & -near)
            near &= near - 1
        return found

    def count(self, left: int) -> int:
        known = self.known.get(left)
        if known is None:
            if len(self.known) > self.most_sets:
                raise TooMany
            first = left & -left
            known = sum(self.count(left ^ first ^ other) for other in self.partners(left))
            self.known[left] = known
        return known

    def draw(self, dice: Dice) -> list[Edge]:
        left, pairs = self.all, []
        while left:
            first = left & -left
            ticket = dice.below(self.count(left))
            for other in self.partners(left):
                ticket -= self.count(left ^ first ^ other)
                if ticket < 0:
                    break
            pairs.append((self.names[first.bit_length() - 1], self.names[other.bit_length() - 1]))
            left ^= first ^ other
        return pairs


class Switcher:
    """Draws a pairing by exchanging the partners of two to four pairs, many times."""

    def __init__(
        self, start: list[Edge], legal: Callable[[Edge], bool], odd: Sequence[frozenset[int]] = ()
    ) -> None:
        self.start, self.legal, self.odd = start, legal, odd

    def draw(self, dice: Dice) -> list[Edge]:
        pairs = list(self.start)
        steps = STEPS_PER_PLAYER if len(pairs) < 200 else STEPS_PER_PLAYER // 8
        for _ in range(steps * 2 * len(pairs) if len(pairs) > 1 else 0):
            self.switch(pairs, dice)
        return pairs

    def switch(self, pairs: list[Edge], dice: Dice) -> None:
        many = min(len(pairs), (2, 2, 3, 4)[dice.below(4)])
        chosen: list[int] = []
        while len(chosen) < many:
            i = dice.below(len(pairs))
            if i not in chosen:
                chosen.append(i)
        players = [p for i in chosen for p in pairs[i]]
        fresh = []
        while players:
            u = players.pop()
            v = players.pop(dice.below(len(players)))
            fresh.append((u, v) if u < v else (v, u))
        if all(map(self.legal, fresh)) and self.fills(fresh, [pairs[i] for i in chosen]):
            for i, pair in zip(chosen, fresh, strict=True):
                pairs[i] = pair

    def fills(self, fresh: list[Edge], old: list[Edge]) -> bool:
        """Whether each odd set contains as many pairs as before."""
        return all(_inside(fresh, odd) == _inside(old, odd) for odd in self.odd)


def _inside(pairs: list[Edge], players: frozenset[int]) -> int:
    return sum(u in players and v in players for u, v in pairs)


def parts(n: int, edges: tuple[Edge, ...]) -> list[list[int]]:
    """The connected parts, each in breadth-first order, which keeps the number of counted sets small."""
    near: list[list[int]] = [[] for _ in range(n)]
    for u, v in edges:
        near[u].append(v)
        near[v].append(u)
    seen: set[int] = set()
    found = []
    for start in sorted(range(n), key=lambda v: len(near[v])):
        if start in seen:
            continue
        part = [start]
        seen.add(start)
        for u in part:
            fresh = [v for v in near[u] if v not in seen]
            seen.update(fresh)
            part += fresh
        found.append(part)
    return found


class Urn:
    """All pairings that `best` describes; `draw` takes a random one, any number of times.

    A few seats (`SEATS_IN_ORDER`) are one part in their natural order, so that the draw follows from the
    best pairings alone and can be recomputed without knowing how they were found.
    """

    def __init__(self, n: int, best: Best) -> None:
        self.exact = True
        self.parts: list[Counter | Switcher] = []
        if n <= SEATS_IN_ORDER:
            with suppress(TooMany):
                self.parts.append(Counter(list(range(n)), best, SETS_IN_ORDER))
                return
        for part in parts(n, best.edges):
            try:
                self.parts.append(Counter(part, best))
            except TooMany:
                self.exact = False
                start = [(u, best.mate[u]) for u in sorted(part) if u < best.mate[u]]
                self.parts.append(Switcher(start, set(best.edges).__contains__, best.full))

    def draw(self, dice: Dice) -> list[Edge]:
        return [pair for part in self.parts for pair in part.draw(dice)]
