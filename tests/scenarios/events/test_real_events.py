"""Points, strength of schedule and extended strength of real events come out as published."""

import io
import json
import sys
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from komandor.cli.main import main
from komandor.core.brackets import BracketPlan, BracketState, Result, double, run

SHARED = Path(__file__).resolve().parents[4] / "shared" / "events"
ARMADA = "armada-worlds-2025-day1"
GERMANY = "tome-german-nationals-2017"
EVENTS = sorted(path.stem for path in SHARED.glob("*.json"))


def event(shared: Path, name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((shared / "events" / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def rank(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], document: Any
) -> list[dict[str, Any]]:
    raw = json.dumps(document).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
    assert main(["rank", "--json"]) == 0
    rows: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["standings"]
    return rows


def match(row: dict[str, Any]) -> dict[str, Any]:
    return {"a": row["a"], "b": row["b"], "points": [row["sa"], row["sb"] or 0]}


def armada_match(row: dict[str, Any]) -> dict[str, Any]:
    """Margins as awarded: a bye and the one concession (8–0) carry 140, others their difference up to 400."""
    a, b = row["tp_a"], row["tp_b"] or 0
    margin = 140 if row["b"] is None or 0 in (a, b) else min(400, abs(row["points_a"] - row["points_b"]))
    return {"a": row["a"], "b": row["b"], "points": [a, b], "mov": [margin, 0] if a > b else [0, margin]}


def digits(published: float) -> int:
    """How many decimals were printed: six or fewer were rounded, more is a float in full."""
    shown = repr(published).partition(".")[2]
    return min(len(shown), 9)


def same(exact: str, published: float) -> bool:
    """The exact value, rounded as the published one was."""
    return abs(Fraction(exact) - Fraction(repr(published))) <= Fraction(1, 10 ** digits(published))


def test_the_events_are_there(shared: Path) -> None:
    assert len(EVENTS) >= 25


@pytest.mark.rule("COM-TB-2", "COM-TB-3", "COM-TB-4")
@pytest.mark.parametrize("name", [name for name in EVENTS if name != ARMADA] or ["none"])
def test_points_sos_and_extended_sos_as_published(
    shared: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Every other reading of byes fails on these events."""
    told = event(shared, name)
    rounds = [[match(row) for row in rows] for rows in told["swiss"]]
    ours = {row["player"]: row for row in rank(monkeypatch, capsys, {"game": "destiny", "rounds": rounds})}
    published = told.get("published") or told["recomputed"]
    wrong = [row for row in published if not agrees(ours.get(row["id"]), row)]
    assert not wrong
    assert {row["id"] for row in published} >= set(ours)


def agrees(ours: dict[str, Any] | None, row: dict[str, Any]) -> bool:
    if ours is None:  # registered, never played
        return bool(row["points"] == row["sos"] == row["xsos"] == 0)
    breakers = ours["tiebreakers"]
    return (
        bool(ours["points"] == row["points"])
        and same(breakers["sos"], row["sos"])
        and same(breakers["esos"], row["xsos"])
    )


@pytest.mark.rule("ARM-TB-1", "COM-TB-1")
def test_the_armada_world_championship_with_ranks(
    shared: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = event(shared, ARMADA)
    rounds = [[armada_match(row) for row in rows] for rows in told["swiss"]]
    lots = {"P120": 2, "P095": 1}  # the only two who were level to the end: places 40 and 41
    ours = rank(monkeypatch, capsys, {"game": "armada", "rounds": rounds, "lots": lots})
    assert [row["player"] for row in ours if row["decided_by"] == "lot"] == ["P095"]
    assert not any(row.get("tied") for row in ours)
    by_id = {row["id"]: row for row in told["recomputed"]}
    assert len(ours) == len(by_id) == 147
    for row in ours:
        theirs = by_id[row["player"]]
        assert (row["rank"], row["points"], row["tiebreakers"]["mov"]) == (
            theirs["rank"],
            theirs["tp"],
            theirs["mov"],
        )
        assert same(row["tiebreakers"]["sos"], theirs["sos"])


@pytest.mark.rule("COM-TB-5", "COM-CUT-2")
def test_the_german_cut_with_stored_random_numbers(
    shared: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = event(shared, GERMANY)
    rounds = [[match(row) for row in rows] for rows in told["swiss"]]
    lots = {name: whole(lot) for name, lot in told["random_tiebreak"].items()}
    left = ids(told["dropped"])
    ours = rank(monkeypatch, capsys, {"game": "destiny", "rounds": rounds, "lots": lots, "left": left})
    seeds = [row["player"] for row in ours if "left" not in row][:8]
    assert seeds == list(ids(told["published_cut_seeds"]))
    assert [row["player"] for row in ours] == [row["id"] for row in told["recomputed"]]


@pytest.mark.rule("SWL-DE-3", "SWL-FINAL-2")
def test_the_german_double_elimination_was_played_by_our_poster(shared: Path) -> None:
    """Eight players, fifteen games, the final repeated: each real game is the one that we would pair."""
    told = event(shared, GERMANY)
    seeds = ids(told["published_cut_seeds"])
    real = [row for rows in told["elimination"] for row in rows if row["b"] is not None]
    plan = double(8)
    assert isinstance(plan, BracketPlan)
    results: dict[int, Result] = {}
    for number, row in enumerate(real, 1):
        state = run(plan, range(1, 9), results)
        assert isinstance(state, BracketState)
        game = state.by_number[number]
        a, b = seeds.index(row["a"]) + 1, seeds.index(row["b"]) + 1
        assert set(game.players) == {a, b}
        results[number] = a if row["sa"] > row["sb"] else b
    state = run(plan, range(1, 9), results)
    assert isinstance(state, BracketState)
    assert len(real) == 15
    assert state.complete
    assert state.champion == results[15]


def whole(lot: float) -> int:
    return int(Fraction(repr(lot)) * 10**20)


def ids(listed: Iterable[Any]) -> list[str]:
    return [entry["id"] if isinstance(entry, dict) else entry for entry in listed]
