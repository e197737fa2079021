"""A pair that the organiser forbids is avoided in every round, before byes and before rematches."""

import pytest

from komandor.core.lots import Lots
from komandor.core.pairing import Entrant, Method
from tests.core.pairing.draws import cost, draw
from tests.core.pairing.fields import field, named, names

METHODS: tuple[Method, ...] = ("random", "fold")


@pytest.mark.parametrize("method", METHODS)
def test_round_one_keeps_them_apart(method: Method) -> None:
    entrants = [Entrant(player=p, points=0, rank=p, start=p) for p in range(1, 9)]
    forbidden = {(1, 5), (2, 6), (1, 2), (7, 8)}
    for key in range(60):
        made = draw(entrants, Lots(bytes([key])), round=1, method=method, forbidden=forbidden)
        assert not forbidden & {(min(p), max(p)) for p in made.pairs}
        assert made.forbidden == ()


@pytest.mark.parametrize("method", METHODS)
def test_a_rematch_is_made_before_a_forbidden_pair(method: Method) -> None:
    entrants, number = field({"A": 3, "B": 2, "C": 1, "D": 0}, met="AB CD")
    forbidden = {(1, 3), (1, 4)}
    made = draw(entrants, Lots(b""), round=2, method=method, forbidden=forbidden)
    assert named(made.pairs, number) == names("A-B C-D")
    assert (made.forbidden, made.rematches) == ((), ((1, 2), (3, 4)))


@pytest.mark.parametrize("method", METHODS)
def test_a_second_bye_is_given_before_a_forbidden_pair(method: Method) -> None:
    entrants, number = field({"A": 3, "B": 2, "C": 1}, byes="C")
    made = draw(entrants, Lots(b""), round=2, method=method, forbidden={(1, 3), (2, 3)})
    assert (made.bye, made.pairs) == (number["C"], ((1, 2),))
    reason = made.reasons[number["C"]]
    assert reason.code == "bye.again_apart"
    assert {r.code for r in reason.because} == {"bye.passed_over_apart", "pair.kept_apart"}


@pytest.mark.parametrize("method", METHODS)
def test_where_nothing_else_is_left_it_is_named(method: Method) -> None:
    entrants, _ = field({"A": 3, "B": 2}, met="AB")
    made = draw(entrants, Lots(b""), round=2, method=method, forbidden={(1, 2)})
    assert (made.forbidden, made.rematches) == (((1, 2),), ((1, 2),))
    assert "pair.forbidden" in {r.code for r in made.reasons[1].because}


def test_one_travel_group_in_the_majority_respects_them_too() -> None:
    entrants = [Entrant(player=p, points=0, rank=p, apart=("club",) if p < 5 else ()) for p in range(1, 7)]
    forbidden = {(1, 5), (1, 6)}
    for key in range(40):
        made = draw(entrants, Lots(bytes([key])), round=1, apart_round1=True, forbidden=forbidden)
        assert not forbidden & set(made.pairs)
        assert cost(made, entrants, round=1, apart_round1=True)[-1] == 1
