"""A double elimination is played by the posters of SWL-DE-3, game for game."""

import pytest

from komandor.core.brackets import BracketState, double, places
from komandor.core.reasons import Refusal
from tests.core.brackets.play import losses, plan_of, play_out, playable, stand, written

POSTERS = {
    4: "G1 1–4, G2 2–3; G3 W1–W2; G4 L1–L2; G5 W4–L3; G6 W3–W5; G7 reset",
    8: "G1 1–8, G2 4–5, G3 2–7, G4 3–6; G5 W1–W2, G6 W3–W4; G7 L1–L2, G8 L3–L4; G9 W5–W6; G10 W7–L6, "
    "G11 W8–L5; G12 W10–W11; G13 W12–L9; G14 W9–W13; G15 reset",
    16: "G1 1–16, G2 8–9, G3 5–12, G4 4–13, G5 3–14, G6 6–11, G7 7–10, G8 2–15; G9 L1–L2, G10 L3–L4, "
    "G11 L5–L6, G12 L7–L8; G13 W1–W2, G14 W3–W4, G15 W5–W6, G16 W7–W8; G17 W9–L16, G18 W10–L15, "
    "G19 W11–L14, G20 W12–L13; G21 W13–W14, G22 W15–W16; G23 W17–W18, G24 W19–W20; G25 W23–L21, "
    "G26 W24–L22; G27 W21–W22; G28 W25–W26; G29 W28–L27; G30 W27–W29; G31 reset",
}
UPPER = {4: {1, 2, 3}, 8: {1, 2, 3, 4, 5, 6, 9}, 16: {*range(1, 9), *range(13, 17), 21, 22, 27}}


@pytest.mark.rule("SWL-DE-1", "SWL-DE-3")
@pytest.mark.parametrize("size", POSTERS)
def test_poster(size: int) -> None:
    plan = plan_of("double", size)
    told = [game for group in POSTERS[size].split("; ") for game in group.split(", ")]
    assert [written(match) for match in plan.matches[:-1]] == told[:-1]
    assert plan.matches[-1].side == "reset"
    assert {match.number for match in plan.matches if match.side == "upper"} == UPPER[size]


@pytest.mark.rule("SWL-DE-3", "SWL-DE-2")
@pytest.mark.parametrize("size", POSTERS)
def test_dv_21_games_and_losses_without_reset(size: int) -> None:
    state = play_out("double", size)
    assert played(state) == 2 * size - 2
    assert state.champion == 1
    assert {player: lost for player, lost in losses(state).items() if lost != 2} == {1: 0}


@pytest.mark.rule("SWL-DE-3", "SWL-FINAL-2")
@pytest.mark.parametrize("size", POSTERS)
def test_the_final_is_repeated_when_the_undefeated_player_loses_it(size: int) -> None:
    """The game says why it is played."""
    state = play_out("double", size)
    plan, seeds = state.plan, list(range(1, size + 1))
    results = {game.number: game.winner for game in state.games if game.status == "played"}
    final = len(plan.matches) - 1
    before = stand(plan, seeds, results | {final: 2})
    assert before.champion is None
    assert playable(before) == (final + 1,)
    reason = before.by_number[final + 1].reason
    assert reason is not None
    assert (reason.code, reason.rule) == ("bracket.reset", "SWL-FINAL-2")
    for champion, other in ((1, 2), (2, 1)):
        after = stand(plan, seeds, results | {final: 2, final + 1: champion})
        assert after.champion == champion
        assert played(after) == 2 * size - 1
        assert losses(after)[champion] == 1
        assert all(lost == 2 for player, lost in losses(after).items() if player != champion)
        assert (places(after)[champion], places(after)[other]) == (1, 2)


@pytest.mark.rule("SWL-DE-2")
@pytest.mark.parametrize("players", range(2, 17))
@pytest.mark.parametrize("pick", [min, max])
def test_byes_move_on_by_themselves(players: int, pick: object) -> None:
    """With empty seeds no game is stuck, and everyone but the champion is out exactly once."""
    state = play_out("double", players, pick)
    assert state.complete
    out = [player for game in state.games for player in game.out]
    assert state.champion is not None
    assert sorted([*out, state.champion]) == list(range(1, players + 1))
    assert sorted(place or 0 for place in places(state).values()) == list(range(1, players + 1))
    assert all(losses(state)[player] == 2 for player in out)


@pytest.mark.rule("SWL-DE-2")
def test_a_bye_against_somebody_not_yet_known_waits() -> None:
    """Six of eight: game 7 is the loser of a bye (nobody) against the loser of game 2 (not yet known)."""
    state = stand(plan_of("double", 6), range(1, 7), {})
    assert state.by_number[1].status == "bye"
    assert state.by_number[7].status == "waiting"
    later = stand(plan_of("double", 6), range(1, 7), {2: 4})
    assert (later.by_number[7].status, later.by_number[7].winner) == ("bye", 5)


@pytest.mark.rule("SWL-DE-3")
@pytest.mark.parametrize("players", [0, 1, 17, 32])
def test_there_is_no_poster_for_other_sizes(players: int) -> None:
    refusal = double(players)
    assert isinstance(refusal, Refusal)
    assert [one.rule for one in refusal.reasons] == ["SWL-DE-3"]


def played(state: BracketState) -> int:
    return sum(game.status == "played" for game in state.games)
