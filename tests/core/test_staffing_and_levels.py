"""Leaders play only where their document lets them, and somebody else rules in their games."""

from dataclasses import replace

import pytest

from komandor.core.games import GAMES
from komandor.core.games.game import LEVELS, Rules
from komandor.core.reasons import Refusal
from komandor.core.regulations.levels import check_level, level_for, sleeves_required
from komandor.core.regulations.staffing import Leader, authority, may_play, substitute_problems
from tests.support.rules import rules_of

COMMON = [rules for rules in GAMES if rules.data.id != "star-wars-lcg"]
LCG = rules_of("star-wars-lcg")
common = pytest.mark.parametrize("rules", COMMON, ids=lambda rules: rules.data.id)


@common
@pytest.mark.parametrize("role", ["organiser", "marshal", "judge"])
@pytest.mark.rule("COM-PART-1", "COM-PART-4", "COM-ROLE-1")
def test_leaders_play_at_casual_level_beside_another_leader(rules: Rules, role: str) -> None:
    assert may_play(rules, "casual", "", (role,), ("judge",)) == ()
    assert [one.rule for one in may_play(rules, "casual", "", (role,), ())] == ["COM-PART-1"]
    for level in ("formal", "championship"):
        assert [one.rule for one in may_play(rules, level, "", (role,), ("judge",))] == ["COM-PART-4"]


@common
def test_others_may_always_play(rules: Rules) -> None:
    for level in LEVELS:
        assert may_play(rules, level, "", (), ()) == ()
        assert may_play(rules, level, "", ("scorekeeper",), ()) == ()


@pytest.mark.rule("SWL-PART-1", "SWL-PART-2")
def test_card_game_lets_the_organiser_play_beside_a_second_one() -> None:
    for level in ("casual", "formal"):
        assert may_play(LCG, level, "store", ("organiser",), ("second_organiser",)) == ()
        alone = may_play(LCG, level, "store", ("organiser",), ("judge",))
        assert [one.rule for one in alone] == ["SWL-PART-1"]
        assert may_play(LCG, level, "", ("judge",), ("organiser",)) == ()
    for role in ("organiser", "judge"):
        for level, kind in (("championship", ""), ("casual", "regional"), ("formal", "world")):
            barred = may_play(LCG, level, kind, (role,), ("second_organiser",))
            assert [one.rule for one in barred] == ["SWL-PART-2"]


ANNA, JAN, EWA = Leader(1, ("organiser",), substitute=2), Leader(2, ("judge",)), Leader(3, ("marshal",))


@pytest.mark.rule("COM-PART-2")
def test_a_substitute_is_named_and_fit() -> None:
    armada = rules_of("armada")
    assert substitute_problems(armada, ANNA, (ANNA, JAN)) == ()
    for leader in (Leader(1, ("organiser",)), Leader(1, ("organiser",), 1), Leader(1, ("organiser",), 9)):
        assert [one.rule for one in substitute_problems(armada, leader, (leader, JAN))] == ["COM-PART-2"]
    assert substitute_problems(LCG, ANNA, (ANNA, JAN)), "a judge is no second organiser"
    assert substitute_problems(LCG, ANNA, (ANNA, Leader(2, ("second_organiser",)))) == ()


@pytest.mark.rule("COM-PART-2", "COM-PART-3", "COM-ROLE-5")
def test_who_rules_in_a_match() -> None:
    staff = (ANNA, JAN, EWA)
    assert authority((7, 8), staff).ruled_by == (1, 2, 3)
    assert authority((1, 8), staff).ruled_by == (2,)
    assert authority((1, 2), staff).ruled_by == (3,)
    inside = authority((1, 3), staff)
    assert inside.ruled_by == (2,), "whom the playing leaders named, with a warning"
    assert [(one.code, one.rule) for one in inside.reasons] == [("staff.no_marshal_outside", "COM-PART-3")]
    unnamed = authority((1, 3), (replace(ANNA, substitute=None), JAN, EWA))
    assert unnamed.ruled_by == (2,), "nobody was named: the next in rank"
    nobody = authority((1, 3), (ANNA, replace(JAN, on_duty=False), EWA))
    assert (nobody.ruled_by, nobody.reasons[0].code) == ((), "staff.nobody_outside")
    assert authority((2, 4), (ANNA, JAN, Leader(4, ("judge",)))).ruled_by == (1,), "no marshal: the organiser"
    assert authority((2, 8), staff).ruled_by == (3,), "nobody was named: the next in rank"


@pytest.mark.rule("COM-PART-2", "COM-ROLE-9", "AMB-G43")
def test_nobody_rules_off_duty_and_the_next_in_rank_does() -> None:
    away = replace(JAN, on_duty=False)
    assert authority((7, 8), (ANNA, away, EWA)).ruled_by == (1, 3)
    next_one = authority((1, 8), (ANNA, away, EWA))
    assert (next_one.ruled_by, next_one.reasons[0].code) == ((3,), "staff.next_in_rank")
    assert authority((1, 8), (ANNA, away, Leader(4, ("judge",)))).ruled_by == (4,)
    nobody = authority((1, 8), (ANNA, away, replace(EWA, on_duty=False)))
    assert (nobody.ruled_by, nobody.reasons[0].code) == ((), "staff.nobody_on_duty")


LEVEL = [
    ("destiny", "store", "casual"),
    ("destiny", "regional", "formal"),
    ("star-wars-lcg", "league", "casual"),
    ("star-wars-lcg", "store", "formal"),
    ("star-wars-lcg", "regional", "championship"),
    ("armada", "world", "championship"),
    ("imperial-assault", "national", "championship"),
    ("armada", "store", "casual"),
    ("conquest", "regional", "casual"),
]


@pytest.mark.rule("COM-LEVEL-1", "COM-LEVEL-3", "COM-LEVEL-7", "DES-LEVEL-1", "SWL-LEVEL-2")
@pytest.mark.parametrize(("game", "kind", "level"), LEVEL)
def test_level_to_prefill(game: str, kind: str, level: str) -> None:
    assert level_for(rules_of(game).data, kind)[0] == level


@pytest.mark.rule("COM-LEVEL-1")
def test_there_are_three_levels() -> None:
    assert all(check_level(level) is None for level in LEVELS)
    assert isinstance(check_level("relaxed"), Refusal)


@pytest.mark.rule("DES-SLV-1", "CON-SLV-1", "SWL-SLV-1")
def test_sleeves_by_level_or_by_kind() -> None:
    assert sleeves_required(rules_of("destiny").data, "formal")
    assert not sleeves_required(rules_of("destiny").data, "casual")
    assert sleeves_required(rules_of("conquest").data, "championship")
    assert sleeves_required(LCG.data, "casual", "guest")
    assert not sleeves_required(LCG.data, "formal", "store")
    assert not sleeves_required(rules_of("armada").data, "championship")
