"""Real lists of every builder resolve, and only lists that break a rule are called illegal."""

import pytest

from bench.lists import figures, shared

FOLDER = shared()
pytestmark = pytest.mark.skipif(FOLDER is None, reason="the samples are not part of the project")
LEAST = {
    ("armada", "kingston-sample-200.json"): 99,
    ("armada", "single files"): 97,
    ("imperial-assault", "iacp-decks-7.json"): 98,
    ("imperial-assault", "single files"): 100,
    ("destiny", "arhdb-decks-sample-100.json"): 100,
    ("destiny", "single files"): 100,
    ("star-wars-lcg", "single files"): 100,
    ("conquest", "single files"): 100,
}


@pytest.fixture(scope="module")
def rows():
    assert FOLDER is not None
    return {(row["game"], row["set"]): row for row in figures(FOLDER)}


@pytest.mark.parametrize("sample", LEAST)
def test_cards_resolve(rows, sample) -> None:
    assert rows[sample]["resolved"] >= LEAST[sample]
    assert rows[sample]["lists"] > 0


def test_every_illegal_list_has_a_rule(rows) -> None:
    illegal = [one for row in rows.values() for one in row["illegal"]]
    assert all(rule for one in illegal for rule, *_ in one["why"])
    assert all(one["why"] for one in illegal)


def test_lists_that_are_known_to_be_illegal_are_called_so(rows) -> None:
    found = {
        (row["game"], one["list"]): {rule for rule, *_ in one["why"]}
        for row in rows.values()
        for one in row["illegal"]
    }
    assert "COM-GEN-2" in found["conquest", "conquestdb-5-illegal-copies.txt"]
    assert found["star-wars-lcg", "octgn-1.o8d"] == {"SWL-DECK-2"}
    assert found["conquest", "octgn-1.o8d"] == {"CON-LIST-1"}
    assert found["armada", "kingston-3-incomplete.txt"] == {"ARM-LIST-5", "ARM-LIST-6"}
