"""`komandor verify --redraw` draws with the engine what cannot be recomputed without it, and says so."""

from pathlib import Path
from typing import NoReturn

import pytest

from komandor.check import redraw
from komandor.check.pairing_plan import Beyond
from tests.cli.terminal import Run

FILE = Path(__file__).parents[1] / "golden" / "0.2.0-destiny.komandor"


def _too_many(*_: object) -> NoReturn:
    raise Beyond(31)


def test_rounds_beyond_the_verifier_are_drawn_by_the_engine(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A field of which more than 30 players form one block is rare, so the verifier is made to give up."""
    monkeypatch.setattr(redraw, "recompute", _too_many)
    code, plain, _ = run("verify", str(FILE), data=False)
    open_ = [line for line in plain["lines"] if line["code"] == "draw.pairs_open"]
    assert code == 0
    assert open_
    assert "Pairings recomputed: 0 of " in plain["claim"]
    _, drawn, _ = run("verify", str(FILE), "--redraw", data=False)
    more = drawn["lines"][len(plain["lines"]) :]
    assert {(line["code"], line["ok"]) for line in more} == {("draw.engine", True)}
    assert len(more) >= len(open_)
    assert drawn["claim"] == plain["claim"]
