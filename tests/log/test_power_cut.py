"""A power cut takes nothing from a SQLite store that it acknowledged, and leaves no damaged page."""

import sys
from pathlib import Path

import pytest

from bench.attacks import power_cut
from komandor.store.sqlite import FILE, SqliteStore


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be stopped between two of its writes")
def test_six_power_cuts_lose_and_damage_nothing() -> None:
    opened, acknowledged, problems = power_cut.campaign(moments=2, variants=3, seed=7)
    assert problems == []
    assert opened >= 2
    assert acknowledged > 20, "the child was hardly writing"


def test_the_check_itself_sees_a_page_that_is_missing(tmp_path: Path) -> None:
    SqliteStore(tmp_path / FILE).close()
    assert power_cut.damage(tmp_path / FILE) == []
    data = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(data[:4096] + bytes(4096) + data[8192:])
    assert power_cut.damage(tmp_path / FILE) != []
