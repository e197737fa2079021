"""After every closed round a checked copy of everything lies in a second place."""

from pathlib import Path

from komandor.app.access import HOST
from komandor.app.handle import Accepted, create, handle
from komandor.app.ledger import Ledger
from komandor.core.tournament import commands as c
from komandor.store import open_store
from komandor.store.backup import backups
from komandor.web.round_backups import Keeper
from tests.support.waiting import wait_until


def _play_a_round(ledger: Ledger, tournament: str) -> None:
    steps: list[c.Command] = [c.RegisterPlayer(), c.RegisterPlayer(), c.AnnounceStructure()]
    steps += [c.FreezeRound(), c.DrawRound()]
    steps += [
        c.PublishRound(),
        c.StartClock(),
        c.EnterResult(match=1, report={"end": "rounds", "scores": (100, 20)}),
        c.CloseRound(),
    ]
    for number, step in enumerate(steps):
        answer = handle(ledger, tournament, step, HOST, f"step-{number}")
        assert isinstance(answer, Accepted), (step, answer)


def test_a_closed_round_is_copied(tmp_path: Path) -> None:
    store = open_store(tmp_path / "data")
    keeper = Keeper(store, tmp_path / "stick")
    stop = store.listen(keeper.heard)
    ledger = Ledger(store)
    made = create(
        ledger,
        c.CreateTournament(
            id="", game="armada", name="Kept", date="2026-11-15", commitment="", structure="custom"
        ),
    )
    assert isinstance(made, Accepted)
    _play_a_round(ledger, made.state.id)
    assert wait_until(lambda: keeper.made or keeper.trouble)
    stop()
    assert keeper.trouble == ""
    copies = backups(tmp_path / "stick")
    assert len(copies) == 1
    again = open_store(copies[0])
    assert [r.hash for r in again.read(made.state.id)] == [r.hash for r in store.read(made.state.id)]
    again.close()
    store.close()


def test_a_failed_copy_is_said_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    store = open_store(tmp_path / "data")
    keeper = Keeper(store, tmp_path / "file" / "backups")
    keeper.copy("now")
    assert keeper.trouble
    store.close()
