"""Round times and structures are the documents', within the ranges that the documents give."""

import pytest

from komandor.core.games.game import ClockRule, Situation
from komandor.core.reasons import Refusal
from komandor.core.regulations.clocks import clock_for
from komandor.core.regulations.structures import proposed_rounds, structure_for
from tests.support.rules import rules_of

MINUTES = [
    ("armada", "swiss", "basic", 135),
    ("armada", "knockout", "basic", 135),
    ("armada", "final", "basic", 180),
    ("imperial-assault", "swiss", "basic", 65),
    ("imperial-assault", "knockout", "basic", 65),
    ("imperial-assault", "final", "basic", 105),
    ("destiny", "swiss", "advanced", 35),
    ("destiny", "knockout", "basic", 35),
    ("destiny", "final", "basic", 50),
    ("destiny", "knockout", "advanced", 90),
    ("destiny", "final", "advanced", 120),
    ("star-wars-lcg", "swiss", "custom", 70),
    ("star-wars-lcg", "knockout", "custom", 35),
    ("star-wars-lcg", "final", "custom", None),
    ("conquest", "swiss", "basic", 55),
    ("conquest", "knockout", "basic", 55),
    ("conquest", "final", "basic", 90),
]


@pytest.mark.rule(
    "COM-TIME-1", "ARM-TIME-1", "IA-TIME-1", "DES-TIME-1", "SWL-ROUND-2", "SWL-FIN-1", "SWL-FINAL-1"
)
@pytest.mark.rule("CON-RTIME-1", "DES-ELIM-2")
@pytest.mark.parametrize(("game", "kind", "structure", "minutes"), MINUTES)
def test_minutes(game: str, kind: str, structure: str, minutes: int | None) -> None:
    assert rules_of(game).minutes(Situation(kind, structure)).minutes == minutes


def test_settings_change_clocks() -> None:
    untimed = Situation("final", settings={"conquest.final_minutes": "none"})
    assert rules_of("conquest").minutes(untimed).minutes is None
    single = Situation("knockout", "custom", settings={"destiny.knockout_best_of": 1})
    assert rules_of("destiny").minutes(single).minutes == 35
    assert rules_of("destiny").form(single).most_games == 1
    assert rules_of("destiny").form(Situation("knockout", "custom")).most_games == 3


RANGES = [("swiss", False, 60, 80), ("knockout", False, 30, 40), ("swiss", True, 80, 100)]


@pytest.mark.rule("SWL-ROUND-2", "SWL-FIN-1", "SWL-2V2-8")
@pytest.mark.parametrize(("kind", "teams", "low", "high"), RANGES)
def test_stated_ranges_are_kept(kind: str, teams: bool, low: int, high: int) -> None:
    rules = rules_of("star-wars-lcg")
    for minutes in (low, high):
        answer = clock_for(rules, Situation(kind, teams=teams), minutes)
        assert not isinstance(answer, Refusal)
        assert answer == (ClockRule(minutes, low, high, rule=answer[0].rule), ())
    for minutes in (low - 1, high + 1, 0, -5):
        assert isinstance(clock_for(rules, Situation(kind, teams=teams), minutes), Refusal)


@pytest.mark.rule("SWL-FINAL-1")
def test_no_limit_stays_no_limit() -> None:
    answer = clock_for(rules_of("star-wars-lcg"), Situation("final"), 40)
    assert isinstance(answer, Refusal)
    assert [one.rule for one in answer.reasons] == ["SWL-FINAL-1"]


def test_without_a_stated_range_a_change_is_warned_of() -> None:
    answer = clock_for(rules_of("armada"), Situation(), 120)
    assert not isinstance(answer, Refusal)
    clock, warnings = answer
    assert clock.minutes == 120
    assert [(one.code, one.rule) for one in warnings] == [("clock.changed", "ARM-TIME-1")]
    unchanged = clock_for(rules_of("armada"), Situation(), 135)
    assert not isinstance(unchanged, Refusal)
    assert unchanged[1] == ()


@pytest.mark.rule("SWL-STRUCT-1", "SWL-STRUCT-4")
def test_card_game_has_no_table_but_a_proposal() -> None:
    rules = rules_of("star-wars-lcg")
    for name in ("basic", "advanced"):
        answer = structure_for(rules, name, 20)
        assert isinstance(answer, Refusal)
        assert [one.rule for one in answer.reasons] == ["SWL-STRUCT-4"]
        assert answer.reasons[0].params["offer"] == "custom"
    assert [proposed_rounds(n) for n in (2, 3, 4, 5, 8, 9, 16, 17, 33)] == [1, 2, 2, 3, 3, 4, 4, 5, 6]


def test_one_player_is_no_tournament() -> None:
    for name in ("basic", "advanced", "custom"):
        assert isinstance(structure_for(rules_of("armada"), name, 1), Refusal)
