"""The players of one round without the bye: score groups, and who may meet whom."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import TypeVar, cast

from komandor.core.ids import PlayerNo
from komandor.core.pairing.entrant import Entrant, Pair

T = TypeVar("T")
Numbers = tuple[PlayerNo, ...]
NO_NUMBERS: Numbers = ()


def shares_group(a: Entrant, b: Entrant) -> bool:
    """Whether two players belong to one family or travel group (SWL-PAIR-3)."""
    return bool(a.apart and b.apart and not set(a.apart).isdisjoint(b.apart))


def games_ago(a: Entrant, b: Entrant) -> int:
    """How many rounds ago two players last met: 1 is the previous round, 0 is never."""
    return max(_ago(a.met, b.player), _ago(b.met, a.player))


def _ago(met: tuple[PlayerNo, ...], other: PlayerNo) -> int:
    for back, player in enumerate(reversed(met), 1):
        if player == other:
            return back
    return 0


def by_number(entrants: Mapping[PlayerNo, Entrant], what: str, nothing: T) -> list[T] | dict[PlayerNo, T]:
    """One attribute of every entrant by number: a list, which is fastest, or a dict if numbers are sparse."""
    top = max(entrants, default=0)
    values = map(attrgetter(what), entrants.values())
    if top == len(entrants):  # numbers 1 … n without a gap, and in order
        return [nothing, *values]
    facts = dict(zip(entrants, values, strict=True))
    if top > 4 * len(entrants):
        return facts
    return [facts.get(p, nothing) for p in cast("Iterable[PlayerNo]", range(top + 1))]


class DrawField:
    """The players to be paired, in score groups from the top.

    `bars` lists for each player whom they may not meet: opponents so far, and forbidden ones.  With
    `apart`, players of one travel group may not meet either.  The draw of round 1 tries this
    first, and gives it up if a more important criterion would suffer.
    """

    def __init__(
        self, entrants: Mapping[PlayerNo, Entrant], forbidden: frozenset[Pair], *, apart: bool = False
    ) -> None:
        """`entrants` must be sorted by number: the result may not depend on the order of the input."""
        self.entrants = entrants
        self.bars: list[Numbers] | dict[PlayerNo, Numbers] = by_number(entrants, "met", NO_NUMBERS)
        self.forbidden = frozenset((a, b) for a, b in forbidden if a in entrants and b in entrants)
        for a, b in self.forbidden:
            self.bars[a], self.bars[b] = (*self.bars[a], b), (*self.bars[b], a)
        self.apart = apart
        by_points: defaultdict[int, list[PlayerNo]] = defaultdict(list)
        for p, points in zip(self.entrants, map(attrgetter("points"), self.entrants.values()), strict=True):
            by_points[points].append(p)
        self.points = sorted(by_points, reverse=True)
        self.groups = [by_points[points] for points in self.points]

    def barred(self, a: PlayerNo, b: PlayerNo) -> bool:
        """Whether two players may not meet: a rematch (COM-PAIR-2), a forbidden pair, one travel group."""
        if b in self.bars[a] or a in self.bars[b]:
            return True
        return self.apart and shares_group(self.entrants[a], self.entrants[b])

    def clean(self, pairs: Iterable[tuple[PlayerNo, PlayerNo]]) -> bool:
        """Whether none of the pairs is barred."""
        if self.apart:
            return not any(self.barred(a, b) for a, b in pairs)
        bars = self.bars
        return all(not (b in bars[a] or a in bars[b]) for a, b in pairs)

    def graph(self, players: list[PlayerNo]) -> list[list[int]]:
        """Who may meet whom among these players, as positions in the list."""
        barred = self.barred
        near: list[list[int]] = [[] for _ in players]
        for i, a in enumerate(players):
            for j in range(i):
                if not barred(a, players[j]):
                    near[i].append(j)
                    near[j].append(i)
        return near

    def most_barred(self, players: list[PlayerNo]) -> int:
        """At most this many of the others are barred for any player of the list."""
        if self.apart:
            return self._most_apart(players)
        return max(map(len, map(self.bars.__getitem__, players)), default=0)

    def roomy(self, players: list[PlayerNo]) -> bool:
        """Whether Dirac's theorem guarantees that all can be paired (all but one if they are odd)."""
        return 2 * (self.most_barred(players) + 1) <= len(players) - len(players) % 2

    def _most_apart(self, players: list[PlayerNo]) -> int:
        sizes: dict[str, int] = {}
        for p in players:
            for name in self.entrants[p].apart:
                sizes[name] = sizes.get(name, 0) + 1
        shared = (sum(sizes[name] - 1 for name in self.entrants[p].apart) for p in players)
        return max((len(self.bars[p]) + n for p, n in zip(players, shared, strict=True)), default=0)
