"""A line of quick entry without a side is read where only one side makes a result; otherwise it asks."""

import pytest

from komandor.core.games import find_rules
from komandor.core.games.game import Situation
from komandor.core.games.shorthand import understood, with_a_side
from komandor.core.reasons import Refusal

LINES = (
    ("armada", "400-0 d", ("400-0 d b",)),
    ("armada", "20-400 d", ("20-400 d a",)),
    ("armada", "400-400 d", ("400-400 d a", "400-400 d b")),
    ("armada", "177-49 d", ()),  # nobody has the points of a whole fleet
    ("armada", "conc", ("conc a", "conc b")),
    ("armada", "conc 300-20", ("conc a 300-20", "conc b 300-20")),
    ("armada", "120-120", ("120-120 f a", "120-120 f b")),
    ("armada", "120-120 f", ("120-120 f a", "120-120 f b")),
    ("armada", "177-49", ()),
    ("armada", "who won?", ()),
    ("conquest", "mod", ("a mod", "b mod")),
    ("destiny", "conc", ("conc a", "conc b")),
    ("star-wars-lcg", "w", ()),
)


@pytest.mark.parametrize(("game", "text", "lines"), LINES)
def test_the_lines_that_an_unfinished_one_can_mean(game: str, text: str, lines: tuple[str, ...]) -> None:
    rules, where = find_rules(game), Situation("swiss")
    assert rules
    assert with_a_side(rules, text, where) == lines


def test_one_possible_side_is_taken_and_two_are_asked_for() -> None:
    rules, where = find_rules("armada"), Situation("swiss")
    assert rules
    assert understood(rules, "400-0 d", where) == rules.shorthand("400-0 d b", where)
    asked = understood(rules, "400-400 d", where)
    assert isinstance(asked, Refusal)
    assert asked.reasons[0].code == "report.which_side"
    nonsense = understood(rules, "177-49 d", where)
    assert isinstance(nonsense, Refusal)
    assert nonsense.reasons[0].code == "report.shorthand"


@pytest.mark.parametrize("game", ["imperial-assault", "destiny"])
@pytest.mark.parametrize(
    ("text", "winners"),
    [
        ("aa", "aa"),
        ("2-0", "aa"),
        ("aba", "aba"),
        ("2-1", "aba"),
        ("1:2", "bab"),
        ("BAB", "bab"),
        ("0:2", "bb"),
    ],
)
def test_best_of_three_is_written_together_or_as_a_score(game: str, text: str, winners: str) -> None:
    rules, where = find_rules(game), Situation("knockout", "advanced")
    assert rules
    read = rules.shorthand(text, where)
    assert read == {"games": [{"end": "win", "winner": side} for side in winners]}
    assert not isinstance(rules.score(read, where), Refusal)
    assert isinstance(rules.shorthand("abab", where), Refusal)
