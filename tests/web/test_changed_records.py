"""Records that were changed outside are not taken in, and named at the start."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from komandor.app.imports import unfit
from komandor.cli.serve import listen, serve
from komandor.log.bundle import Bundle, export, parse
from komandor.log.canonical import canonical
from komandor.store.memory import MemoryStore
from komandor.store.sqlite import FILE, SqliteStore
from komandor.web.server import run_server
from tests.support.event import Event
from tests.support.waiting import PATIENCE
from tests.support.world import opened


@pytest.mark.parametrize("stranger", [0, -1, 99])
def test_matches_of_people_who_never_registered_are_not_taken_in(stranger: int) -> None:
    world = opened("armada")
    world.announce().draw()
    forged = MemoryStore()
    forged.create("cup")
    for n, record in enumerate(world.store.read("cup")):
        payload = dict(record.payload)
        if payload["type"] == "round_drawn":
            payload["matches"][0]["a"] = stranger
        forged.append("cup", n, record.at, record.by, f"c{n}", (canonical(payload),))
    bundle = parse(export(forged, "cup"))
    assert isinstance(bundle, Bundle)
    refusal = unfit(bundle)
    assert refusal is not None
    assert refusal.reasons[0].code == "file.does_not_replay"


def test_the_start_names_events_whose_records_were_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqliteStore(tmp_path)
    Event(store=store, id="changed").register(2)
    Event(store=store, id="sound").register(2)
    store.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as behind:
        behind.execute("DROP TRIGGER log_no_update")
        behind.execute("UPDATE log SET at = replace(at, '2', '3') WHERE tournament = 'changed' AND seq = 2")
        behind.commit()
    monkeypatch.setattr(run_server, "run", lambda *_, **__: None)
    store = SqliteStore(tmp_path)
    with listen("127.0.0.1", 0) as listening:
        serve(store, tmp_path, listening, browser=False)
    for thread in (t for t in threading.enumerate() if t.name == "komandor-check"):
        thread.join(PATIENCE)
    store.close()
    said = capsys.readouterr().err
    assert "The log of the event changed is damaged" in said
    assert "sound" not in said
