"""Whoever leaves a bracket gives their opponent a bye and takes no further place."""

import pytest

from komandor.core.brackets import final_order, places
from tests.core.brackets.play import plan_of, play_out, stand


@pytest.mark.rule("COM-ELIM-6")
def test_the_current_opponent_gets_a_bye() -> None:
    state = stand(plan_of("single", 4), range(1, 5), {}, {4})
    game = state.by_number[1]
    assert (game.status, game.winner, game.out) == ("bye", 1, (4,))
    assert game.reason is not None
    assert game.reason.rule == "COM-ELIM-6"


@pytest.mark.rule("COM-ELIM-6")
def test_between_rounds_the_next_opponent_gets_it_when_they_are_known() -> None:
    """DV-9: the loser of the leaver's game does not return."""
    plan = plan_of("single", 8)
    waiting = stand(plan, range(1, 9), {4: 4}, {4})
    assert waiting.by_number[5].status == "waiting"
    state = stand(plan, range(1, 9), {4: 4, 1: 1}, {4})
    assert (state.by_number[5].status, state.by_number[5].winner) == ("bye", 1)
    assert 5 not in state.by_number[5].players


@pytest.mark.rule("COM-ELIM-6")
def test_results_from_before_somebody_left_stand() -> None:
    state = stand(plan_of("single", 4), range(1, 5), {1: 4}, {4})
    assert state.by_number[1].winner == 4
    assert state.by_number[1].out == (1,)


@pytest.mark.rule("COM-ELIM-6")
@pytest.mark.parametrize(("first", "second"), [(1, 4), (4, 1)])
def test_if_both_leave_the_later_one_had_moved_on(first: int, second: int) -> None:
    """When the first left, the other had a bye at once; leaving too, they give the next opponent one."""
    state = stand(plan_of("single", 4), range(1, 5), {2: 2}, [first, second])
    assert state.by_number[1].winner == second
    assert state.champion == 2
    assert places(state) == {2: 1, second: 2, 3: 3, first: 4}


@pytest.mark.rule("COM-ELIM-6")
def test_results_after_a_bye_stand_when_the_player_leaves_later() -> None:
    """Seed 1 of five had a bye in game 1, won game 5, and left before the final."""
    state = stand(plan_of("single", 5), range(1, 6), {4: 4, 5: 1, 6: 2}, [1])
    assert state.by_number[5].winner == 1
    assert state.champion == 2
    assert places(state)[1] == 2
    walkover = stand(plan_of("single", 4), range(1, 5), {2: 2, 3: 4}, {1, 4})
    assert walkover.by_number[1].winner == 4  # who has won a game since, so the other left first


@pytest.mark.rule("SWL-DE-2")
def test_a_leaver_leaves_no_hole_in_the_lower_bracket() -> None:
    state = play_out("double", 8, withdrawn={3})
    assert state.complete
    assert state.by_number[8].status == "bye"  # L3 against L4, who left in game 4
    assert places(state)[3] == 8
    assert sorted(place or 0 for place in places(state).values()) == list(range(1, 9))


@pytest.mark.rule("SWL-FINAL-2")
def test_a_finalist_who_leaves_makes_the_other_champion_without_repetition() -> None:
    for leaver, champion in ((1, 2), (2, 1)):
        state = stand(plan_of("double", 4), range(1, 5), {1: 1, 2: 2, 3: 1, 4: 3, 5: 2}, {leaver})
        assert state.champion == champion
        assert state.by_number[7].status == "not_needed"


@pytest.mark.rule("COM-ELIM-1")
def test_places_of_the_whole_field_are_each_given_once() -> None:
    """The bracket first, then all others in Swiss order; a Swiss leader who left early is no winner."""
    state = play_out("single", 4)
    swiss = [99, 1, 2, 3, 4, 5, 6]
    assert final_order(state, swiss) == ((1, 1), (2, 2), (3, 3), (4, 4), (99, 5), (5, 6), (6, 7))


@pytest.mark.rule("SWL-DE-3")
def test_places_of_eight_as_recommended() -> None:
    """3rd L13, 4th L12, 5–6 L10 and L11 by seed, 7–8 L7 and L8 by seed (AMB-G24)."""
    state = play_out("double", 8, max)
    by_place = {place: player for player, place in places(state).items()}
    games = state.by_number
    assert by_place[3] == games[13].loser
    assert by_place[4] == games[12].loser
    assert [by_place[5], by_place[6]] == sorted([games[10].loser, games[11].loser])  # type: ignore[type-var]
    assert [by_place[7], by_place[8]] == sorted([games[7].loser, games[8].loser])  # type: ignore[type-var]
