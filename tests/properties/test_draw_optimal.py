"""A draw costs exactly what the best of all pairings costs, and is one of the best.

600 histories by default; the full 20,000 with

    KOMANDOR_CAMPAIGN=20000 ./test tests/properties/test_draw_optimal.py

(history number i has seed i, so a failure is named by its number).
"""

import os
import random

import pytest

from komandor.core.lots import Lots
from komandor.core.pairing import Entrant, Method
from tests.core.pairing.draws import Judge, cost, draw, drawn, world
from tests.support.sampling import quick_first

HISTORIES = int(os.environ.get("KOMANDOR_CAMPAIGN", "600"))
SLICES = 20
METHODS: tuple[Method, ...] = ("random", "fold")


def trim(cost):
    """Ages without trailing zeros and byes as numbers, so that both ways of writing them compare."""
    recent = list(cost[4])
    while recent and not recent[-1]:
        recent.pop()
    # the engine also says whether they were barred from the bye
    first = [(x[-1] if x else 0) if isinstance(x, tuple) else x for x in cost[:4]]
    return (*first, tuple(recent), *cost[5:])


@pytest.mark.rule("COM-PAIR-1", "COM-PAIR-2", "COM-PAIR-5", "COM-PAIR-6", "COM-BYE-3", "COM-BYE-4")
@pytest.mark.parametrize("part", quick_first(range(SLICES), 7))
def test_no_pairing_is_better(part: int) -> None:
    for number in range(part, HISTORIES, SLICES):
        entrants, round = world(number)
        lowest, best = Judge(entrants, round).best()
        for method in METHODS:
            made = draw(entrants, Lots(number.to_bytes(4, "big")), round=round, method=method)
            found = cost(made, entrants, round=round)
            assert drawn(made) in best, (number, method, found, lowest)
            assert trim(found) == trim(lowest), number


@pytest.mark.rule("COM-BYE-4", "COM-PAIR-6")
@pytest.mark.parametrize("part", quick_first(range(SLICES), 7))
def test_no_pairing_is_better_with_forbidden_pairs_in_either_order_of_byes_and_rematches(part: int) -> None:
    for number in range(part, HISTORIES, SLICES):
        entrants, round = world(number, most=8)
        rng = random.Random(number)
        everyone = [e.player for e in entrants]
        forbidden = {(a, b) for a in everyone for b in everyone if a < b and rng.random() < 0.25}
        early, method = rng.random() < 0.5, rng.choice(METHODS)
        made = draw(
            entrants,
            Lots(number.to_bytes(4, "big")),
            round=round,
            method=method,
            forbidden=forbidden,
            second_bye_first=early,
        )
        best = Judge(entrants, round, forbidden=forbidden, second_bye_first=early).best()[1]
        assert drawn(made) in best, (number, method)


@pytest.mark.rule("SWL-PAIR-3")
@pytest.mark.parametrize("method", METHODS)
def test_round_one_keeps_as_many_apart_as_can_be(method: Method) -> None:
    for number in range(HISTORIES // 10):
        rng = random.Random(number)
        size, clubs = rng.randint(2, 9), rng.randint(1, 4)
        names = ["van", "family", "club", "train"][:clubs]
        entrants = [
            Entrant(
                player=p,
                points=0,
                rank=p,
                met=(),
                byes=0,
                apart=tuple(rng.sample(names, rng.choice((0, 1, 1, 1, min(2, clubs))))),
                start=p,
            )
            for p in range(1, size + 1)
        ]
        made = draw(entrants, Lots(bytes([number % 256])), round=1, apart_round1=True, method=method)
        judge = Judge(entrants, 1, apart=True)
        # the bye of round 1 is drawn before anybody is kept apart
        least = min(judge.cost(pairs, bye)[-1] for pairs, bye in judge.all() if bye == made.bye)
        assert cost(made, entrants, round=1, apart_round1=True)[-1] == least, number
