"""A laptop's database is durable or says why it is not: settings, places, disks, second processes, copies."""

import sqlite3
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from komandor.log.record import broken_at
from komandor.log.store import Appended, ReadOnly
from komandor.store import open_store
from komandor.store.backup import BadBackup, backup, backups
from komandor.store.memory import MemoryStore
from komandor.store.safe_folders import UnsafeFolder, file_system, refuse_unsafe
from komandor.store.sqlite import SqliteStore
from komandor.store.sqlite_writer import PRAGMAS, connect
from tests.support.waiting import PATIENCE, wait_until

AT = "2026-11-15T14:03:09Z"
T = "t"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore(tmp_path / "data")
    opened.create(T)
    yield opened
    opened.close()


def note(store: SqliteStore | MemoryStore, command: str, size: int = 10) -> Appended:
    answer = store.append(T, store.version(T), AT, "organiser", command, (f'{{"text":"{"x" * size}"}}',))
    assert isinstance(answer, Appended)
    return answer


def test_the_durable_settings_are_the_ones_of_the_design(tmp_path: Path) -> None:
    connection = connect(tmp_path / "x.sqlite3", PRAGMAS)
    read = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in PRAGMAS}
    connection.close()
    assert read["journal_mode"] == "wal"
    assert read["synchronous"] == 2
    assert read["foreign_keys"] == read["secure_delete"] == 1


def test_a_database_that_ignores_a_setting_is_not_used(tmp_path: Path) -> None:
    with pytest.raises(ReadOnly, match="journal_mode"):
        connect(Path(":memory:"), {"journal_mode": "wal"})


def test_a_full_disk_makes_the_store_read_only_until_there_is_space(store: SqliteStore) -> None:
    note(store, "before")
    heavy = "heavy"

    def shrink(c: sqlite3.Connection) -> None:
        pages = c.execute("PRAGMA page_count").fetchone()[0]
        c.execute(f"PRAGMA max_page_count={pages + 2}")

    store._writer.do(shrink)
    with pytest.raises(ReadOnly, match="disk is full") as full:
        note(store, heavy, size=500_000)
    assert full.value.code == "store.disk_full"
    assert store.trouble is full.value
    assert store.read(T) == store.by_command(T, "before")
    note(store, heavy)  # the writer starts anew, without the limit
    assert store.trouble is None
    assert broken_at(store.read(T), T) is None


