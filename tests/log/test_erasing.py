"""Whoever is erased is gone: from the database, its write-ahead log, the caches, the copies, for good."""

import asyncio
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from komandor.app.access import Actor
from komandor.app.handle import Accepted
from komandor.app.identity import issue, seat_of
from komandor.app.personal_data import erase_again
from komandor.core.ids import PlayerNo
from komandor.core.tournament import commands as c
from komandor.log.store import EventStore
from komandor.store.backup import backups
from komandor.store.erasures import listed
from komandor.store.postgres import PostgresStore
from komandor.store.sqlite import FILE, SqliteStore
from komandor.web.server.cache import FORGET
from komandor.web.server.round_backups import RoundBackups
from tests.support.event import Event
from tests.support.waiting import in_a_loop, wait_until
from tests.support.world import opened, site_of

ZENOBIA = {"first": "Zenobia", "last": "Zapominalska", "contact": "500600700"}
BYTES = (b"Zenobia", b"Zapominalska", b"500600700")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore(tmp_path / "data")
    yield opened
    opened.close()


def with_zenobia(store: EventStore) -> Event:
    """An event with nine players; number 5 is going to be erased."""
    event = Event("armada", store=store).register(4)
    event.do(c.RegisterPlayer(), persons=(ZENOBIA,))
    return event.register(4)


def erase(event: Event) -> None:
    assert isinstance(event.ask(c.ChangePerson(PlayerNo(5), erase=True)), Accepted)


def holding(folder: Path) -> list[str]:
    """The files in which a byte of hers is left."""
    found = []
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError, IsADirectoryError):  # a copy that is written again
            found += [path.name] if any(part in path.read_bytes() for part in BYTES) else []
    return sorted(found)


def test_erasing_leaves_no_byte_in_the_database_and_its_log(store: SqliteStore, tmp_path: Path) -> None:
    event = with_zenobia(store)
    assert holding(tmp_path)
    erase(event)
    assert holding(tmp_path) == []


def test_a_reader_in_the_middle_only_delays_it(store: SqliteStore, tmp_path: Path) -> None:
    event = with_zenobia(store)
    reader = sqlite3.connect(store.path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM people").fetchone()
    erase(event)
    assert holding(tmp_path), "the reader may still ask for it"
    reader.execute("COMMIT")
    event.do(c.PostNotice("the next write"))
    reader.close()
    assert holding(tmp_path) == []


def test_what_a_killed_process_left_is_gone_after_the_next_start(store: SqliteStore, tmp_path: Path) -> None:
    with_zenobia(store)
    store.append("cup", store.version("cup"), "2026-11-14T09:00:00Z", "host", "a", (), {5: {"first": "X"}})
    shutil.copytree(tmp_path / "data", tmp_path / "killed")  # as the disk is after kill -9
    assert holding(tmp_path / "killed")
    again = SqliteStore(tmp_path / "killed")
    assert holding(tmp_path / "killed") == []
    again.close()


def test_copies_are_written_again_without_her(store: SqliteStore, tmp_path: Path) -> None:
    keeper = RoundBackups(store, tmp_path / "stick", tmp_path / "data")
    event = with_zenobia(store)
    keeper.copy("before")
    assert holding(tmp_path / "stick")
    stop = store.listen(keeper.heard)
    erase(event)
    assert wait_until(lambda: not holding(tmp_path / "stick"))
    stop()
    assert keeper.trouble == ""
    event.do(c.PostNotice("the next write"))  # the copies were made by a reader, which may have delayed it
    assert holding(tmp_path) == []
    copy = SqliteStore(backups(tmp_path / "stick")[0])
    assert len(copy.people("cup")) == len(store.people("cup")), "nobody else is missing there"
    copy.close()


def test_a_name_typed_in_after_the_erasure_stays_in_newer_copies(store: SqliteStore, tmp_path: Path) -> None:
    keeper = RoundBackups(store, tmp_path / "stick", tmp_path / "data")
    event = with_zenobia(store)
    erase(event)
    event.do(c.ChangePerson(PlayerNo(5)), persons=({"first": "Nowa", "last": "Osoba"},))
    keeper.copy("after")
    event.do(c.ChangePerson(PlayerNo(6), erase=True))
    keeper.erase()
    copy = SqliteStore(backups(tmp_path / "stick")[0])
    assert copy.people("cup")[5]["first"] == "Nowa"
    assert 6 not in copy.people("cup")
    copy.close()


def test_an_older_copy_put_back_forgets_her_again(store: SqliteStore, tmp_path: Path) -> None:
    data, drawer = tmp_path / "data", tmp_path / "drawer"
    keeper = RoundBackups(store, tmp_path / "stick", data)
    event = with_zenobia(store)
    token = issue(store, "cup", Actor("player", 5))
    keeper.copy("before")
    shutil.copytree(tmp_path / "stick", drawer)  # a stick that nobody plugs in when she is erased
    erase(event)
    keeper.erase()
    store.close()
    shutil.copy(backups(drawer)[0], data / FILE)
    restored = SqliteStore(data)
    assert 5 in restored.people("cup")
    assert erase_again(restored, listed(data)) == 1
    assert 5 not in restored.people("cup")
    assert seat_of(restored, token) is None
    assert erase_again(restored, listed(data)) == 0
    restored.close()
    assert holding(data) == []


def test_somebody_else_with_her_number_is_not_erased(store: SqliteStore, tmp_path: Path) -> None:
    data = tmp_path / "data"
    event = with_zenobia(store)
    erase(event)
    RoundBackups(store, tmp_path / "stick", data).erase()
    other = Event("armada", store=SqliteStore(tmp_path / "other")).register(9)
    assert erase_again(other.store, listed(data)) == 0
    other.store.close()


def test_postgresql_keeps_no_row_of_hers(postgres_database: str) -> None:
    store = PostgresStore(postgres_database)
    try:
        event = with_zenobia(store)
        erase(event)
    finally:
        store.close()
    with psycopg.connect(postgres_database, autocommit=True) as admin:
        admin.execute("CHECKPOINT")  # what is only in memory would not be seen in the files
        found = admin.execute(
            "SELECT pg_read_binary_file(pg_relation_filepath(t::regclass)) FROM unnest(%s::text[]) t",
            (["people", "facts"],),
        ).fetchall()
    assert len(found) == 2
    assert not [part for (file,) in found for part in BYTES if part in bytes(file)]


def test_pages_and_names_in_memory_forget_her_too() -> None:
    world = opened()
    world.do(c.RegisterPlayer(), persons=({**ZENOBIA, "show": "full"},))
    site = site_of(world)

    async def erased() -> str:
        site.hub.attach(asyncio.get_running_loop())
        page = await site.pages.get(site, "/t/cup/players", "en")
        assert page is not None
        assert b"Zapominalska" in page.plain
        assert isinstance(world.ask(c.ChangePerson(PlayerNo(7), erase=True)), Accepted)
        site.pages.sweep(site, time.monotonic() + FORGET + 1)
        site.services.forget_old(site.hub.known)
        return repr((site.pages._kept, site.services._names))

    assert "Zapominalska" not in in_a_loop(erased())
