"""What "best pairing" means: criteria in order of importance, each with its rule.

This is the definition.  The engines do not search with it: `sections.Steps` and
`best_pairings.field_costs` contain the same order as digits of a number.  Tests and
benchmarks use it to judge what the engines found.  A new criterion must be added to all.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from komandor.core.ids import PlayerNo, RuleId
from komandor.core.pairing.entrant import Entrant, Pair, Terms
from komandor.core.pairing.field import games_ago, shares_group


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """A complete pairing, and what is needed to judge it."""

    pairs: Sequence[Pair]
    bye: PlayerNo | None
    entrants: Mapping[PlayerNo, Entrant]
    terms: Terms


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion; a smaller cost is better."""

    key: str
    rule: RuleId
    cost: Callable[[Pairing], object]


def _ages(p: Pairing) -> list[int]:
    found = (games_ago(p.entrants[a], p.entrants[b]) for a, b in p.pairs)
    return [ago for ago in found if ago]


def forbidden(p: Pairing) -> int:
    """How many pairs the organiser forbids."""
    return sum(p.terms.forbids(a, b) for a, b in p.pairs)


def byes(p: Pairing) -> tuple[int, ...]:
    """The bye should go to somebody who may get it, and has had the fewest."""
    if p.bye is None:
        return ()
    spared = p.bye in p.terms.no_bye and not p.terms.no_bye.issuperset(p.entrants)
    return (int(spared), p.entrants[p.bye].byes)


def rematches(p: Pairing) -> int:
    """How many pairs met before."""
    return len(_ages(p))


def bye_rank(p: Pairing) -> int:
    """The bye should go to the lowest rank; in round 1 by lot only."""
    return 0 if p.bye is None or p.terms.round == 1 else -p.entrants[p.bye].rank


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
    if not p.terms.apart_round1 or p.terms.round != 1:
        return 0
    return sum(shares_group(p.entrants[a], p.entrants[b]) for a, b in p.pairs)


_BYES = Criterion("byes", "COM-BYE-4", byes)
_REMATCHES = Criterion("rematches", "COM-PAIR-2", rematches)
_FORBIDDEN = Criterion("forbidden", "COM-PAIR-6", forbidden)
_FURTHER = (
    Criterion("bye_rank", "COM-BYE-3", bye_rank),
    Criterion("recent", "COM-PAIR-6", recent),
    Criterion("crossings", "COM-PAIR-6", crossings),
    Criterion("squares", "COM-PAIR-6", squares),
    Criterion("together", "SWL-PAIR-3", together),
)
CRITERIA: tuple[Criterion, ...] = (_FORBIDDEN, _BYES, _REMATCHES, *_FURTHER)
SECOND_BYE_FIRST: tuple[Criterion, ...] = (_FORBIDDEN, _REMATCHES, _BYES, *_FURTHER)
"""The order of events that choose it (AMB-G35)."""


USUAL = Terms()


def costs(
    pairs: Sequence[Pair], bye: PlayerNo | None, entrants: Iterable[Entrant], terms: Terms = USUAL
) -> tuple[object, ...]:
    """The cost of a pairing by each criterion, most important first; compare the tuples."""
    pairing = Pairing(pairs=pairs, bye=bye, entrants={e.player: e for e in entrants}, terms=terms)
    order = SECOND_BYE_FIRST if terms.second_bye_first else CRITERIA
    return tuple(criterion.cost(pairing) for criterion in order)