FILE_LIMIT = """
    import resource, sys
    from pathlib import Path
    from komandor.log.store import ReadOnly
    from komandor.store import open_store
    store = open_store(Path(sys.argv[1]))
    store.create("t")
    def note(n, size):
        event = '{"t":"' + "x" * size + '"}'
        store.append("t", store.version("t"), "2026-11-15T14:03:09Z", "x", f"c{n}", (event,))
    note(0, 10)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
    refused = 0
    for n in range(1, 6):
        try:
            note(n, 100_000)
        except ReadOnly as no:
            refused += 1
            assert str(no) and store.version("t") == len(store.read("t"))
    kept = store.version("t")
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    for n in range(1, 6):
        note(n, 100_000)
    store.close()
    again = open_store(Path(sys.argv[1]))
    print(refused > 0, kept < 6, again.version("t"), len({r.command_id for r in again.read("t")}))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="file size limits are Unix only")
def test_writes_that_the_system_refuses_lose_nothing_and_work_again_later(tmp_path: Path) -> None:
    script = textwrap.dedent(FILE_LIMIT)
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "d")], capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["True", "True", "6", "6"], done.stderr


def test_a_second_process_may_read_and_is_told_why_it_cannot_write(store: SqliteStore) -> None:
    note(store, "first")
    second = SqliteStore(store.path)
    assert second.read(T) == store.read(T)
    with pytest.raises(ReadOnly, match="Another Komandor"):
        note(second, "second")
    store.close()
    note(second, "second")
    assert second.read(T) == second.by_command(T, "first") + second.by_command(T, "second")
    second.close()


def test_a_log_that_does_not_end_at_its_head_is_not_opened(store: SqliteStore) -> None:
    note(store, "first")
    store.close()
    behind = sqlite3.connect(store.path)
    behind.executescript("DROP TRIGGER log_no_delete; DELETE FROM log;")
    behind.close()
    with pytest.raises(ReadOnly, match="damaged"):
        SqliteStore(store.path)


def test_a_file_that_is_no_database_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "komandor.sqlite3"
    path.write_bytes(b"holiday pictures" * 100)
    with pytest.raises(ReadOnly):
        SqliteStore(path)
    assert path.read_bytes() == b"holiday pictures" * 100


def test_an_erased_person_is_nowhere_in_the_files(store: SqliteStore) -> None:
    store.append(T, 0, AT, "organiser", "c", ("{}",), {7: {"name": "Unmistakable Zygfryd"}})
    store.people(T)
    store.append(T, 1, AT, "organiser", "erase", ("{}",), {7: None})
    everything = b"".join(p.read_bytes() for p in store.path.parent.iterdir())
    assert b"Zygfryd" not in everything


class Held:
    """The writer of a store, held back until all jobs of these threads wait for it."""

    def __init__(self, store: SqliteStore) -> None:
        self.store, self.go, self.held = store, threading.Event(), threading.Event()
        self.threads = [threading.Thread(target=store._writer.do, args=(self._hold,))]
        self.threads[0].start()
        assert self.held.wait(PATIENCE)

    def _hold(self, c: sqlite3.Connection) -> None:
        self.held.set()
        assert self.go.wait(PATIENCE)

    def let_go(self, jobs: list[Callable[[], object]]) -> None:
        """All jobs at once, and back when they are done."""
        self.threads += [threading.Thread(target=job) for job in jobs]
        for thread in self.threads[1:]:
            thread.start()
        assert wait_until(lambda: len(self.store._writer._waiting) == len(jobs))
        self.go.set()
        for thread in self.threads:
            thread.join()


def test_thirty_phones_share_a_commit(store: SqliteStore) -> None:
    """Who waits while another writes is written in the next commit, with all others who wait."""
    for n in range(30):
        store.create(f"p{n}")
    held, told = Held(store), list[str]()
    assert store._writer._connection
    store._writer._connection.set_trace_callback(told.append)
    held.let_go([lambda n=n: store.append(f"p{n}", 0, AT, "x", "c", ("{}",)) for n in range(30)])
    assert [store.version(f"p{n}") for n in range(30)] == [1] * 30
    assert told.count("COMMIT") == 2, "one of the job that held it, one of all thirty"


def test_a_job_that_fails_harms_nobody_in_the_same_commit(store: SqliteStore) -> None:
    def bad(c: sqlite3.Connection) -> None:
        c.execute("INSERT INTO facts VALUES ('s', 'bad', '{}')")
        raise KeyError("a mistake of its own")

    def good(c: sqlite3.Connection) -> None:
        c.execute("INSERT INTO facts VALUES ('s', 'good', '{}')")

    failures: list[Exception] = []

    def run_bad() -> None:
        try:
            store._writer.do(bad)
        except KeyError as error:
            failures.append(error)

    Held(store).let_go([run_bad, lambda: store._writer.do(good)])
    assert len(failures) == 1
    assert [key for key, _ in store.items("s")] == ["good"]


# ── places ──


@pytest.mark.parametrize(
    "folder",
    [
        "Dropbox",
        "Dropbox (Personal)",
        "OneDrive - Firma",
        "Google Drive",
        "iCloud Drive",
        "Nextcloud",
        "CloudStorage",
    ],
)
def test_synced_folders_are_refused(tmp_path: Path, folder: str) -> None:
    with pytest.raises(UnsafeFolder, match="synced"):
        open_store(tmp_path / folder / "events")
    assert not (tmp_path / folder).exists()


def test_a_link_into_a_synced_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "Dropbox").mkdir()
    (tmp_path / "events").symlink_to(tmp_path / "Dropbox")
    with pytest.raises(UnsafeFolder, match="synced"):
        open_store(tmp_path / "events")


MOUNTS = r"""/dev/sda1 / ext4 rw 0 0
server:/home /home/shared nfs4 rw 0 0
//nas/x /mnt/my\040nas cifs rw 0 0
me@host: /mnt/ssh fuse.sshfs rw 0 0
/dev/sdb1 /media/disk fuseblk rw 0 0
/dev/sdc1 /home/shared/local ext4 rw 0 0
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/home/anna", "ext4"),
        ("/home/shared/anna", "nfs4"),
        ("/home/sharedstuff", "ext4"),
        ("/mnt/my nas/x", "cifs"),
        ("/mnt/ssh/x", "fuse.sshfs"),
        ("/media/disk/x", "fuseblk"),
        ("/home/shared/local/x", "ext4"),
    ],
)
def test_network_file_systems_are_refused_and_local_ones_are_not(path: str, kind: str) -> None:
    assert file_system(Path(path), MOUNTS) == kind
    if kind in ("ext4", "fuseblk"):
        refuse_unsafe(Path(path), MOUNTS)
    else:
        with pytest.raises(UnsafeFolder, match="network"):
            refuse_unsafe(Path(path), MOUNTS)


