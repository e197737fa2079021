"""Every pair gets a table of its own; fixed tables are numbers, and clashes are decided."""

import pytest

from komandor.core.pairing import parse_ranges, tables
from komandor.core.reasons import Refusal

PAIRS = ((1, 2), (3, 4), (5, 6), (7, 8))


@pytest.mark.rule("COM-MAT-2")
def test_the_top_pair_sits_at_the_first_table() -> None:
    assert tables(PAIRS) == (1, 2, 3, 4)


@pytest.mark.rule("COM-MAT-2")
def test_ranges_with_holes() -> None:
    assert parse_ranges("20-40, 1-2,15") == ((1, 2), (15, 15), (20, 40))
    assert tables(PAIRS, ranges=((1, 2), (15, 15), (20, 40))) == (1, 2, 15, 20)


@pytest.mark.parametrize(
    "text", ["a", "3-", "-3", "0", "5-2", "1-5,5", "1--2", "2-2000000", "٣-x", "9" * 5000]
)
def test_a_bad_range_is_refused(text: str) -> None:
    refused = parse_ranges(text)
    assert isinstance(refused, Refusal)
    assert {one.rule for one in refused.reasons} == {"COM-MAT-2"}


def test_no_range_means_from_one_on() -> None:
    assert parse_ranges(" ") == ()


@pytest.mark.rule("COM-MAT-2")
def test_a_fixed_table_is_a_number_not_a_place_in_the_list() -> None:
    assert tables(PAIRS, {7: 99}) == (1, 2, 3, 99)
    assert tables(PAIRS, {7: 1}) == (2, 3, 4, 1)


@pytest.mark.rule("COM-MAT-2")
def test_two_fixed_players_in_one_pair() -> None:
    made = tables(PAIRS, {3: 4, 4: 9})
    assert made == (1, 4, 2, 3)


@pytest.mark.rule("COM-MAT-2")
def test_a_pair_whose_first_fixed_table_is_taken_gets_its_second() -> None:
    assert tables(PAIRS, {1: 4, 3: 4, 4: 9}) == (4, 9, 1, 2)
    assert tables(PAIRS, {1: 4, 3: 4, 4: 4}) == (4, 1, 2, 3)


@pytest.mark.rule("COM-MAT-2")
def test_two_pairs_want_one_table() -> None:
    made = tables(PAIRS, {5: 3, 2: 3})
    assert made == (3, 1, 2, 4)


def test_where_there_are_too_few_tables_nobody_is_left_standing() -> None:
    made = tables(PAIRS, ranges=((1, 3),))
    assert made == (1, 2, 3, 4)


def test_fifty_clashes_are_no_reason_to_give_up() -> None:
    pairs = tuple((2 * i + 1, 2 * i + 2) for i in range(100))
    made = tables(pairs, dict.fromkeys(range(1, 201), 3))
    assert sorted(made) == list(range(1, 101))
    assert made[0] == 3
