"""Every best pairing is equally likely: chi-square over all of them, on many shapes.

The lots are fixed, so a test gives the same verdict for ever; a fair engine falls under
the threshold of one in ten million on a shape, a biased one is far beyond it.  More draws of
every shape, each with its p (shown by -s) and a threshold of one in a thousand, with

    KOMANDOR_CAMPAIGN=20000 ./test tests/properties/test_draw_uniform.py -s -k equally_likely
"""

import math
import os
import random
from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest

from komandor.core.lots import Dice, Lots
from komandor.core.pairing import Entrant, counting, random_pairing
from tests.core.pairing.draws import ARMADA, ONE, Judge, draw, drawn, handmade, played
from tests.support.sampling import quick_first


def field(*groups: str, met: str = "") -> list[Entrant]:
    """`field("abc", "d", met="ab")`: score groups from the top, and who met whom."""
    letters = "".join(groups)
    number = {c: i for i, c in enumerate(letters, 1)}
    seen: dict[str, list[int]] = {c: [] for c in letters}
    for a, b in (tuple(pair) for pair in met.split()):
        seen[a].append(number[b])
        seen[b].append(number[a])
    level = {c: len(groups) - g for g, group in enumerate(groups) for c in group}
    return [Entrant(player=number[c], points=level[c], rank=number[c], met=tuple(seen[c])) for c in letters]


SHAPES = {
    "one group of four": field("abcd"),
    "one group of six": field("abcdef"),
    "one group of eight": field("abcdefgh"),
    "six, three met": field("abcdef", met="ab cd ef"),
    "six, a star": field("abcdef", met="ab ac ad"),
    "eight, a cycle met": field("abcdefgh", met="ab bc cd de ef fg gh ha"),
    "eight, crowded": field("abcdefgh", met="ab ac ad ae bc bd bf cd cg dh ef eg fg gh"),
    "odd over odd": field("abc", "def"),
    "odd over odd, links barred": field("abc", "def", met="ad be ab"),
    "a chain of odd groups": field("abc", "de", "fg", "hij"),
    "a chain with bars": field("abc", "de", "fg", "hij", met="ad df ce gh gi de"),
    "single players": field("a", "b", "c", "d", "e", "f"),
    "single players who met": field("a", "b", "c", "d", "e", "f", met="ab cd bc ef"),
    "even group that must split": field("ab", "cdef", met="ab"),
    "four who all met": field("abcd", "efghij", met="ab ac ad bc bd cd"),
    "two floaters, bars below": field("ab", "cdef", "gh", met="ab ac bd cd ef"),
    "leader met the next group": field("a", "bc", "def", met="ab ac"),
    "last group must open": field("abcd", "ef", met="ef"),
    "last group must open, bars": field("abcd", "ef", met="ef ae bf"),
    "long float": field("a", "b", "c", "d", met="ab ac bc"),
    "rematch needed": field("abcd", met="ab ac ad bc bd cd"),
    "rematch needed, groups": field("ab", "cd", "ef", met="ab ac ad ae af bc bd be bf cd ce"),
    "triangles": field("abc", "def", "gh", met="ab bc ca de ef fd"),
    "three floaters": field("abc", "defgh", met="ab bc ca"),
    "three floaters into bars": field("abc", "defgh", met="ab bc ca ad be cf"),
    "ten in two groups": field("abcde", "fghij", met="ab cd fg hi"),
    "played by one point": played(random.Random(5), 10, 4, ONE),
    "played by one point, late": played(random.Random(12), 10, 6, ONE),
    "played by Armada points": played(random.Random(8), 10, 5, ARMADA),
    "hand-made 1": handmade(random.Random(21), 8),
    "hand-made 2": handmade(random.Random(22), 8),
    "hand-made 3": handmade(random.Random(26), 10),
}


*OTHERS, LAST = field("abc", "defg", met="fg eg dg cg bg ag")
MET_ALL = [*OTHERS, replace(LAST, byes=1)]
"""The last has had a bye and met everybody else."""

KEPT_APART = {
    "one group of six, two pairs forbidden": (field("abcdef"), {(1, 2), (3, 4)}, False),
    "odd over odd, a forbidden link": (field("abc", "def", met="ab"), {(3, 4), (2, 5)}, False),
    "a rematch before a forbidden pair": (field("abcd", met="ab cd ac bd"), {(1, 4), (2, 3)}, False),
    "seven, the bye before a rematch": (MET_ALL, {(1, 2)}, False),
    "seven, a second bye before a rematch": (MET_ALL, {(1, 2)}, True),
}
"""Shapes with pairs that the organiser forbids, and whether a second bye comes before a rematch."""

CAMPAIGN = int(os.environ.get("KOMANDOR_CAMPAIGN", "0"))
MOST_SURPRISE = 3.09 if CAMPAIGN else 5.2  # standard deviations: one in a thousand, one in ten million


