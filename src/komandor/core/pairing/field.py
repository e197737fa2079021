"""The field of one round after the bye: score groups, and who may meet whom."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import TypeVar

from komandor.core.ids import PlayerNo
from komandor.core.pairing.entrant import Entrant

T = TypeVar("T")


def shares_group(a: Entrant, b: Entrant) -> bool:
    """Whether two players belong to one family or travel group (SWL-PAIR-3)."""
    return bool(a.apart and b.apart and not set(a.apart).isdisjoint(b.apart))


def games_ago(a: Entrant, b: Entrant) -> int:
    """How long ago two players met last, in rounds: 1 = the round before, 0 = never."""
    return max(_ago(a.met, b.player), _ago(b.met, a.player))


def _ago(met: tuple[PlayerNo, ...], other: PlayerNo) -> int:
    for back, player in enumerate(reversed(met), 1):
        if player == other:
            return back
    return 0


def by_number(entrants: Mapping[PlayerNo, Entrant], what: str, nothing: T) -> list[T] | dict[PlayerNo, T]:
    """One fact of every entrant by his number: a list, fastest to look into, unless numbers are sparse."""
    top = max(entrants, default=0)
    values = map(attrgetter(what), entrants.values())
    if top == len(entrants):  # numbers 1 … n without a gap, and in order
        return [nothing, *values]
    facts = dict(zip(entrants, values, strict=True))
    if top > 4 * len(entrants):
        return facts
    return [facts.get(p, nothing) for p in range(top + 1)]


class Field:
    """Players to be paired, by score group from the top.

    `apart` makes sharing a travel group as forbidden as a rematch: the first thing to
    try in round 1, given up when it would cost anything that comes before it.
    """

    def __init__(self, entrants: Mapping[PlayerNo, Entrant], apart: bool = False) -> None:
        """`entrants` in the order of their numbers: nothing may depend on the order of the input."""
        self.entrants = entrants
        self.met = by_number(entrants, "met", ())
        self.apart = apart
        by_points: defaultdict[int, list[PlayerNo]] = defaultdict(list)
        for p, points in zip(self.entrants, map(attrgetter("points"), self.entrants.values()), strict=True):
            by_points[points].append(p)
        self.points = sorted(by_points, reverse=True)
        self.groups = [by_points[points] for points in self.points]

    def barred(self, a: PlayerNo, b: PlayerNo) -> bool:
        """Whether two players may not meet: a rematch (COM-PAIR-2) or, in round 1, one travel group."""
        if b in self.met[a] or a in self.met[b]:
            return True
        return self.apart and shares_group(self.entrants[a], self.entrants[b])

    def clean(self, pairs: Iterable[tuple[PlayerNo, PlayerNo]]) -> bool:
        """Whether none of the pairs is barred."""
        if self.apart:
            return not any(self.barred(a, b) for a, b in pairs)
        met = self.met
        return all(not (b in met[a] or a in met[b]) for a, b in pairs)

    def graph(self, players: list[PlayerNo]) -> list[list[int]]:
        """Who may meet whom among some players, by position."""
        barred = self.barred
        near: list[list[int]] = [[] for _ in players]
        for i, a in enumerate(players):
            for j in range(i):
                if not barred(a, players[j]):
                    near[i].append(j)
                    near[j].append(i)
        return near

    def most_met(self, players: list[PlayerNo]) -> int:
        """A bound on how many of the others a player of this list may not meet."""
        if self.apart:
            return self._most_apart(players)
        return max(map(len, map(self.met.__getitem__, players)), default=0)

    def _most_apart(self, players: list[PlayerNo]) -> int:
        sizes: dict[str, int] = {}
        for p in players:
            for name in self.entrants[p].apart:
                sizes[name] = sizes.get(name, 0) + 1
        shared = (sum(sizes[name] - 1 for name in self.entrants[p].apart) for p in players)
        return max((len(self.met[p]) + n for p, n in zip(players, shared, strict=True)), default=0)
