"""A backup or a restore that is killed leaves nothing that is neither whole nor empty."""

import sys
from pathlib import Path

import pytest

from bench.attacks import copies
from bench.attacks.crash import TOURNAMENTS
from komandor.store.sqlite import FILE, SqliteStore

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")


@pytest.mark.slow
def test_four_kills_damage_no_copy_and_no_place() -> None:
    assert copies.run(kills=2, seed=7, postgres=False) == []


def test_the_check_itself_sees_a_place_with_a_part_of_the_events(tmp_path: Path) -> None:
    copy, place = tmp_path / "copy.sqlite3", tmp_path / "place"
    store = SqliteStore(copy)
    for tournament in TOURNAMENTS:
        store.create(tournament)
    store.close()
    place.mkdir()
    half = SqliteStore(place / FILE)
    half.create("alpha")
    half.close()
    problems = list(copies.after_a_kill(copy, str(place), dict.fromkeys(TOURNAMENTS, 0)))
    assert any("a part is there" in problem for problem in problems)
