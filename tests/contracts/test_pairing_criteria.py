"""Every criterion of a pairing is explained, and a draw that does not follow one is found."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from komandor.core.lots import Lots
from komandor.core.pairing import costs, criteria
from komandor.core.pairing.criteria import CRITERIA, SECOND_BYE_FIRST, Criterion, Pairing
from tests.core.pairing.draws import ONE, draw, played

REFERENCE = Path(__file__).parents[2] / "docs" / "algorithms" / "draw.md"


def test_the_reference_has_a_line_for_every_criterion() -> None:
    table = REFERENCE.read_text(encoding="utf-8").partition("## What is best")[2].partition("\nWith ")[0]
    lines = [line for line in table.splitlines() if line[:3].strip("| ").isdigit()]
    keys = [one.key for one in CRITERIA]
    assert len(lines) == len(keys), (
        f"docs/algorithms/draw.md, What is best: one line for each criterion, in this order: {keys}"
    )


def test_both_orders_have_the_same_criteria() -> None:
    assert set(CRITERIA) == set(SECOND_BYE_FIRST), (
        "src/komandor/core/pairing/criteria.py: a criterion stands in CRITERIA and in SECOND_BYE_FIRST"
    )


def far_apart(p: Pairing) -> int:
    """Made up: low numbers should meet high ones."""
    return -sum(abs(a - b) for a, b in p.pairs)


def every_pairing(players: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not players:
        yield []
    for other in players[1:]:
        rest = [n for n in players[1:] if n != other]
        yield from ([(players[0], other), *more] for more in every_pairing(rest))


def test_a_made_up_criterion_fails_draws_until_the_engine_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    def missed() -> int:
        found = 0
        for seed in range(8):
            entrants = played(random.Random(seed), 6, 2, ONE)
            made = draw(entrants, Lots(bytes([seed])), round=3)
            here = [e.player for e in entrants if e.player != made.bye]
            best = min(costs(pairs, made.bye, entrants) for pairs in every_pairing(here))
            found += costs(made.pairs, made.bye, entrants) != best
        return found

    assert missed() == 0, "src/komandor/core/pairing/sections.py and best_pairings.py follow criteria.py"
    monkeypatch.setattr(criteria, "CRITERIA", (*CRITERIA, Criterion("far_apart", "COM-PAIR-1", far_apart)))
    assert missed(), "the definition judges by every criterion of CRITERIA"