def test_an_unknown_kind_of_store_is_named() -> None:
    with pytest.raises(ValueError, match="mysql"):
        open_store("mysql://x")


# ── copies ──


def test_a_backup_opens_as_a_store_with_everything(store: SqliteStore, tmp_path: Path) -> None:
    store.append(T, 0, AT, "organiser", "c", ("{}",), {1: {"name": "Anna"}})
    store.keep_secret(T, b"s" * 32)
    store.put("staff", "1", {"name": "TO"})
    copy = backup(store, tmp_path / "stick", "after round 2")
    assert copy.name.endswith("-after-round-2.sqlite3")
    assert [p.name for p in (tmp_path / "stick").iterdir()] == [copy.name]
    note(store, "later")
    restored = SqliteStore(copy)
    assert restored.read(T) == store.read(T)[:1]
    assert restored.people(T) == {1: {"name": "Anna"}}
    assert restored.secret(T) == b"s" * 32
    assert restored.get("staff", "1") == {"name": "TO"}
    restored.close()


def test_old_backups_give_way_to_new_ones(store: SqliteStore, tmp_path: Path) -> None:
    (tmp_path / "mine.sqlite3").write_text("not ours")
    copies = [backup(store, tmp_path, f"round {n}", keep=3) for n in range(5)]
    assert backups(tmp_path) == copies[:1:-1]
    assert (tmp_path / "mine.sqlite3").exists()


def test_a_backup_of_another_store_holds_its_tournaments(tmp_path: Path) -> None:
    memory = MemoryStore()
    memory.create(T)
    note(memory, "c")
    memory.keep_secret(T, b"s" * 32)
    restored = SqliteStore(backup(memory, tmp_path, ""))
    assert restored.read(T) == memory.read(T)
    assert restored.secret(T) == b"s" * 32
    restored.close()


def test_a_copy_that_is_not_whole_does_not_count(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note(store, "c")
    good = backup(store, tmp_path, "good", keep=1)
    copy_to = store.copy_to

    def torn(path: Path) -> None:
        copy_to(path)
        with closing(sqlite3.connect(path)) as copy:
            copy.executescript("DROP TRIGGER log_no_update; UPDATE log SET event = '{\"forged\":1}';")

    monkeypatch.setattr(store, "copy_to", torn)
    with pytest.raises(BadBackup, match="not whole"):
        backup(store, tmp_path, "bad", keep=1)
    assert backups(tmp_path) == [good] == list(tmp_path.glob("komandor-*"))


def test_a_place_that_cannot_be_written_is_reported(store: SqliteStore, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises((BadBackup, OSError)):
        backup(store, tmp_path / "file" / "deeper", "x")


def test_after_a_stop_the_database_alone_holds_the_last_writes(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "data")
    store.create(T)
    reader = sqlite3.connect(store.path)  # as a thread that was still answering has it
    reader.execute("SELECT count(*) FROM log").fetchone()
    note(store, "last")
    store.close()
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / "komandor.sqlite3").write_bytes(store.path.read_bytes())
    copied = SqliteStore(tmp_path / "copy")
    assert len(copied.read(T)) == 1
    copied.close()
    reader.close()


def test_a_damaged_database_is_refused_in_words_whatever_sqlite_says(store: SqliteStore) -> None:
    store.close()
    whole = store.path.read_bytes()
    assert b"tableheadsheads" in whole
    broken = whole.replace(b"CREATE TABLE heads", b"CREATX TABLE heads")
    store.path.write_bytes(broken.replace(b"tableheadsheads", b"tableh\xccadsheads"))
    with pytest.raises(ReadOnly, match="damaged"):
        SqliteStore(store.path)
