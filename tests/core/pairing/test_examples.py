"""The documents' own examples of pairing come out as written."""

import pytest

from komandor.core.lots import Lots
from komandor.core.pairing import Entrant
from tests.core.pairing.draws import cost, draw
from tests.core.pairing.fields import field, named, names

MANY = [Lots(bytes([i])) for i in range(60)]


@pytest.mark.rule("COM-PAIR-2", "COM-PAIR-6", "ARM-PAIR-1")
def test_ex_arm_2_rematch_avoidance() -> None:
    entrants, number = field({"Janek": 15, "Sylwia": 15, "Tomek": 15, "Krzysiek": 13}, met="Janek-Tomek")
    seen = {frozenset(named(draw(entrants, lots, round=3).pairs, number)) for lots in MANY}
    assert seen == {
        frozenset(names("Janek-Sylwia Tomek-Krzysiek")),
        frozenset(names("Sylwia-Tomek Janek-Krzysiek")),
    }


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("IA", marks=pytest.mark.rule("COM-PAIR-6", "IA-PAIR-1"), id="EX-IA-2"),
        pytest.param("DES", marks=pytest.mark.rule("COM-PAIR-6", "DES-PAIR-1"), id="EX-DES-2"),
    ],
)
def test_ex_ia_2_and_ex_des_2_pairing_down(rules: str) -> None:
    points = {"Jan": 5, "Sara": 5, "Bartek": 5, "Karol": 4, "Ela": 4, "Ola": 4}
    entrants, number = field(points)
    met_by_floater, floaters = set(), set()
    for lots in MANY:
        made = draw(entrants, lots, round=6)
        assert len(made.floats) == 1
        down = made.floats[0]
        assert (down.from_points, down.to_points) == (5, 4)
        floaters.add(down.player)
        met_by_floater |= {b for a, b in made.pairs if a == down.player}
    assert floaters == {number[n] for n in ("Jan", "Sara", "Bartek")}
    assert met_by_floater == {number[n] for n in ("Karol", "Ela", "Ola")}


@pytest.mark.rule("COM-PAIR-6", "CON-PAIR-1")
def test_ex_con_1_down_to_a_single_lower_player() -> None:
    entrants, number = field({"Jan": 15, "Sara": 15, "Bartek": 15, "Tomek": 10})
    seen = [named(draw(entrants, lots, round=4).pairs, number) for lots in MANY]
    assert names("Jan-Sara Bartek-Tomek") in seen
    assert all(sum("Tomek" in pair for pair in pairs) == 1 for pairs in seen)


@pytest.mark.rule("SWL-PAIR-4", "SWL-PAIR-1")
def test_ex_swl_1_fold_of_an_even_group() -> None:
    entrants = [Entrant(player=20 - n, points=3, rank=20 - n, start=n) for n in range(1, 9)]
    made = draw(entrants, Lots(b""), method="fold", round=2)
    assert {frozenset(20 - p for p in pair) for pair in made.pairs} == {
        frozenset(pair) for pair in ((1, 5), (2, 6), (3, 7), (4, 8))
    }


@pytest.mark.rule("SWL-PAIR-5")
def test_ex_swl_2_fold_of_an_odd_group() -> None:
    entrants = [Entrant(player=n, points=3, rank=n, start=n) for n in range(1, 8)]
    entrants += [Entrant(player=n, points=0, rank=n, start=n) for n in (8, 9, 10)]
    made = draw(entrants, Lots(b""), method="fold", round=2)
    assert set(made.pairs) == {(1, 4), (2, 5), (3, 6), (7, 8), (9, 10)}
    assert made.reasons[7].rule == "SWL-PAIR-5"


@pytest.mark.rule("SWL-PAIR-2")
def test_round_one_by_fold_over_all_start_numbers() -> None:
    entrants = [Entrant(player=n, points=0, rank=1, start=n) for n in range(1, 7)]
    made = draw(entrants, Lots(b""), method="fold", round=1)
    assert set(made.pairs) == {(1, 4), (2, 5), (3, 6)}
    assert made.reasons[1].rule == "SWL-PAIR-2"


@pytest.mark.rule("SWL-PAIR-7")
def test_amb_s4_a_fold_rematch_is_exchanged_with_the_nearest() -> None:
    met = {2: (6,), 6: (2,)}
    entrants = [Entrant(player=n, points=3, rank=n, met=met.get(n, ()), start=n) for n in range(1, 9)]
    made = draw(entrants, Lots(b""), method="fold", round=3)
    assert set(made.pairs) == {(1, 5), (2, 7), (3, 6), (4, 8)}


@pytest.mark.rule("SWL-PAIR-5", "SWL-PAIR-7")
def test_amb_s4_the_floater_takes_the_next_start_number_and_only_then_another_floats() -> None:
    def drawn(met: dict[int, tuple[int, ...]]) -> set[tuple[int, int]]:
        upper = [Entrant(player=n, points=3, rank=n, met=met.get(n, ()), start=n) for n in (1, 2, 3)]
        lower = [Entrant(player=n, points=0, rank=n, met=met.get(n, ()), start=n) for n in (4, 5, 6)]
        return set(draw(upper + lower, Lots(b""), method="fold", round=4).pairs)

    assert drawn({3: (4,), 4: (3,)}) == {(1, 2), (3, 5), (4, 6)}
    everyone = {3: (4, 5, 6), 4: (3,), 5: (3,), 6: (3,)}
    assert drawn(everyone) == {(1, 3), (2, 4), (5, 6)}


@pytest.mark.rule("COM-BYE-3", "COM-BYE-4")
def test_dv_10_bye_choice() -> None:
    entrants, number = field({"A": 20, "B": 20, "C": 9}, byes="C")
    made = draw(entrants, Lots(b""), round=4)
    assert made.bye == number["B"]
    assert named(made.pairs, number) == names("A-C")
    assert made.reasons[number["B"]].rule == "COM-BYE-3"


@pytest.mark.rule("COM-PAIR-6")
def test_dv_4_round_three_is_forced() -> None:
    entrants, number = field({"a": 10, "b": 5, "d": 5, "e": 5, "c": 4, "f": 0}, met="ab cd ef ae bc df")
    for lots in MANY[:20]:
        assert named(draw(entrants, lots, round=3).pairs, number) == names("a-d b-e c-f")


@pytest.mark.rule("COM-PAIR-6", "COM-BYE-4")
def test_the_worked_example_of_the_documentation() -> None:
    """docs/algorithms/draw.md: seven players, the leaders have met, the last had the bye."""
    points = {"Ada": 2, "Bor": 2, "Cyd": 1, "Dag": 1, "Eli": 1, "Fay": 1, "Gus": 0}
    entrants, number = field(points, met="Ada-Bor Ada-Cyd Dag-Gus", byes="Gus")
    seen = set()
    for lots in MANY:
        made = draw(entrants, lots, round=3)
        assert made.bye == number["Fay"]
        assert cost(made, entrants, round=3) == (0, (0, 0), 0, -6, (), (2, 1), 3, 0)
        seen.add(frozenset(named(made.pairs, number)))
    assert seen == {
        frozenset(names("Ada-Dag Bor-Eli Cyd-Gus")),
        frozenset(names("Ada-Eli Bor-Dag Cyd-Gus")),
        frozenset(names("Ada-Dag Bor-Cyd Eli-Gus")),
    }
