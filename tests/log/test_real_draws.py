"""What the engine draws, the verifier accepts: through the one door, exported and checked."""

from typing import Literal

import pytest

from komandor.app.access import HOST
from komandor.app.handle import Accepted, create, handle
from komandor.app.ledger import Ledger
from komandor.check.verify import Report, verify
from komandor.core.tournament import commands as c
from komandor.log.bundle import export
from komandor.store.memory import MemoryStore

T = "k-2026"


def report(ledger: Ledger) -> Report:
    found = verify(export(ledger.store, T, with_people=False))
    assert found.ok, [line for line in found.lines if line.ok is False]
    return found


def do(ledger: Ledger, *commands: c.Command) -> Accepted:
    answer = handle(ledger, T, commands, HOST, f"c{ledger.store.version(T)}")
    assert isinstance(answer, Accepted), answer
    return answer


@pytest.fixture
def ledger() -> Ledger:
    ledger = Ledger(MemoryStore())
    wish = c.CreateTournament(id=T, game="armada", name="Puchar", date="2026-11-15", commitment="")
    assert isinstance(create(ledger, wish, seed=bytes(range(32)), command_id="new"), Accepted)
    for _ in range(9):
        do(ledger, c.RegisterPlayer(checked_in=True))
    do(ledger, c.AnnounceStructure())
    return ledger


@pytest.mark.parametrize(
    ("source", "public", "level"), [("none", "", "C"), ("dice", "3 5 1 6", "B"), ("beacon", "9f00", "A")]
)
def test_a_round_drawn_by_the_engine_verifies(
    ledger: Ledger, source: Literal["none", "dice", "beacon"], public: str, level: str
) -> None:
    do(ledger, c.FreezeRound(source, "drand 77" if source == "beacon" else ""))
    do(ledger, c.DrawRound(public))
    found = report(ledger)
    assert found.level == level
    assert {"draw.lots", "draw.tiebreak"} <= {line.code for line in found.lines}


def test_a_freeze_and_draw_in_one_step_verify(ledger: Ledger) -> None:
    do(ledger, c.FreezeRound(), c.DrawRound())
    assert report(ledger).level == "C"


def test_a_round_drawn_again_verifies_with_the_same_key(ledger: Ledger) -> None:
    do(ledger, c.FreezeRound("dice"))
    do(ledger, c.DrawRound("1 2"))
    do(ledger, c.DrawRound("1 2"))
    assert "draw.same" in {line.code for line in report(ledger).lines}
