"""A single elimination of any size is the one that COM-ELIM-2 and COM-ELIM-3 describe."""

from pathlib import Path

import pytest

from komandor.core.brackets import places, single
from komandor.core.brackets.plan import next_power_of_two
from komandor.core.reasons import Refusal
from tests.core.brackets.play import plan_of, play_out, slot

GOLDEN = dict(
    line.split(": ")
    for line in (Path(__file__).parent / "golden.txt").read_text(encoding="utf-8").splitlines()
)


@pytest.mark.rule("COM-ELIM-2", "COM-ELIM-3")
@pytest.mark.parametrize("size", sorted(map(int, GOLDEN)))
def test_golden_brackets_2_to_64(size: int) -> None:
    plan = plan_of("single", size)
    rounds = (plan.in_round(round) for round in range(1, plan.rounds + 1))
    assert (
        " / ".join(" ".join(f"{slot(m.a)}–{slot(m.b)}" for m in matches) for matches in rounds)
        == GOLDEN[str(size)]
    )


@pytest.mark.rule("COM-ELIM-2", "COM-ELIM-3")
@pytest.mark.parametrize("players", range(2, 65))
def test_while_favourites_win_the_best_meets_the_last_in_every_round(players: int) -> None:
    """So seeds 1 and 2 meet in the final only."""
    state = play_out("single", players)
    for round in range(1, state.plan.rounds + 1):
        left = next_power_of_two(players) // 2 ** (round - 1)
        for game in (game for game in state.games if game.round == round):
            assert game.a == game.in_round
            assert game.b == (rival if (rival := left + 1 - game.in_round) <= players else None)
    assert list(places(state).items()) == [(seed, seed) for seed in range(1, players + 1)]


@pytest.mark.rule("COM-ELIM-1")
@pytest.mark.parametrize("players", [2, 3, 5, 6, 9, 17, 33, 64])
def test_one_game_fewer_than_players_is_played_and_each_loser_is_out_once(players: int) -> None:
    state = play_out("single", players, max)
    played = [game for game in state.games if game.status == "played"]
    assert len(played) == players - 1
    assert sorted(player for game in played for player in game.out) == sorted(
        {*range(1, players + 1)} - {state.champion}
    )


@pytest.mark.rule("COM-ELIM-2")
def test_an_empty_seed_is_a_bye_for_the_best() -> None:
    state = play_out("single", 6)
    byes = [game.winner for game in state.games if game.status == "bye"]
    assert byes == [1, 2]


@pytest.mark.parametrize("players", [0, 1])
def test_nobody_plays_alone(players: int) -> None:
    assert isinstance(single(players), Refusal)
