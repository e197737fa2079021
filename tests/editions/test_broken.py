"""A broken or hostile edition is answered with every problem and its line, and never with a crash."""

import random
import time

import pytest

from komandor.core.editions import Edition, read_edition
from komandor.core.editions.toml_lines import MOST_BYTES
from komandor.core.reasons import Refusal
from komandor.texts import LANGUAGES, sentence
from tests.editions.test_examples import FILES

HEAD = 'edition = "armada@x"\nbase = "armada@2017"\nname = { en = "X" }\n'


def problems(text: str) -> list[tuple[str, object]]:
    """Code and line of every problem."""
    found = read_edition(text)
    assert isinstance(found, Refusal), found
    for reason in found.reasons:
        for lang in LANGUAGES:
            assert sentence(reason, lang) != reason.code
    return [(reason.code.removeprefix("edition."), reason.params.get("line")) for reason in found.reasons]


CASES = {
    "unknown key": ("colour = 1", [("unknown_key", 4)]),
    "unknown key in a table": ("[clocks]\nswiss = 60\nlunch = 30", [("unknown_key", 6)]),
    "key of another game": ("swiss_best_of = 3", [("unknown_key", 4)]),
    "wrong type": ('[clocks]\nswiss = "60"', [("wrong_type", 5)]),
    "true is not a number": ("[clocks]\nswiss = true", [("wrong_type", 5)]),
    "out of range": ("[clocks]\nswiss = 0\nfinal = 999999", [("range", 5), ("range", 6)]),
    "very long number": ("[clocks]\nswiss = " + "9" * 5000, [("not_toml", 5)]),
    "unknown tie-breaker": ('tiebreakers = [\n  "mov",\n  "luck",\n]', [("choice", 6)]),
    "tie-breaker twice": ('tiebreakers = ["mov", "mov"]', [("item_twice", 4)]),
    "no tie-breaker": ("tiebreakers = []", [("wrong_type", 4)]),
    "key twice": ("cuts = [2]\ncuts = [4]", [("twice", 5)]),
    "table twice": ("[bye]\npoints = 8\n[bye]\nmov = 1", [("twice", 6)]),
    "not TOML, twice": (
        "= 1\n[clocks]\nswiss 60\nfinal = 0",
        [("not_toml", 4), ("not_toml", 6), ("range", 7)],
    ),
    "control character": ('sources = ["\x07"]', [("control_character", 4)]),
    "text turned round": ('sources = ["a\u202eb"]', [("control_character", 4)]),
    "control character by its number": ('sources = ["a\\u0007b"]', [("text", 4)]),
    "too deep": ("x = [[[[[[[[1]]]]]]]]", [("too_deep", 4)]),
    "table too deep": ("[a.b.c.d.e.f.g.h]", [("too_deep", 4)]),
    "gap in a structure": (
        "[structures]\nbasic = [\n  { from = 4, to = 8, rounds = 3 },\n  { from = 10, rounds = 4 },\n]",
        [("rows", 6)],
    ),
    "row with problems": (
        "[structures]\nbasic = [\n  { from = 4, to = 8, rounds = 99 },\n  { from = 9, x = 1 },\n]",
        [("range", 6), ("unknown_key", 7), ("missing", 7)],
    ),
    "cut that is not named": (
        "cuts = [2]\n[structures]\nbasic = [{ from = 4, rounds = 3, cut = 8 }]",
        [("cut", 6)],
    ),
    "margins that fall": ("margins = [{ from = 0, winner = 5, loser = 6 }]", [("margins", 4)]),
    "setting that does not exist": ('[settings]\n"armada.luck" = 1', [("unknown_key", 5)]),
    "setting out of range": ("[settings]\narmada.missed_round_tp = 77", [("range", 5)]),
    "policy": ('[policies]\nunplayed = "win"', [("choice", 5)]),
    "faction": ('factions = ["Rebel Alliance"]', [("text", 4)]),
    "float and date": ("cuts = [2.5]\ndate = 2020-01-01", [("wrong_type", 4), ("wrong_type", 5)]),
}


@pytest.mark.parametrize("name", CASES)
def test_each_problem_is_named_with_its_line(name: str):
    text, expected = CASES[name]
    assert problems(HEAD + text) == expected


def test_heading():
    assert problems("") == [("base", 1)]
    assert problems('base = "armada@1999"') == [("base", 1)]
    assert problems('base = "armada@2017"') == [("missing", 1), ("missing", 1)]
    for wrong in ("armada@2017", "destiny@x", "armada@", "armada@../x", "armada@X Y"):
        assert ("id", 1) in problems(HEAD.replace("armada@x", wrong)), wrong


def test_a_win_is_worth_more_than_a_loss():
    text = 'edition = "destiny@x"\nbase = "destiny@2017"\nname = { en = "X" }\n[points]\nwin = 1\nloss = 1'
    assert problems(text) == [("points", 4)]


def test_too_large_is_not_read_at_all():
    assert problems(HEAD + "#" * MOST_BYTES) == [("too_large", None)]


def test_no_mutation_of_an_example_crashes_or_takes_long():
    """A short run over all examples; the same mutations every time."""
    rnd = random.Random(12)
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    pieces = [
        "[",
        "]",
        "{",
        "}",
        "=",
        '"',
        "'",
        "\n",
        "\x00",
        "9" * 40,
        "true",
        "[[",
        '"""',
        "\\u0000",
        "é",
        "\ud800",
    ]
    broken, longest = 0, 0.0
    for _ in range(250):
        text = rnd.choice(texts)
        for _ in range(rnd.randint(1, 4)):
            at = rnd.randrange(len(text))
            text = (
                text[:at]
                + rnd.choice([*pieces, rnd.choice(texts)[at : at + 30]])
                + text[at + rnd.randrange(9) :]
            )
        started = time.perf_counter()
        found = read_edition(text)
        longest = max(longest, time.perf_counter() - started)
        assert isinstance(found, Edition) or found.reasons
        broken += isinstance(found, Refusal)
    assert broken > 120
    assert longest < 1
