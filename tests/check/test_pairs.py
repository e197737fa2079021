"""The pairs that the engine draws follow from the key and the state before the round, without the engine."""

import ast
import sys
from pathlib import Path
from random import Random
from typing import Literal

import pytest

from komandor.check import fold_pairs, pairing_plan, pairs
from komandor.check.pairing_plan import Beyond, Entrant, Terms
from komandor.core import pairing as engine
from komandor.core.lots import Lots
from komandor.core.pairing.counting import SEATS_IN_ORDER, SETS_IN_ORDER
from komandor.core.pairing.random_pairing import FAIRLY_SMALL, LARGE, PATIENCE
from tests.support.histories import Round, for_the_checker, history, outcome

FILES = [Path(str(module.__file__)) for module in (pairs, pairing_plan, fold_pairs)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_uses_nothing_but_the_standard_library_and_itself(file: Path) -> None:
    own = {f"komandor.check.{one.stem}" for one in FILES}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert all(name in own or name.split(".")[0] in sys.stdlib_module_names for name in names)


@pytest.mark.parametrize(
    ("players", "rounds", "scale", "method"),
    [
        (7, 8, "points", "random"),
        (8, 9, "armada", "random"),
        (13, 13, "conquest", "random"),
        (16, 10, "armada", "random"),
        (24, 9, "points", "random"),
        (90, 6, "armada", "random"),
        (200, 5, "points", "random"),
        (8, 8, "swl", "fold"),
        (15, 13, "swl", "fold"),
        (41, 9, "swl", "fold"),
    ],
)
def test_the_pairs_are_the_engines(
    players: int, rounds: int, scale: str, method: Literal["random", "fold"]
) -> None:
    seen = 0
    for made in history(Random(f"{players} {scale}"), players, rounds, scale, method):
        assert pairs.recompute(*for_the_checker(made)) == outcome(made.drawn), made.terms.round
        seen += 1
    assert seen == rounds


@pytest.mark.parametrize("fold", [False, True])
def test_the_last_player_left_has_the_bye_and_nobody_is_paired(fold: bool) -> None:
    alone = [Entrant(3, 2, 0, 2, met=(4, 4))]
    assert pairs.recompute(bytes(32), alone, Terms(round=3, fold=fold)) == (set(), 3)


def test_another_key_gives_other_pairs() -> None:
    """So the comparison above can fail."""
    made = next(iter(history(Random(1), 20, 1, "points")))
    _, entrants, terms = for_the_checker(made)
    assert pairs.recompute(bytes(32), entrants, terms) != outcome(made.drawn)


def test_what_is_too_large_to_count_is_said_to_be_beyond() -> None:
    """Thirty-two players of whom each has met all but two: they form one block."""
    n = 32
    met = {p: tuple(q for q in range(1, n + 1) if (q - p) % n not in (0, 1, n - 1)) for p in range(1, n + 1)}
    field = [Entrant(p, 0, 0, p, met[p]) for p in met]
    field += [Entrant(n + 1, 0, 0, n + 1), Entrant(n + 2, 0, 0, n + 2)]
    with pytest.raises(Beyond) as beyond:
        pairs.recompute(bytes(32), field, Terms(round=2))
    assert beyond.value.many >= n


def test_a_large_field_that_takes_too_long_is_named_by_its_size() -> None:
    """Not by those who were left when counting stopped."""
    n = 60
    met = {p: tuple(q for q in range(1, n + 1) if q != p and (p + q) % 7) for p in range(1, n + 1)}
    with pytest.raises(Beyond) as beyond:
        pairs.recompute(bytes(32), [Entrant(p, 0, 0, p, met[p]) for p in met], Terms(round=2))
    assert beyond.value.many == n


def test_twenty_six_seats_are_counted_in_order() -> None:
    """Each has met all but four."""
    n, key = 26, bytes(32)
    met = {
        p: [q for q in range(1, n + 1) if (q - p) % n not in (0, 1, 2, n - 2, n - 1)] for p in range(1, n + 1)
    }
    entrants = [engine.Entrant(player=p, points=0, rank=p, met=tuple(met[p])) for p in met]
    made = engine.draw(entrants, Lots(key), engine.Terms())
    found = for_the_checker(Round(key, tuple(entrants), engine.Terms(), made))
    assert pairs.recompute(*found) == outcome(made)
    assert made.pairs[:4] == ((1, 3), (2, 26), (4, 6), (5, 7))


def test_both_sides_keep_to_the_same_limits() -> None:
    assert (pairs.SMALL, pairs.LARGE, pairs.PATIENCE) == (FAIRLY_SMALL, LARGE, PATIENCE)
    assert (SEATS_IN_ORDER, SETS_IN_ORDER) == (pairing_plan.MOST, pairing_plan.MOST_SETS)
