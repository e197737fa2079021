"""Nobody is a seed without a game: what a late entry gets, from the terminal (AMB-G44)."""

import pytest

from komandor.cli.exits import OK
from tests.cli.terminal import Run

NEW = ("new", "--game", "conquest", "--name", "Cup", "--date", "2026-11-15", "--stage", "swiss 3")


@pytest.mark.rule("COM-DROP-4", "COM-CUT-2")
def test_after_the_last_round_a_latecomer_gets_no_byes_and_no_seed(run: Run) -> None:
    run.event(*NEW, "--stage", "single 2", "--setting", "registration.late_entry=true")
    run.event("register", *(f"P{n} X" for n in range(6)))
    run.event("announce")
    for _ in range(3):
        for step in ("draw", "publish"):
            run.event(step)
        for row in run.event("pairings")["pairings"]:
            run.event("result", str(row["table"]), "a mod")
        run.event("close")
    code, said, error = run("event", "late", "Late S", "--choice", "awarded_bye")
    assert code != OK, "seed 1 without a game"
    assert "AMB-G44" in f"{said}{error}"
    run.event("cut")
    assert "Late" not in str(run.event("show"))
