"""Fields too large to enumerate cost what a maximum-weight matching with exact integers says they must.

The judge is networkx on the whole graph; the engine only ever looks at parts of it.
"""

import random

import networkx as nx
import pytest

from komandor.core.lots import Lots
from komandor.core.pairing import Entrant, costs
from tests.core.pairing.draws import ARMADA, ONE, Scale, draw, handmade, played

STATES = [
    (size, rounds, scale)
    for scale in (ONE, ARMADA)
    for size, rounds in ((12, 7), (14, 13), (16, 11), (20, 9), (24, 12), (32, 9), (40, 6), (60, 8))
]


def ruling(entrants: list[Entrant], bye: int | None) -> tuple[object, ...]:
    """The cost of the best pairing of all but the bye."""
    rest = [e for e in entrants if e.player != bye]
    levels = sorted({e.points for e in rest}, reverse=True)
    base = 10 * len(rest) * (len(levels) + 1) ** 2
    graph = nx.Graph()
    for i, a in enumerate(rest):
        for b in rest[:i]:
            x, y = sorted((levels.index(a.points), levels.index(b.points)))
            digits = [0] * len(levels) + [(y - x) ** 2]
            digits[x:y] = [1] * (y - x)
            agos = [e.met[::-1].index(o.player) + 1 for e, o in ((a, b), (b, a)) if o.player in e.met]
            recent = [0] * 40
            if agos:
                recent[max(agos) - 1] = 1
            weight = 0
            for digit in (int(bool(agos)), *recent, *digits):
                weight = weight * base + digit
            graph.add_edge(a.player, b.player, weight=-weight)
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    assert 2 * len(pairs) == len(rest)
    return costs(list(pairs), bye, entrants)


@pytest.mark.rule("COM-PAIR-2", "COM-PAIR-6")
@pytest.mark.parametrize(("size", "rounds", "scale"), STATES)
def test_late_rounds_of_real_tournaments(size: int, rounds: int, scale: Scale) -> None:
    for seed in range(2):
        entrants = played(random.Random(seed), size, rounds, scale)
        made = draw(entrants, Lots(bytes([seed])), round=rounds + 1)
        best = ruling(entrants, made.bye)
        assert costs(made.pairs, made.bye, entrants) == best
        folded = draw(entrants, Lots(bytes([seed])), round=rounds + 1, method="fold")
        assert costs(folded.pairs, folded.bye, entrants) == best


@pytest.mark.parametrize("seed", range(24))
def test_hand_made_histories(seed: int) -> None:
    entrants = handmade(random.Random(seed), 12 + seed)
    made = draw(entrants, Lots(bytes([seed])), round=2)
    assert costs(made.pairs, made.bye, entrants) == ruling(entrants, made.bye)
