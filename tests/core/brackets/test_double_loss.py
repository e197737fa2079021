"""In a double elimination both losses of a double loss count, and the bracket goes on (AMB-S22)."""

import pytest

from komandor.core.brackets import DOUBLE_LOSS, Result, places, run
from komandor.core.reasons import Refusal
from tests.core.brackets.play import losses, plan_of, stand

EIGHT = range(1, 9)


@pytest.mark.rule("SWL-DE-2", "SWL-ERR-4")
def test_in_an_upper_game_the_two_play_for_the_lower_place() -> None:
    plan = plan_of("double", 8)
    extra = plan.extra(1)
    state = stand(plan, EIGHT, {1: DOUBLE_LOSS, 2: 4})
    assert state.by_number[5].winner == 4  # nobody comes from game 1
    assert state.by_number[extra].status == "playable"
    assert state.by_number[extra].players == (1, 8)
    assert state.by_number[7].status == "waiting"
    after = stand(plan, EIGHT, {1: DOUBLE_LOSS, 2: 4, extra: 8})
    assert after.by_number[extra].out == (1,)
    assert losses(after)[1] == 2
    assert after.by_number[7].players == (8, 5)


@pytest.mark.rule("SWL-DE-2", "SWL-ERR-4")
def test_in_the_extra_game_and_in_any_lower_game_both_are_out() -> None:
    plan = plan_of("double", 8)
    state = stand(plan, EIGHT, {1: DOUBLE_LOSS, plan.extra(1): DOUBLE_LOSS, 2: 4, 3: 2, 4: 3, 8: DOUBLE_LOSS})
    assert state.by_number[plan.extra(1)].out == (1, 8)
    assert state.by_number[7].status == "bye"
    assert state.by_number[8].out == (7, 6)
    assert all(losses(state)[player] == 2 for player in (1, 8, 7, 6))


@pytest.mark.rule("SWL-FINAL-2", "SWL-ERR-4")
def test_in_the_final_the_undefeated_player_is_champion() -> None:
    results: dict[int, Result] = {1: 1, 2: 2, 3: 1, 4: 3, 5: 2, 6: DOUBLE_LOSS}
    state = stand(plan_of("double", 4), range(1, 5), results)
    assert state.champion == 1
    assert state.by_number[6].out == (2,)
    assert state.by_number[7].status == "not_needed"
    assert places(state) == {1: 1, 2: 2, 3: 3, 4: 4}


@pytest.mark.rule("SWL-ERR-4")
@pytest.mark.parametrize("game", [3, 7])
def test_in_the_upper_final_and_the_repeated_final_the_organiser_decides(game: int) -> None:
    results: dict[int, Result] = {1: 1, 2: 2, 3: 1, 4: 3, 5: 2, 6: 2} if game == 7 else {1: 1, 2: 2}
    refusal = run(plan_of("double", 4), range(1, 5), results | {game: DOUBLE_LOSS})
    assert isinstance(refusal, Refusal)
    assert [reason.code for reason in refusal.reasons] == ["bracket.organiser_decides"]


@pytest.mark.rule("COM-ELIM-7")
def test_in_a_single_elimination_it_is_refused() -> None:
    refusal = run(plan_of("single", 4), range(1, 5), {1: DOUBLE_LOSS})
    assert isinstance(refusal, Refusal)
    assert [one.rule for one in refusal.reasons] == ["COM-ELIM-7"]
