"""Only their owner can read the database, its copies and the key; nothing is left of a copy cut short."""

import os
import stat
import sys
from pathlib import Path

import pytest

from komandor.cli.main import main
from komandor.store.backup import backup
from komandor.store.data_folder import secret_of
from komandor.store.sqlite import SqliteStore
from tests.support.event import Event

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_everything_in_the_data_folder_is_the_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        folder = tmp_path / "data"
        secret_of(folder)
        store = SqliteStore(folder)
        store.create("cup")
        copy = backup(store, folder / "backups", "after-round-1")
        files = [p for p in folder.rglob("*") if p.is_file()]
        assert {mode(p) for p in files} == {0o600}, {p.name: oct(mode(p)) for p in files}
        assert copy in files
        assert {mode(folder), mode(folder / "backups")} == {0o700}
        store.close()
    finally:
        os.umask(before)


def test_a_database_that_others_can_read_is_closed_to_them_when_it_is_opened(tmp_path: Path) -> None:
    SqliteStore(tmp_path).close()
    file, wal = tmp_path / "komandor.sqlite3", tmp_path / "komandor.sqlite3-wal"
    file.chmod(0o644)
    store = SqliteStore(tmp_path)
    store.create("cup")
    assert (mode(file), mode(wal)) == (0o600, 0o600)
    store.close()


def test_a_file_with_people_or_the_secret_is_written_for_its_owner_only(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        store = SqliteStore(tmp_path / "data")
        Event("armada", store=store).register(2)
        store.close()
        for name, option in (("own", "--with-secret"), ("public", "--without-people")):
            assert main(["export", "-o", str(tmp_path / name), "--data", str(tmp_path / "data"), option]) == 0
        assert (mode(tmp_path / "own"), mode(tmp_path / "public")) == (0o600, 0o644)
        assert main(["import", str(tmp_path / "own"), "--data", str(tmp_path / "other")]) == 0
        assert mode(tmp_path / "other") == 0o700
    finally:
        os.umask(before)


def test_a_copy_that_was_cut_short_is_removed_later(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "data")
    old, now = (tmp_path / f"komandor-{n}.part" for n in (1, 2))
    for part in (old, now):
        part.write_bytes(b"half")
    os.utime(old, (0, 0))
    backup(store, tmp_path, "after-round-1")
    assert not old.exists()
    assert now.exists(), "another process may be writing it"
    store.close()
