"""What the engine writes, the checker finds nothing wrong with."""

import pytest

from komandor.core.tournament import commands as c
from tests.check.events import check_events
from tests.check.hall import Hall, double, single, swiss
from tests.check.wild import wild

TABLES = [("armada", 5), ("armada", 30), ("imperial-assault", 18), ("destiny", 17), ("conquest", 25)]


@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.parametrize("structure", ["basic", "advanced"])
def test_tournaments_by_the_tables(game: str, players: int, structure: str) -> None:
    if structure == "advanced" and players < 9:
        structure = "basic"
    hall = Hall(game, players, structure=structure)
    hall.arrive(players)
    hall.do(c.AnnounceStructure())
    assert check_events(hall.finish()) == []


STAGES = [
    (swiss(4),),
    (swiss(3), double(4)),
    (swiss(3), double(8)),
    (double(),),
    (single(),),
    (swiss(2), swiss(2, 6)),
]


@pytest.mark.parametrize("stages", STAGES, ids=str)
@pytest.mark.parametrize("players", [6, 11])
def test_custom_structures(stages: tuple[object, ...], players: int) -> None:
    hall = Hall("star-wars-lcg", players, structure="custom", stages=stages)
    hall.arrive(players)
    hall.do(c.AnnounceStructure())
    assert check_events(hall.finish()) == []


@pytest.mark.parametrize("seed", range(30))
def test_tournaments_in_which_everything_happens(seed: int) -> None:
    assert check_events(wild(seed)) == []
