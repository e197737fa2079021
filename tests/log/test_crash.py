"""Killed at any moment, a SQLite store has lost nothing that it acknowledged and doubled nothing."""

import sys
from pathlib import Path

import pytest

from bench.attacks import crash
from komandor.store.sqlite import SqliteStore


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_ten_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    acknowledged, problems = crash.campaign(10, seed=7, folder=tmp_path)
    assert problems == []
    assert acknowledged > 20, "the children were hardly writing"


def test_the_check_itself_sees_a_lost_and_a_doubled_command(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "db")
    for tournament in crash.TOURNAMENTS:
        store.create(tournament)
    kept = crash.send(store, "alpha", "1-1-1", 1).records[-1].hash
    crash.send(store, "alpha", "1-1-2", 2)
    store.close()
    honest = crash.Told({("alpha", "1-1-1"): 1, ("alpha", "1-1-2"): 2}, {("alpha", "1-1-1"): kept})
    assert crash.check(str(tmp_path / "db"), honest) == []
    lost = crash.Told({("alpha", "1-1-1"): 1}, {("alpha", "1-1-1"): "f" * 64})
    assert any("lost" in problem for problem in crash.check(str(tmp_path / "db"), lost))
    assert any("never sent" in problem for problem in crash.check(str(tmp_path / "db"), crash.Told()))
