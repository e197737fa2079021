"""A cut has exactly its N players, in the order of the standings, without those who left."""

import pytest

from komandor.core.brackets import bracket_form
from komandor.core.games import GAMES
from komandor.core.games.game import GameData
from komandor.core.reasons import Refusal
from komandor.core.regulations.cut import qualify
from komandor.core.standings import Standing
from tests.core.standings.rounds import game_data


def table(players: int, left: tuple[int, ...] = ()) -> list[Standing]:
    return [
        Standing(player=n, rank=n, tied=False, points=100 - n, values={}, decided_by="points", left=n in left)
        for n in range(1, players + 1)
    ]


def cut(data: GameData, rows: list[Standing], size: int, custom: bool = False) -> object:
    """The cut for the finals of the game's document."""
    fixed = bracket_form(data.elimination).sizes
    return qualify(fixed or data.cuts, rows, size, any_size=custom and not fixed)


@pytest.mark.rule("COM-CUT-2", "COM-CUT-5")
@pytest.mark.parametrize("size", [4, 8, 16, 32])
def test_exactly_n_players(size: int) -> None:
    assert cut(game_data("destiny"), table(40), size) == tuple(range(1, size + 1))


@pytest.mark.rule("COM-CUT-2", "COM-DROP-1")
def test_who_left_is_passed_over_and_there_are_still_eight() -> None:
    assert cut(game_data("destiny"), table(12, left=(1, 5)), 8) == (2, 3, 4, 6, 7, 8, 9, 10)


@pytest.mark.rule("COM-CUT-2")
def test_with_fewer_players_than_seeds_all_who_remain_qualify() -> None:
    """AMB-G30: the bracket then has byes for the best seeds."""
    assert cut(game_data("destiny"), table(7, left=(7,)), 8) == (1, 2, 3, 4, 5, 6)


@pytest.mark.rule("COM-CUT-2", "SWL-DE-3")
@pytest.mark.parametrize(
    ("game", "size", "custom", "allowed"),
    [
        ("destiny", 2, False, False),
        ("destiny", 6, True, True),
        ("destiny", 1, True, False),
        ("armada", 2, False, True),
        ("star-wars-lcg", 4, False, True),
        ("star-wars-lcg", 32, True, False),
    ],
)
def test_sizes_of_the_documents(game: str, size: int, custom: bool, allowed: bool) -> None:
    assert isinstance(cut(game_data(game), table(40), size, custom), Refusal) is not allowed


@pytest.mark.rule("COM-CUT-2", "ARM-CUT-1", "IA-CUT-1", "DES-CUT-1", "CON-CUT-1", "SWL-DE-3")
def test_cuts_are_those_the_documents_name() -> None:
    allowed = {
        game.data.id: [n for n in range(65) if not isinstance(cut(game.data, table(70), n), Refusal)]
        for game in GAMES
    }
    assert allowed == {
        "armada": [2, 4, 8, 16, 32],
        "imperial-assault": [4, 8, 16, 32],
        "destiny": [4, 8, 16, 32],
        "star-wars-lcg": [4, 8, 16],
        "conquest": [4, 8, 16, 32],
    }
