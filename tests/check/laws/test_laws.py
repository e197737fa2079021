"""Every law can fail: for each a fault is planted in an honest log, and the checker names the law."""

from collections.abc import Callable

import pytest

from komandor.check.check_file import check_bytes
from komandor.check.laws import LAWS
from komandor.check.laws.law import COMMON_SENSE, Law
from komandor.rulebook import ambiguity, rule
from tests.check.laws import planting
from tests.check.laws.all_plants import PLANTS, Planted

HONEST: dict[str, Callable[[], planting.Log]] = {
    **{
        f"{game} running": lambda game=game: planting.running(game)
        for game in ("destiny", "armada", "conquest")
    },
    "played": planting.played,
    "closed": lambda: planting.played(closed=True),
    **{step: lambda step=step: planting.cup(step) for step in ("cut", "semifinals", "final", "end")},
}


@pytest.mark.parametrize("name", HONEST)
def test_before_anything_is_planted_the_log_is_in_order(name: str) -> None:
    assert check_bytes(HONEST[name]().write()).violations == ()


@pytest.mark.parametrize("one", PLANTS, ids=lambda one: f"{one.law}-{one.make.__name__}")
def test_a_planted_fault_is_named_by_its_law(one: Planted) -> None:
    found = {v.code for v in check_bytes(one.make().write()).violations}
    assert f"law.{one.law}" in found


def test_an_undo_of_part_of_a_command_is_named() -> None:
    log = planting.running()
    planting.write(log, planting.left(5), planting.sanction(5, "warning"))
    planting.write(log, planting.voided(len(log.rows)))
    assert "void.part" in {v.code for v in check_bytes(log.write()).violations}


def test_what_an_undo_leaves_without_the_rulings_that_made_it_is_named() -> None:
    """A match of two games was lost by two penalties, each in a command of its own; the first is undone."""
    log = planting.running("star-wars-lcg")
    a, b = (planting.last(log, "round_drawn")["matches"][0][side] for side in ("a", "b"))
    first, second = (planting.sanction(a, "game_loss", match=1, sanction=number) for number in (1, 2))
    scores = [
        {"player": a, "outcome": "conceded", "points": 0, "mov": 0},
        {"player": b, "outcome": "win", "points": 6, "mov": 0},
    ]
    planting.write(log, first)
    undone = len(log.rows)
    planting.write(log, second, {**planting.ruling(log), "scores": scores, "winner": b})
    assert check_bytes(log.write()).violations == ()
    planting.write(log, planting.voided(undone))
    assert any("2 decide it" in v.text for v in check_bytes(log.write()).violations)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.key)
def test_every_law_has_a_planted_fault_a_sentence_and_a_source(law: Law) -> None:
    planted = any(one.law == law.key and one.sentence for one in PLANTS)
    assert planted, f'plant a fault in tests/check/laws/plants_of_….py: @plant("{law.key}"), with a docstring'
    assert law.sentence.endswith("."), f"{law.key} in check/laws: its sentence ends with a full stop"
    unknown = [x for x in law.sources if not (x == COMMON_SENSE or rule(x) or ambiguity(x))]
    assert not unknown, f"{law.key} in check/laws: {unknown} are no rules or readings of the register"


def test_keys_are_given_once() -> None:
    keys = [law.key for law in LAWS]
    assert len(set(keys)) == len(keys)
