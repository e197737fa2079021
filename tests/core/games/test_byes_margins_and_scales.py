"""Byes, margins, initiative and scales of points are those of each game, where other programs went wrong."""

import pytest

from komandor.core.games import GAMES
from komandor.core.games.armada.scoring import initiative
from komandor.core.games.awards import bye, missed
from komandor.core.games.game import Situation
from komandor.core.outcomes import MatchScore, Outcome
from tests.support.rules import rules_of


@pytest.mark.rule("ARM-BYE-1", "ARM-SCORE-3")
def test_bye_8_140_and_loser_mov_never_negative() -> None:
    armada = rules_of("armada")
    assert (bye(armada).points, bye(armada).mov) == (8, 140)
    for a in range(0, 900, 31):
        for b in range(0, 900, 37):
            score = armada.score({"end": "rounds", "scores": [a, b], "first": "a"}, Situation())
            assert isinstance(score, MatchScore)
            won, lost = score.sides if score.winner == "a" else score.sides[::-1]
            assert won.mov == min(abs(a - b), 400)
            assert lost.mov == 0
            assert won.points + lost.points == 11


@pytest.mark.rule("COM-BYE-1", "ARM-BYE-1", "IA-BYE-1", "DES-BYE-1", "CON-DEF-2", "SWL-PAIR-7")
def test_bye_is_worth_what_each_game_says() -> None:
    worth = {rules.data.id: (bye(rules).points, bye(rules).mov) for rules in GAMES}
    assert worth == {
        "armada": (8, 140),
        "imperial-assault": (1, 0),
        "destiny": (1, 0),
        "star-wars-lcg": (6, 0),
        "conquest": (5, 0),
    }


@pytest.mark.rule("SWL-SCORE-3")
def test_opponent_of_a_drawn_first_game_still_counts() -> None:
    score = rules_of("star-wars-lcg").score({"games": [{"end": "time"}]}, Situation())
    assert isinstance(score, MatchScore)
    assert all(side.outcome.played for side in score.sides)


@pytest.mark.rule("COM-TB-1", "ARM-TB-1", "IA-TB-1", "DES-TB-1", "CON-TB-1", "SWL-TB-1")
def test_only_armada_ranks_by_margin() -> None:
    order = {rules.data.id: rules.data.tiebreakers for rules in GAMES}
    assert order == {
        "armada": ("mov", "sos"),
        "imperial-assault": ("sos", "esos"),
        "destiny": ("sos", "esos"),
        "star-wars-lcg": ("head_to_head", "sos", "esos"),
        "conquest": ("sos", "esos"),
    }


@pytest.mark.rule("COM-DROP-4")
def test_missed_rounds_follow_the_setting_of_armada_only() -> None:
    assert missed(rules_of("armada"), {"armada.missed_round_tp": 1}).points == 1
    assert missed(rules_of("destiny"), {"armada.missed_round_tp": 1}).points == 0
    assert missed(rules_of("armada")).outcome is Outcome.MISSED


@pytest.mark.rule("ARM-SETUP-5")
def test_lower_fleet_total_decides_on_initiative() -> None:
    assert initiative((398, 400)) == "a"
    assert initiative((400, 399)) == "b"
    assert initiative((400, 400)) == "random"
    assert [rules.data.id for rules in GAMES if rules.initiative] == ["armada"]


@pytest.mark.rule("COM-PTS-1", "ARM-SCORE-5")
def test_points_scales() -> None:
    scales = {rules.data.id: dict(rules.data.points) for rules in GAMES}
    assert scales["imperial-assault"] == scales["destiny"] == {"win": 1, "loss": 0}
    assert scales["conquest"] == {"win": 5, "modified_win": 4, "loss": 0}
    assert scales["star-wars-lcg"] == {"win": 3, "draw": 1, "loss": 0}
    margins = [(row.low, row.winner, row.loser) for row in rules_of("armada").data.margins]
    assert margins == [(0, 6, 5), (60, 7, 4), (140, 8, 3), (220, 9, 2), (300, 10, 1)]
