"""Data of version 0.1, stopped in any phase, opens after a copy and goes on; going back is refused."""

import gzip
import itertools
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from komandor.app.access import HOST
from komandor.app.ledger import Ledger
from komandor.app.queries.everybody.visible import public_log, public_reach
from komandor.check.file_reader import check_bytes
from komandor.check.verify import verify
from komandor.core.tournament import commands as c
from komandor.log.bundle import Bundle, export, import_, parse
from komandor.log.record import Recorded, broken_at
from komandor.log.store import EventStore, ReadOnly
from komandor.store import open_store
from komandor.store.backup import backups, erase_in_copies
from komandor.store.memory import MemoryStore
from komandor.store.schema import UPGRADES, VERSION
from tests.support.event import MORNING, Event

# 0.1.0-folder.sqlite3.gz: nine events, each named after the phase in which it was stopped, written by
# 0.1.0 (commit d3f7ce5); `busy` is full of calls, sanctions, lists and an incident.
GOLDEN = Path(__file__).parents[1] / "golden"
PHASES = ("registration", "announced", "frozen", "drawn", "running", "busy", "between", "cut", "closed")
TABLES = ("heads", "log", "commands", "people", "secrets", "facts")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder as Komandor 0.1 left it."""
    data = gzip.decompress((GOLDEN / "0.1.0-folder.sqlite3.gz").read_bytes())
    (tmp_path / "komandor.sqlite3").write_bytes(data)
    return tmp_path


@pytest.fixture
def database(folder: Path, postgres_database: str) -> str:
    """A database of PostgreSQL as Komandor 0.1 left it, with the same rows."""
    old = sqlite3.connect(folder / "komandor.sqlite3")
    with psycopg.connect(postgres_database) as new:
        new.execute((GOLDEN / "0.1.0-postgres.sql").read_bytes())
        new.execute("ALTER TABLE log DISABLE TRIGGER log_follows")
        for table in TABLES:
            rows = old.execute(f"SELECT * FROM {table}").fetchall()
            places = ", ".join(["%s"] * len(rows[0]))
            with new.cursor() as cursor:
                cursor.executemany(f"INSERT INTO {table} VALUES ({places})".encode(), rows)
        new.execute("ALTER TABLE log ENABLE TRIGGER log_follows")
    old.close()
    return postgres_database


@pytest.fixture(params=["sqlite", "postgres"])
def upgraded(request: pytest.FixtureRequest) -> Iterator[EventStore]:
    where = request.getfixturevalue("folder" if request.param == "sqlite" else "database")
    store = open_store(where)
    yield store
    store.close()


def resumed(store: EventStore, id: str) -> Event:
    """An event that somebody else began."""
    event = Event.__new__(Event)
    event.store, event.ledger, event.id, event.clock = store, Ledger(store), id, MORNING
    event.last, event._count = [], itertools.count(1000)
    return event


def as_0_1_wrote(folder: Path, id: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(folder / "komandor.sqlite3")
    columns = 'tournament, seq, at, "by", command_id, event, prev, hash'
    rows = connection.execute(f"SELECT {columns} FROM log WHERE tournament = ? ORDER BY seq", (id,))
    found = rows.fetchall()
    connection.close()
    return found


def test_every_phase_opens_and_is_played_to_its_end_under_version_1(
    folder: Path, upgraded: EventStore
) -> None:
    assert upgraded.tournaments() == tuple(sorted(PHASES))
    for id in PHASES:
        before = upgraded.read(id)
        assert list(before) == [Recorded.of_row(row) for row in as_0_1_wrote(folder, id)], id
        event = resumed(upgraded, id)
        if id == "busy":
            event.do(c.ResolveComponent(component=1, resolution="replaced"))
        if id == "frozen":
            event.do(c.DrawRound("3 5 1 6"))
        event.do(c.PostNotice("we go on")).play_out()
        assert event.t.phase == "closed"
        after = upgraded.read(id)
        assert after[: len(before)] == before
        assert {r.version for r in after} == {1}
        assert broken_at(after, id) is None
        data = export(upgraded, id, with_secret=True)
        assert verify(data).ok, id
        assert check_bytes(data).violations == (), id
        bundle = parse(data)
        assert isinstance(bundle, Bundle)
        assert bundle.version == 1


def test_a_new_event_beside_them_is_of_version_2(upgraded: EventStore) -> None:
    event = Event("armada", store=upgraded, id="new").register(4)
    assert {r.version for r in upgraded.read("new")} == {2}
    assert verify(public_log(upgraded, event.loaded)).ok


def test_what_cannot_be_shown_in_part_ends_the_public_log_of_an_old_event(upgraded: EventStore) -> None:
    event = resumed(upgraded, "busy")
    reach = public_reach(event.loaded)
    assert 0 < reach < event.t.version
    data = public_log(upgraded, event.loaded)
    assert verify(data).ok
    assert "co się dzieje".encode() not in data
    event.do(c.ResolveComponent(component=1, resolution="replaced")).play_out()
    assert public_reach(event.loaded) == event.t.version


def test_the_copy_holds_everything_as_it_was_and_follows_erasures(folder: Path) -> None:
    before = as_0_1_wrote(folder, "closed")
    store = open_store(folder)
    resumed(store, "closed").do(c.ChangePerson(1, erase=True), by=HOST)
    (copy,) = backups(folder / "backups")
    assert copy.name.endswith("-before-schema-2.sqlite3")
    assert copy.stat().st_mode & 0o077 == 0
    old = sqlite3.connect(copy)
    assert old.execute("SELECT max(version) FROM schema_version").fetchone() == (1,)
    assert old.execute("SELECT * FROM log WHERE tournament = 'closed' ORDER BY seq").fetchall() == before
    people = "SELECT count(*) FROM people WHERE tournament = 'closed' AND person = 1"
    assert old.execute(people).fetchone() == (1,)
    old.close()
    from komandor.log.erasures import erasures

    assert erase_in_copies(folder / "backups", erasures(store)) == 1
    old = sqlite3.connect(copy)
    assert old.execute(people).fetchone() == (0,)
    old.close()
    store.close()
    open_store(folder).close()
    assert backups(folder / "backups") == [copy]  # copied once, not at every start


def test_the_log_is_copied_inside_postgresql(database: str) -> None:
    open_store(database).close()
    with psycopg.connect(database) as connection:
        kept = connection.execute("SELECT count(*) FROM log_schema_1").fetchone()
        assert kept == connection.execute("SELECT count(*) FROM log").fetchone() != (0,)
        assert connection.execute("SELECT max(version) FROM schema_version").fetchone() == (VERSION,)
    open_store(database).close()


def test_without_a_copy_nothing_is_changed(folder: Path) -> None:
    before = (folder / "komandor.sqlite3").read_bytes()
    (folder / "backups").write_text("a file where the folder should be")
    with pytest.raises(ReadOnly, match="Nothing was changed") as refused:
        open_store(folder)
    assert refused.value.code == "store.no_copy"
    assert not list(folder.glob("*-wal"))
    schema = sqlite3.connect(folder / "komandor.sqlite3")
    assert schema.execute("SELECT max(version) FROM schema_version").fetchone() == (1,)
    schema.close()
    assert len(before) == len((folder / "komandor.sqlite3").read_bytes())


def test_an_upgrade_that_fails_half_way_leaves_the_data_as_they_were(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setitem(UPGRADES, 1, (*UPGRADES[1], "ALTER TABLE nowhere ADD COLUMN x TEXT"))
        with pytest.raises(ReadOnly):
            open_store(folder)
    old = sqlite3.connect(folder / "komandor.sqlite3")
    assert [row[1] for row in old.execute("PRAGMA table_info(heads)")] == ["tournament", "version", "hash"]
    assert old.execute("SELECT max(version) FROM schema_version").fetchone() == (1,)
    old.close()
    store = open_store(folder)
    assert resumed(store, "between").play_out().t.phase == "closed"
    store.close()


def test_a_file_of_version_1_goes_on_under_version_1() -> None:
    store = MemoryStore()
    data = (GOLDEN / "0.1.0-armada.komandor").read_bytes()
    assert isinstance(import_(store, data), Bundle)
    (id,) = store.tournaments()
    resumed(store, id).do(c.NamePoint("the end"), by=HOST)
    assert {r.version for r in store.read(id)} == {1}
    assert isinstance(parse(export(store, id)), Bundle)
