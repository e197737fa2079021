"""What the engine draws, the verifier accepts: through the one door, exported and checked."""

from typing import Literal

import pytest

from komandor.check.verify import Report, verify
from komandor.core.tournament import commands as c
from komandor.log.bundle import export
from tests.support.event import Event


def report(event: Event) -> Report:
    found = verify(export(event.store, event.id, with_people=False))
    assert found.ok, [line for line in found.lines if line.ok is False]
    return found


@pytest.fixture
def event() -> Event:
    return Event("armada").register(9, checked_in=True).announce()


@pytest.mark.parametrize(
    ("source", "public", "level"), [("none", "", "C"), ("dice", "3 5 1 6", "B"), ("beacon", "9f" * 32, "C")]
)
def test_a_round_drawn_by_the_engine_verifies(
    event: Event, source: Literal["none", "dice", "beacon"], public: str, level: str
) -> None:
    event.do(c.FreezeRound(source, "drand 77" if source == "beacon" else "")).do(c.DrawRound(public))
    found = report(event)
    assert found.level == level
    proved = {line.code for line in found.lines if line.ok}
    assert {"draw.lots", "draw.tiebreak", "freeze.field", "draw.field", "draw.pairs"} <= proved
    assert found.claim.endswith("Pairings recomputed: 1 of 1 Swiss rounds.")
    assert ("note.beacon" in {line.code for line in found.lines}) == (source == "beacon")


def test_a_freeze_and_draw_in_one_step_verify(event: Event) -> None:
    assert report(event.draw()).level == "C"


def test_a_round_drawn_again_verifies_with_the_same_key(event: Event) -> None:
    event.do(c.FreezeRound("dice")).do(c.DrawRound("1 2 2 6")).do(c.DrawRound())
    assert "draw.same" in {line.code for line in report(event).lines}
