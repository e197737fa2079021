"""A result that does not fit its game is refused, and a changed one names everything that hangs on it."""

from itertools import permutations

import pytest

from komandor.core.brackets import Result, descendants, places, run
from komandor.core.reasons import Refusal
from tests.core.brackets.play import plan_of, play_out, playable, stand


def codes(kind: str, players: int, results: dict[int, Result]) -> list[str]:
    refusal = run(plan_of(kind, players), range(1, players + 1), results)
    assert isinstance(refusal, Refusal)
    return [reason.code for reason in refusal.reasons]


@pytest.mark.rule("COM-ELIM-7")
@pytest.mark.parametrize("kind", ["single", "double"])
def test_a_draw_is_refused_with_its_reason(kind: str) -> None:
    """It is never read as a loss for the first-named."""
    refusal = run(plan_of(kind, 8), range(1, 9), {1: None})
    assert isinstance(refusal, Refusal)
    assert [(reason.code, reason.rule) for reason in refusal.reasons] == [("bracket.draw", "COM-ELIM-7")]


@pytest.mark.rule("COM-ELIM-1")
def test_the_winner_is_one_of_the_two() -> None:
    assert codes("single", 4, {1: 3}) == ["bracket.winner_not_in_game"]


@pytest.mark.rule("COM-ELIM-3")
def test_a_game_whose_players_are_not_known_has_no_result() -> None:
    assert codes("single", 8, {1: 1, 5: 1}) == ["bracket.not_ready"]


def test_there_are_no_other_games() -> None:
    assert codes("single", 4, {4: 1}) == ["bracket.unknown_game"]
    assert codes("double", 4, {8: 1}) == ["bracket.unknown_game"]  # an extra game without a double loss


@pytest.mark.rule("SWL-FINAL-2")
def test_no_repetition_of_a_final_that_the_undefeated_player_won() -> None:
    assert codes("double", 4, {1: 1, 2: 2, 3: 1, 4: 3, 5: 2, 6: 1, 7: 1}) == ["bracket.no_reset"]


def test_every_fault_is_named_at_once() -> None:
    assert codes("single", 8, {1: 2, 2: None, 9: 1}) == [
        "bracket.winner_not_in_game",
        "bracket.draw",
        "bracket.unknown_game",
    ]


@pytest.mark.rule("COM-CUT-2")
def test_seeds_are_players_each_once() -> None:
    for seeds in ([1, 2, 2, 3], [1, 2, 3, 4, 5]):
        assert isinstance(run(plan_of("single", 4), seeds, {}), Refusal)


@pytest.mark.rule("COM-ELIM-3")
def test_a_changed_winner_clears_what_hangs_on_it() -> None:
    plan = plan_of("single", 8)
    results: dict[int, Result] = {1: 1, 2: 2, 3: 3, 4: 4, 5: 1, 6: 2, 7: 1}
    assert descendants(plan, 1) == (5, 7)
    changed = results | {1: 8}
    assert codes("single", 8, changed) == ["bracket.winner_not_in_game", "bracket.not_ready"]
    cleared = {game: winner for game, winner in changed.items() if game not in descendants(plan, 1)}
    state = stand(plan, range(1, 9), cleared)
    assert state.by_number[5].players == (8, 4)
    assert playable(state) == (5,)


@pytest.mark.rule("SWL-DE-2")
def test_in_a_double_elimination_both_ways_out_of_a_game_are_cleared() -> None:
    plan = plan_of("double", 8)
    assert {5, 7, 9, 10, 11, 12, 13, 14, 15} <= set(descendants(plan, 1))
    assert not {2, 3, 4, 6, 8} & set(descendants(plan, 1))
    assert plan.extra(5) in descendants(plan, 1)
    assert plan.extra(1) not in descendants(plan, plan.extra(1))
    assert 7 in descendants(plan, plan.extra(1))


def test_the_order_in_which_results_arrive_does_not_change_the_bracket() -> None:
    plan = plan_of("single", 4)
    results: dict[int, Result] = {1: 4, 2: 2, 3: 4}
    states = [stand(plan, range(1, 5), dict(order)) for order in permutations(results.items())]
    assert all(state == states[0] for state in states)


@pytest.mark.parametrize("kind", ["single", "double"])
def test_places_fill_from_the_bottom_and_never_change_again(kind: str) -> None:
    final = play_out(kind, 8)
    results: dict[int, Result] = {}
    known: dict[int, int] = {}
    for game in final.games:
        if game.status == "played":
            assert isinstance(game.winner, int)
            results[game.number] = game.winner
            now = {p: place for p, place in places(stand(final.plan, range(1, 9), results)).items() if place}
            assert known.items() <= now.items()
            known = now
    assert known == places(final)
