"""What the engine writes, the checker finds nothing wrong with."""

import pytest

from komandor.check.check_file import check_bytes
from komandor.core.tournament.values import StagePlan
from komandor.simulate import simulate
from tests.check.events import check_events
from tests.check.wild import wild
from tests.support.dice_event import DiceEvent
from tests.support.event import double, single, swiss
from tests.support.sampling import quick_first

SIZES = {"armada": 30, "imperial-assault": 18, "destiny": 17, "conquest": 25}
TABLES = [(game, n, structure) for game, n in SIZES.items() for structure in ("basic", "advanced")]


@pytest.mark.parametrize(("game", "players", "structure"), [("armada", 5, "basic"), *TABLES])
def test_tournaments_by_the_tables(game: str, players: int, structure: str) -> None:
    event = DiceEvent(game, dice=players, structure=structure).register(players).play_out()
    assert check_events(event.records) == []


STAGES = [
    (swiss(4),),
    (swiss(3), double(4)),
    (swiss(3), double(8)),
    (double(),),
    (single(),),
    (swiss(2), swiss(2, 6)),
]


@pytest.mark.parametrize("stages", STAGES, ids=str)
@pytest.mark.parametrize("players", [8, 11])
def test_custom_structures(stages: tuple[StagePlan, ...], players: int) -> None:
    event = DiceEvent("star-wars-lcg", *stages, dice=players).register(players).play_out()
    assert check_events(event.records) == []


@pytest.mark.parametrize("seed", quick_first(range(30), 10))
def test_tournaments_in_which_everything_happens(seed: int) -> None:
    assert check_events(wild(seed)) == []


def test_the_engine_and_its_checker_agree() -> None:
    for seed in (54, 540, 5400):
        assert check_bytes(simulate(seed, {"size": "small"}).file()).violations == ()
