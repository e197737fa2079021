"""Numbers take the right form of their word."""

import pytest

from komandor.core.reasons import why
from komandor.texts import plural, sentence

ROUNDS = ("runda", "rundy", "rund")


@pytest.mark.parametrize(
    ("number", "form"),
    [(0, "rund"), (1, "runda"), (2, "rundy"), (4, "rundy"), (5, "rund"), (11, "rund"), (12, "rund"),
     (14, "rund"), (21, "rund"), (22, "rundy"), (25, "rund"), (101, "rund"), (102, "rundy"),
     (112, "rund"), (-1, "runda")],
)  # fmt: skip
def test_polish_has_three_forms(number: int, form: str) -> None:
    assert plural(number, ROUNDS, "pl") == f"{number} {form}"


@pytest.mark.parametrize(("number", "form"), [(0, "rounds"), (1, "round"), (2, "rounds"), (21, "rounds")])
def test_english_has_two(number: int, form: str) -> None:
    assert plural(number, ("round", "rounds"), "en") == f"{number} {form}"


@pytest.mark.parametrize(
    ("rounds", "said"),
    [(1, "Została jeszcze 1 runda."), (3, "Zostały jeszcze 3 rundy."), (5, "Zostało jeszcze 5 rund.")],
)
def test_verb_and_noun_agree(rounds: int, said: str) -> None:
    assert sentence(why("close.rounds_left", "COM-PREP-3", rounds=rounds), "pl") == said
