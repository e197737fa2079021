"""A tournament that starts with knock-out rounds draws its byes and its numbers (COM-ELIM-4, COM-ELIM-5)."""

import pytest

from komandor.core.brackets import knockout_start
from komandor.core.brackets.single import byes_needed
from tests.core.brackets.play import plan_of, stand


@pytest.mark.rule("COM-ELIM-4")
@pytest.mark.parametrize(("players", "byes"), [(2, 0), (3, 1), (5, 3), (6, 2), (8, 0), (9, 7), (33, 31)])
def test_dv_8_number_of_byes(players: int, byes: int) -> None:
    assert byes_needed(players) == byes
    entries = (players - byes) // 2 + byes
    state = stand(
        plan_of("single", players), knockout_start(range(1, players + 1), range(1, entries + 1)), {}
    )
    first = [game for game in state.games if game.round == 1]
    assert [game.status for game in first].count("bye") == byes
    assert [game.status for game in first].count("playable") == (players - byes) // 2


@pytest.mark.rule("COM-ELIM-5")
def test_six_players_two_byes_and_any_entry_may_be_one() -> None:
    """Byes drawn for 11 and 12, who got the numbers 4 and 1: they meet in round 2 (entry 1 – entry 4)."""
    state = stand(plan_of("single", 6), knockout_start([11, 12, 13, 14, 15, 16], [4, 1, 3, 2]), {})
    assert [game.players for game in state.games if game.round == 1] == [(12,), (15, 16), (13, 14), (11,)]
    assert state.by_number[5].players == (12, 11)
    assert state.by_number[5].status == "playable"


@pytest.mark.rule("COM-ELIM-5")
@pytest.mark.parametrize("numbers", [[1, 2, 3], [1, 2, 3, 3], [0, 1, 2, 3]])
def test_every_entry_has_one_number(numbers: list[int]) -> None:
    with pytest.raises(ValueError, match="numbers 1 to 4"):
        knockout_start([1, 2, 3, 4, 5, 6], numbers)