def surprise(counts: Counter, kinds: int, draws: int) -> float:
    """Chi-square as a number of standard deviations (Wilson and Hilferty)."""
    free = kinds - 1
    expected = draws / kinds
    chi = sum((n - expected) ** 2 for n in counts.values()) / expected
    chi += expected * (kinds - len(counts))
    spread = 2 / (9 * free)
    return float((chi / free) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)


def measure(
    entrants: list[Entrant],
    name: str,
    per_kind: int = 30,
    forbidden: Collection[tuple[int, int]] = (),
    early: bool = False,
) -> float:
    """How surprising the counts of many draws are, if all best pairings were equally likely."""
    terms: dict[str, Any] = {"forbidden": forbidden, "second_bye_first": early}
    bye = draw(entrants, Lots(b""), round=2, **terms).bye
    best = {pairs for pairs, who in Judge(entrants, 2, **terms).best()[1] if who == bye}
    draws = CAMPAIGN or max(400, min(6000, per_kind * len(best)))
    counts: Counter = Counter()
    for i in range(draws):
        made = draw(entrants, Lots(f"{name}/{i}".encode()), round=2, **terms)
        pairs, _ = drawn(made)
        assert pairs in best
        counts[pairs] += 1
    if len(best) == 1:
        return 0.0
    found = surprise(counts, len(best), draws)
    print(f"{name}: {len(best)} pairings, {draws} draws, p = {math.erfc(found / math.sqrt(2)) / 2:.4f}")
    return found


@pytest.mark.rule("COM-PAIR-5", "COM-PAIR-6", "ARM-PAIR-1", "IA-PAIR-1", "DES-PAIR-1", "CON-PAIR-1")
@pytest.mark.parametrize("name", quick_first(tuple(SHAPES), 16))
def test_every_best_pairing_is_equally_likely(name: str) -> None:
    assert measure(SHAPES[name], name) < MOST_SURPRISE


@pytest.mark.parametrize("name", KEPT_APART)
def test_with_forbidden_pairs_every_best_pairing_is_equally_likely(name: str) -> None:
    entrants, forbidden, early = KEPT_APART[name]
    assert measure(entrants, name, forbidden=forbidden, early=early) < MOST_SURPRISE


def test_a_biased_engine_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Floaters mended by hand instead of redrawn, a classic shortcut, must fail the same measure."""

    def only_these_two(self: random_pairing.SectionDraw, bad: list[int]) -> set[int]:
        return {i + 1 for i in bad}

    monkeypatch.setattr(random_pairing.SectionDraw, "_touched", only_these_two)
    assert measure(SHAPES["a chain with bars"], "biased", 60) > 5.2


def test_a_bias_inside_a_group_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An urn that takes the first partner half of the time is caught."""
    honest = Dice.below
    monkeypatch.setattr(Dice, "below", lambda dice, n: 0 if honest(dice, 2) else honest(dice, n))
    assert measure(SHAPES["eight, crowded"], "biased", 60) > 5.2


@pytest.mark.rule("COM-BYE-2", "COM-PAIR-4")
def test_round_one_is_uniform_with_the_bye() -> None:
    entrants = [Entrant(player=p, points=0, rank=p) for p in range(1, 6)]
    counts = Counter(drawn(draw(entrants, Lots(bytes([i % 256, i // 256])), round=1)) for i in range(3000))
    assert surprise(counts, 15, 3000) < 5.2


@pytest.mark.rule("SWL-PAIR-3")
@pytest.mark.parametrize("clubs", ["aabbcc", "aaaabc", "aaab", "aabb--", "aaaaab-b"])
def test_round_one_apart_is_uniform(clubs: str) -> None:
    entrants = [
        Entrant(player=p, points=0, rank=p, met=(), byes=0, apart=(c,) if c != "-" else ())
        for p, c in enumerate(clubs, 1)
    ]
    best = Judge(entrants, 1, apart=True).best()[1]
    draws = 60 * len(best)
    counts: Counter = Counter()
    for i in range(draws):
        made = drawn(draw(entrants, Lots(f"{clubs}{i}".encode()), round=1, apart_round1=True))
        assert made in best
        counts[made] += 1
    assert len(best) == 1 or surprise(counts, len(best), draws) < 5.2


@pytest.mark.slow
@pytest.mark.parametrize("name", ["eight, crowded", "a chain with bars", "three floaters into bars"])
def test_switching_is_uniform_where_counting_would_be_too_long(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fallback for very crowded large parts, forced here on small ones."""
    monkeypatch.setattr(counting, "MOST_SETS", 0)
    monkeypatch.setattr(random_pairing, "FAIRLY_SMALL", 0)
    monkeypatch.setattr(random_pairing.Arranger, "_by_lots", lambda arranger, section: None)
    assert measure(SHAPES[name], "switch", 12) < 5.2


@pytest.mark.parametrize("name", ["eight, crowded", "six, a star"])
def test_large_crowded_groups_are_uniform_too(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_pairing, "LARGE", 0)
    monkeypatch.setattr(random_pairing.Arranger, "_by_lots", lambda arranger, section: None)
    assert measure(SHAPES[name], "large", 12) < 5.2
