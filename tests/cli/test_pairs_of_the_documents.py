"""The worked examples of pairing come out of the terminal as the documents print them."""

from typing import Any

import pytest

from tests.cli.engine import Engine

SEEDS = [f"{n:02x}" for n in range(16)]


def pairs(
    engine: Engine, game: str, round: int, seed: str, players: list[dict[str, Any]]
) -> set[frozenset[int]]:
    ranked = [{"rank": place, **player} for place, player in enumerate(players, 1)]
    made = engine("pair", {"game": game, "round": round, "seed": seed, "players": ranked}).json
    return {frozenset(pair) for pair in made["pairs"]}


@pytest.mark.rule("COM-PAIR-2", "ARM-PAIR-1")
def test_ex_arm_2_janek_and_tomek_have_met(engine: Engine) -> None:
    """EX-ARM-2: Janek (1), Sylwia (2), Tomek (3) with 15 points, Krzysiek (4) with 13."""
    players = [
        {"id": 1, "points": 15, "met": [3]},
        {"id": 2, "points": 15},
        {"id": 3, "points": 15, "met": [1]},
        {"id": 4, "points": 13},
    ]
    seen = [pairs(engine, "armada", 3, seed, players) for seed in SEEDS]
    assert {frozenset({1, 2}), frozenset({3, 4})} in seen, "as the document draws it"
    assert all(frozenset({1, 3}) not in one for one in seen)


@pytest.mark.rule("COM-PAIR-6", "CON-PAIR-1")
def test_ex_con_1_one_of_three_meets_the_only_one_below(engine: Engine) -> None:
    """EX-CON-1: Jan (1), Sara (2), Bartek (3) with 15 points, Tomek (4) with 10."""
    players = [{"id": n, "points": 15} for n in (1, 2, 3)] + [{"id": 4, "points": 10}]
    seen = [pairs(engine, "conquest", 4, seed, players) for seed in SEEDS]
    assert {frozenset({1, 2}), frozenset({3, 4})} in seen, "as the document draws it"
    assert {next(iter(pair - {4})) for one in seen for pair in one if 4 in pair} == {1, 2, 3}


@pytest.mark.rule("SWL-PAIR-4", "SWL-PAIR-5")
def test_ex_swl_2_seven_players_of_one_score(engine: Engine) -> None:
    """EX-SWL-2: 1-3 against 4-6 by start number, and 7 meets the first of the next group."""
    players = [{"id": n, "start": n, "points": 3 if n < 8 else 1} for n in range(1, 11)]
    wanted = {frozenset(pair) for pair in ((1, 4), (2, 5), (3, 6), (7, 8), (9, 10))}
    assert pairs(engine, "star-wars-lcg", 2, "00", players) == wanted
