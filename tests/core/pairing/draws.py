"""An exhaustive judge for draws, and worlds to draw in.  It shares no code with the engine."""

import random
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from komandor.core.lots import Lots
from komandor.core.pairing import Draw, Entrant, Method, Terms, costs, ordered
from komandor.core.pairing import draw as draw_on

Pairs = frozenset[frozenset[int]]
Scale = tuple[tuple[int, int], ...]
ONE: Scale = ((1, 0),)
ARMADA: Scale = ((10, 1), (9, 2), (8, 3), (7, 4), (6, 5))
SCALES: tuple[Scale, ...] = (ONE, ((5, 0), (4, 0)), ARMADA, ((6, 0), (4, 1), (3, 3)))


def draw(
    entrants: Iterable[Entrant], lots: Lots, *, forbidden: Collection[tuple[int, int]] = (), **terms: Any
) -> Draw:
    """The engine's draw with its terms by name: `draw(entrants, lots, round=2, method="fold")`."""
    pairs = frozenset(ordered(a, b) for a, b in forbidden)
    return draw_on(entrants, lots, Terms(forbidden=pairs, **terms))


def cost(made: Draw, entrants: Iterable[Entrant], **terms: Any) -> tuple[object, ...]:
    """What the draw costs by each criterion."""
    return costs(made.pairs, made.bye, entrants, Terms(**terms))


def all_pairings(players: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair an even number of players."""
    if not players:
        yield []
        return
    first, *rest = players
    for i, other in enumerate(rest):
        for more in all_pairings(rest[:i] + rest[i + 1 :]):
            yield [(first, other), *more]


class Judge:
    """Finds all best pairings of a small field by looking at every one."""

    def __init__(
        self,
        entrants: list[Entrant],
        round: int,
        apart: bool = False,
        forbidden: Collection[tuple[int, int]] = (),
        second_bye_first: bool = False,
    ) -> None:
        self.entrants = {e.player: e for e in entrants}
        self.round, self.apart, self.second_bye_first = round, apart, second_bye_first
        self.forbidden = key(forbidden)
        self.ago: dict[frozenset[int], int] = {}
        for e in entrants:
            for other in set(e.met) & set(self.entrants):
                rounds = e.met[::-1].index(other) + 1
                pair = frozenset((e.player, other))
                self.ago[pair] = max(rounds, self.ago.get(pair, 0))

    def cost(self, pairs: list[tuple[int, int]], bye: int | None) -> tuple:
        ages = [self.ago[frozenset(p)] for p in pairs if frozenset(p) in self.ago]
        who = self.entrants[bye] if bye else None
        byes, place = (who.byes, 0 if self.round == 1 else -who.rank) if who else (0, 0)
        points = {p: e.points for p, e in self.entrants.items() if p != bye}
        levels = sorted(set(points.values()), reverse=True)
        crossing = tuple(
            sum((points[a] >= above) != (points[b] >= above) for a, b in pairs) for above in levels[:-1]
        )
        squares = sum((levels.index(points[a]) - levels.index(points[b])) ** 2 for a, b in pairs)
        together = 0
        if self.apart and self.round == 1:
            together = sum(bool(set(self.entrants[a].apart) & set(self.entrants[b].apart)) for a, b in pairs)
        recent = tuple(ages.count(k) for k in range(1, 40))
        apart = sum(frozenset(p) in self.forbidden for p in pairs)
        first, then = (len(ages), byes) if self.second_bye_first else (byes, len(ages))
        return (apart, first, then, place, recent, crossing, squares, together)

    def all(self) -> Iterator[tuple[list[tuple[int, int]], int | None]]:
        players = sorted(self.entrants)
        for bye in players if len(players) % 2 else [None]:
            for pairs in all_pairings([p for p in players if p != bye]):
                yield pairs, bye

    def best(self) -> tuple[tuple, set[tuple[Pairs, int | None]]]:
        lowest: tuple | None = None
        found: set[tuple[Pairs, int | None]] = set()
        for pairs, bye in self.all():
            cost = self.cost(pairs, bye)
            if lowest is None or cost < lowest:
                lowest, found = cost, set()
            if cost == lowest:
                found.add((key(pairs), bye))
        assert lowest is not None
        return lowest, found


def key(pairs) -> Pairs:
    return frozenset(map(frozenset, pairs))


def seeded(rng: random.Random) -> Lots:
    return Lots(rng.randbytes(32))


def played(
    rng: random.Random, size: int, rounds: int, scale: Scale, method: Method = "random"
) -> list[Entrant]:
    """A field after some rounds drawn by the engine, with drops and late entries."""
    everyone = list(range(1, size + 1))
    points, byes = dict.fromkeys(everyone, 0), dict.fromkeys(everyone, 0)
    met: dict[int, list[int]] = {p: [] for p in everyone}
    active = set(everyone)
    late = set(rng.sample(everyone, rng.choice((0, 0, 1, 2)))) if size > 4 else set()
    for number in range(1, rounds + 1):
        here = [p for p in everyone if p in active and not (number == 1 and p in late)]
        made = draw(snapshot(here, points, met, byes), seeded(rng), round=number, method=method)
        for a, b in made.pairs:
            met[a].append(b)
            met[b].append(a)
            winner, loser = rng.choice(((a, b), (b, a)))
            won, lost = rng.choice(scale)
            points[winner] += won
            points[loser] += lost
        if made.bye:
            points[made.bye] += scale[0][0]
            byes[made.bye] += 1
        for p in set(everyone) - {q for pair in made.pairs for q in pair}:
            met[p].append(0)
        if rng.random() < 0.15 and len(active) > 4:
            active.discard(rng.choice(sorted(active)))
    return snapshot(sorted(active), points, met, byes)


def snapshot(players, points, met, byes) -> list[Entrant]:
    order = sorted(players, key=lambda p: (-points[p], (p * 7) % 11, p))
    return [
        Entrant(player=p, points=points[p], rank=i, met=tuple(met[p]), byes=byes[p], apart=(), start=p)
        for i, p in enumerate(order, 1)
    ]


def handmade(rng: random.Random, size: int) -> list[Entrant]:
    """Any points, any meetings, any byes: forbidden pairs that no real tournament would give."""
    density = rng.random() ** 1.5
    met: dict[int, list[int]] = {p: [] for p in range(1, size + 1)}
    pairs = [(a, b) for a in met for b in range(a + 1, size + 1) if rng.random() < density]
    rng.shuffle(pairs)
    for a, b in pairs:
        met[a].append(b)
        met[b].append(a)
    spread = rng.choice((1, 2, 3, 6, 12))
    points = {p: rng.randrange(spread) for p in met}
    byes = {p: int(rng.random() < 0.2) for p in met}
    return snapshot(list(met), points, met, byes)


def world(seed: int, most: int = 10) -> tuple[list[Entrant], int]:
    """History number `seed`: half played by the engine, half made by hand."""
    rng = random.Random(seed)
    size = rng.randint(2, most)
    if rng.random() < 0.5:
        rounds = rng.randint(0, size + 1)
        return played(rng, size, rounds, rng.choice(SCALES)), rounds + 1
    return handmade(rng, size), 2


def drawn(made: Draw) -> tuple[Pairs, int | None]:
    return key(made.pairs), made.bye
