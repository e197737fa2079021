"""However a bracket goes, with byes, leavers and double losses, it ends, and everyone has one place."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komandor.core.brackets import DOUBLE_LOSS, BracketState, Result, places
from tests.core.brackets.play import losses, plan_of, playable, stand


@st.composite
def courses(draw: Any) -> BracketState:
    """Play until nothing is left to play; now and then somebody leaves, or both lose."""
    kind = draw(st.sampled_from(["single", "double"]))
    players = draw(st.integers(2, 16))
    plan, seeds = plan_of(kind, players), range(1, players + 1)
    results: dict[int, Result] = {}
    withdrawn: list[int] = []
    state = stand(plan, seeds, results)
    while playable(state):
        game = state.by_number[draw(st.sampled_from(playable(state)))]
        what = draw(st.integers(0, 9))
        if what == 0:
            withdrawn.append(draw(st.sampled_from(game.players)))
        elif what == 1 and may_both_lose(state, game.number):
            results[game.number] = DOUBLE_LOSS
        else:
            results[game.number] = draw(st.sampled_from(game.players))
        state = stand(plan, seeds, results, withdrawn)
    return state


def may_both_lose(state: BracketState, number: int) -> bool:
    """Not in a single elimination, the upper final or the repeated final (AMB-S22)."""
    if state.plan.losses == 1:
        return False
    upper_final = max(match.number for match in state.plan.matches if match.side == "upper")
    return number not in (upper_final, len(state.plan.matches))


@pytest.mark.rule("COM-ELIM-1", "COM-ELIM-6", "SWL-DE-2")
@given(courses())
def test_it_ends_and_places_are_a_permutation(state: BracketState) -> None:
    players = [seed for seed in state.seeds if seed is not None]
    assert state.complete
    out = [player for game in state.games for player in game.out]
    assert len(out) == len(set(out))
    assert set(players) - set(out) == ({state.champion} if state.champion else set())
    assert sorted(place or 0 for place in places(state).values()) == list(range(1, len(players) + 1))


@pytest.mark.rule("SWL-DE-2")
@given(courses())
def test_nobody_plays_on_after_their_last_loss(state: BracketState) -> None:
    lives = state.plan.losses
    assert all(lost <= lives for lost in losses(state).values())
    left = {player for game in state.games if game.status == "bye" for player in game.out}
    for player, lost in losses(state).items():
        if player != state.champion and player not in left:
            assert lost == lives
