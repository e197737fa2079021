"""What "best pairing" means: criteria in order of importance, each with its rule.

This is the definition.  The engines do not search with it: `sections.Steps` and
`best_pairings.field_costs` contain the same order as digits of a number.  Tests and
benchmarks use it to judge what the engines found.  A new criterion must be added to all.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from komandor.core.ids import PlayerNo, RuleId
from komandor.core.pairing.entrant import Entrant, Pair
from komandor.core.pairing.field import games_ago, shares_group


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """A complete pairing, and what is needed to judge it."""

    pairs: Sequence[Pair]
    bye: PlayerNo | None
    entrants: Mapping[PlayerNo, Entrant]
    round: int
    apart: bool
    no_bye: Collection[PlayerNo]


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion; a smaller cost is better."""

    key: str
    rule: RuleId
    cost: Callable[[Pairing], object]


def _ages(p: Pairing) -> list[int]:
    found = (games_ago(p.entrants[a], p.entrants[b]) for a, b in p.pairs)
    return [ago for ago in found if ago]


def rematches(p: Pairing) -> int:
    """How many pairs met before."""
    return len(_ages(p))


def bye(p: Pairing) -> tuple[int, ...]:
    """The bye should go to a player with the fewest byes, then the lowest rank; in round 1 by lot only."""
    if p.bye is None:
        return ()
    e = p.entrants[p.bye]
    barred = e.player in p.no_bye and len(set(p.no_bye) & set(p.entrants)) < len(p.entrants)
    return (int(barred), e.byes, 0 if p.round == 1 else -e.rank)


def recent(p: Pairing) -> tuple[int, ...]:
    """How many rematches are of the last round, of the round before, and so on: older ones are better."""
    ages = _ages(p)
    return tuple(ages.count(ago) for ago in range(1, max(ages, default=0) + 1))


def _levels(p: Pairing) -> tuple[dict[int, int], list[tuple[int, int]]]:
    present = {p.entrants[x].points for pair in p.pairs for x in pair}
    level = {points: i for i, points in enumerate(sorted(present, reverse=True))}
    spans = []
    for a, b in p.pairs:
        x, y = level[p.entrants[a].points], level[p.entrants[b].points]
        spans.append((min(x, y), max(x, y)))
    return level, spans


def crossings(p: Pairing) -> tuple[int, ...]:
    """How many pairs cross the border below each score group, the top group first."""
    level, spans = _levels(p)
    change = [0] * (len(level) + 1)
    for x, y in spans:
        change[x] += 1
        change[y] -= 1
    total, found = 0, []
    for i, _ in pairwise(range(len(level))):
        total += change[i]
        found.append(total)
    return tuple(found)


def squares(p: Pairing) -> int:
    """The sum of squared steps, so that many short floats are better than one long float."""
    return sum((y - x) ** 2 for x, y in _levels(p)[1])


def together(p: Pairing) -> int:
    """How many pairs are of one family or travel group; only in round 1, if they are to be kept apart."""
    if not p.apart or p.round != 1:
        return 0
    return sum(shares_group(p.entrants[a], p.entrants[b]) for a, b in p.pairs)


CRITERIA: tuple[Criterion, ...] = (
    Criterion("rematches", "COM-PAIR-2", rematches),
    Criterion("bye", "COM-BYE-3", bye),
    Criterion("recent", "COM-PAIR-6", recent),
    Criterion("crossings", "COM-PAIR-6", crossings),
    Criterion("squares", "COM-PAIR-6", squares),
    Criterion("together", "SWL-PAIR-3", together),
)


def costs(
    pairs: Sequence[Pair],
    bye: PlayerNo | None,
    entrants: Iterable[Entrant],
    *,
    round: int = 2,
    apart_round1: bool = False,
    no_bye: Collection[PlayerNo] = (),
) -> tuple[object, ...]:
    """The cost of a pairing by each of `CRITERIA`; compare the tuples."""
    pairing = Pairing(
        pairs=pairs,
        bye=bye,
        entrants={e.player: e for e in entrants},
        round=round,
        apart=apart_round1,
        no_bye=no_bye,
    )
    return judge(pairing)


def judge(pairing: Pairing) -> tuple[object, ...]:
    """The cost of a pairing by each criterion, most important first."""
    return tuple(criterion.cost(pairing) for criterion in CRITERIA)
