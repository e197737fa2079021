"""Whoever comes late to an event with lists hands one in at the desk before the next draw (COM-LIST-2)."""

from pathlib import Path

import pytest

from komandor.cli.exits import REFUSED
from tests.cli.terminal import Run
from tests.lists.made import LEGAL


@pytest.mark.rule("COM-LIST-2", "COM-LIST-5")
def test_the_desk_takes_the_first_list_of_a_newcomer_with_a_reason(run: Run, tmp_path: Path) -> None:
    army = tmp_path / "army.txt"
    army.write_text(LEGAL["imperial-assault"], encoding="utf-8")
    wanted = ("--setting", "lists.required=true", "--setting", "registration.late_entry=true")
    about = ("--game", "imperial-assault", "--name", "Cup", "--date", "2026-11-14", "--stage", "swiss 2")
    run.event("new", *about, *wanted)
    run.event("register", *(f"Anna P{n}" for n in range(4)))
    run.event("announce")
    run.event("draw", "--despite-lists", "1,2,3,4", "--reason", "the printer broke")
    run.event("publish")
    run.event("late", "Jan Nowak", "--choice", "losses")
    for table in ("1", "2"):
        run.event("result", table, "a")
    run.event("close")
    code, _, error = run("event", "draw")
    assert (code, error.startswith("COM-LIST-2")) == (REFUSED, True)
    code, _, error = run("event", "hand-in", "5", str(army))
    assert (code, error.startswith("COM-LIST-5")) == (REFUSED, True)
    run.event("hand-in", "5", str(army), "--reason", "came late")
    run.event("draw")
