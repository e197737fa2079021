"""After every closed round a checked copy of everything lies in a second place."""

from pathlib import Path

from komandor.store import open_store
from komandor.store.backup import backups
from komandor.web.server.round_backups import RoundBackups
from tests.support.event import Event, swiss
from tests.support.waiting import wait_until


def test_a_closed_round_is_copied(tmp_path: Path) -> None:
    store = open_store(tmp_path / "data")
    keeper = RoundBackups(store, tmp_path / "stick")
    stop = store.listen(keeper.heard)
    event = Event("armada", swiss(2), store=store).register(2).play_round()
    assert wait_until(lambda: keeper.made or keeper.trouble)
    stop()
    assert keeper.trouble == ""
    copies = backups(tmp_path / "stick")
    assert len(copies) == 1
    again = open_store(copies[0])
    assert [r.hash for r in again.read(event.id)] == [r.hash for r in store.read(event.id)]
    again.close()
    store.close()


def test_a_failed_copy_is_said_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    store = open_store(tmp_path / "data")
    keeper = RoundBackups(store, tmp_path / "file" / "backups")
    keeper.copy("now")
    assert keeper.trouble
    store.close()
