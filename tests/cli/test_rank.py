"""`komandor rank` takes points as they were awarded, whatever their scale (CLI contract)."""

from typing import Any

import pytest

from tests.cli.engine import Engine

ROUND = [{"a": "A", "b": "B", "points": [4, -2]}, {"a": "C", "b": "D", "points": [3, 0]}]
SECOND = [{"a": "A", "b": "C", "points": [2, 1]}, {"a": "B", "b": "D", "points": [0, 3]}]


def ranked(engine: Engine, **asked: Any) -> dict[str, Any]:
    answer = engine("rank", {"game": "destiny", **asked})
    assert answer.code == 0, answer.err
    return {row["player"]: row for row in answer.json["standings"]}


def test_any_scale_of_points_negative_ones_too(engine: Engine) -> None:
    rows = ranked(engine, rounds=[ROUND, SECOND])
    assert {name: row["points"] for name, row in rows.items()} == {"A": 6, "B": -2, "C": 4, "D": 3}
    assert rows["A"]["tiebreakers"]["sos"] == "1/2"  # (-2/2 + 4/2) / 2


def test_half_points_and_tenths_are_exact(engine: Engine) -> None:
    """A scale such as 1 – ½ – 0: totals and tie-breakers stay exact, and a tenth is a tenth."""
    first = [{"a": "A", "b": "B", "points": [0.5, 0.5]}, {"a": "C", "b": "D", "points": [1, 0]}]
    second = [{"a": "A", "b": "C", "points": [0.1, 0.2]}, {"a": "B", "b": "D", "points": [1, 0]}]
    rows = ranked(engine, rounds=[first, second], deductions={"B": 0.5})
    assert {n: row["points"] for n, row in rows.items()} == {"A": "3/5", "B": 1, "C": "6/5", "D": 0}
    assert rows["D"]["tiebreakers"]["sos"] == "27/40"  # (1.2/2 + 1.5/2) / 2
    assert rows["A"]["tiebreakers"]["sos"] == "27/40"
    printed = engine("rank", {"game": "destiny", "rounds": [first, second]}, "--lang", "en").out
    assert "0.6000" in printed


@pytest.mark.rule("COM-COND-8")
def test_deductions_stop_at_zero_and_leave_the_opponents_alone(engine: Engine) -> None:
    plain, less = (
        ranked(engine, rounds=[ROUND, SECOND]),
        ranked(engine, rounds=[ROUND, SECOND], deductions={"C": 9, "B": 1}),
    )
    assert (less["C"]["points"], less["B"]["points"]) == (0, -2)
    assert [less[name]["tiebreakers"]["sos"] for name in "AD"] == [
        plain[name]["tiebreakers"]["sos"] for name in "AD"
    ]


@pytest.mark.rule("COM-TB-2")
def test_a_match_lost_without_a_game_is_no_round_played(engine: Engine) -> None:
    no_show = [{"a": "A", "b": "C", "points": [0, 1], "forfeit": "a"}, {"a": "B", "b": "D", "points": [1, 0]}]
    first = [{"a": "A", "b": "B", "points": [1, 0]}, {"a": "C", "b": "D", "points": [1, 0]}]
    assert ranked(engine, rounds=[first, no_show])["B"]["tiebreakers"]["sos"] == "1/2"  # (1/1 + 0/2) / 2


def test_a_bye_cannot_be_lost(engine: Engine) -> None:
    bye = {"game": "destiny", "rounds": [[{"a": "A", "b": None, "points": [1, 0], "forfeit": "a"}]]}
    answer = engine("rank", bye)
    assert answer.code == 2
    assert "rounds[0][0].forfeit" in answer.err
