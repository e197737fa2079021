"""Nobody gets a second bye while an eligible player has had fewer; then fewest rematches (AMB-G35)."""

import pytest

from komandor.core.lots import Lots
from komandor.core.pairing import Draw, Method
from tests.core.pairing.draws import draw
from tests.core.pairing.fields import field, named, names

METHODS: tuple[Method, ...] = ("random", "fold")


def dv22(met: str, method: Method, second_bye_first: bool = False) -> tuple[Draw, str, set[frozenset[str]]]:
    """Three players in round 3; the third has had a bye."""
    entrants, number = field({"1": 20, "2": 10, "3": 9}, met=met, byes="3")
    made = draw(entrants, Lots(b"\xaa"), round=3, method=method, second_bye_first=second_bye_first)
    bye = next(name for name, n in number.items() if n == made.bye)
    return made, bye, named(made.pairs, number)


@pytest.mark.rule("COM-BYE-4", "COM-PAIR-6")
@pytest.mark.parametrize("method", METHODS)
def test_dv_22a_a_rematch_before_a_second_bye(method: Method) -> None:
    made, bye, pairs = dv22("1-3 2-3", method)
    assert (bye, pairs) == ("2", names("1-3"))
    assert made.rematches == ((1, 3),)
    assert made.reasons[2].code == "bye.lowest"
    assert [r.code for r in made.reasons[1].because if r.rule == "COM-PAIR-2"] == ["pair.rematch_for_bye"]


@pytest.mark.rule("COM-BYE-3")
@pytest.mark.parametrize("method", METHODS)
def test_dv_22b_the_bye_moves_up_before_a_rematch(method: Method) -> None:
    made, bye, pairs = dv22("1-3", method)
    assert (bye, pairs) == ("1", names("2-3"))
    assert made.rematches == ()
    assert made.reasons[1].code == "bye.moved_up"
    assert [(r.code, r.params["player"]) for r in made.reasons[1].because] == [("bye.passed_over", 2)]


@pytest.mark.rule("COM-PAIR-2")
@pytest.mark.parametrize("method", METHODS)
def test_dv_22c_an_organiser_may_prefer_the_second_bye(method: Method) -> None:
    made, bye, pairs = dv22("1-3 2-3", method, second_bye_first=True)
    assert (bye, pairs) == ("3", names("1-2"))
    assert made.reasons[3].code == "bye.again_early"


@pytest.mark.rule("COM-BYE-4")
def test_five_players_four_rounds() -> None:
    """Players 2 and 4 have never had the bye, so nobody gets a second one."""
    points = {"1": 3, "2": 2, "4": 2, "5": 1, "3": 1}
    entrants, number = field(points, met="1-2 1-4 1-5 2-3 2-5 3-4 4-5 3-5", byes="1 3 5")
    made = draw(entrants, Lots(b"\x04"), round=4)
    assert made.bye in {number["2"], number["4"]}
    assert made.reasons[made.bye].code in ("bye.lowest", "bye.moved_up")


@pytest.mark.rule("COM-BYE-4")
def test_everybody_has_had_one_is_said_only_where_it_is_so() -> None:
    entrants, _ = field({"A": 3, "B": 2, "C": 1}, byes="A B C")
    assert draw(entrants, Lots(b""), round=4).reasons[3].code == "bye.again"
    entrants, _ = field({"A": 3, "B": 2, "C": 1}, met="AC BC", byes="C")
    spared = draw(entrants, Lots(b""), round=4, no_bye=frozenset({1, 2}))
    assert spared.reasons[3].code == "bye.again"  # nobody else could get it
