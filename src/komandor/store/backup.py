"""Copies in a second place: made through SQLite's backup API, opened and checked before they count.

The second place may be a stick, a network drive or a synced folder: a copy is
one finished file that nobody writes to any more.
"""

import re
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from komandor.log.erasures import Erasure
from komandor.log.record import GENESIS, broken_at, texts_of
from komandor.log.store import LAST, EventStore
from komandor.store.erasures import FORGET
from komandor.store.sql import ERASE_TEXT, READ, SqlStore, record_of
from komandor.store.sqlite import SqliteStore, check_pages, flush, own_file
from komandor.store.whole_copy import copy_store

KEEP = 12
BY_HAND = "by-hand"  # such copies are never removed to make room for others
HOUR = 3600
NAME = re.compile(r"komandor-\d{8}T\d{12}Z-[a-z0-9-]+\.sqlite3")


class BadBackup(Exception):
    """The copy could not be made, or did not prove to be whole; older copies are untouched."""


def backup(store: EventStore, directory: Path, label: str, keep: int = KEEP) -> Path:
    """Copy the store, check the copy, keep the `keep` newest. `label`: "after-round-2", BY_HAND …"""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    words = re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")[:60] or "copy"
    final = directory / f"komandor-{stamp}-{words}.sqlite3"
    part = final.with_suffix(".part")
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        for killed in directory.glob("komandor-*.part*"):  # copies that were cut short
            if time.time() - killed.stat().st_mtime > HOUR:
                killed.unlink(missing_ok=True)
        before = {tournament: store.version(tournament) for tournament in store.tournaments()}
        if isinstance(store, SqliteStore):
            store.copy_to(part)
        else:
            assert isinstance(store, SqlStore)
            _copy_rows(store, part)
        _check(part, before)
        part.replace(final)
    except (sqlite3.Error, OSError) as error:
        raise BadBackup(f"The backup to {directory} failed: {error}. The event itself is safe.") from error
    finally:
        for ending in ("", "-wal", "-shm", ".lock"):
            with suppress(OSError):
                part.with_name(part.name + ending).unlink(missing_ok=True)
    by_itself = [copy for copy in backups(directory) if not copy.stem.endswith(f"-{BY_HAND}")]
    for old in by_itself[keep:]:
        old.unlink(missing_ok=True)
    return final


def restore(copy: Path, target: SqlStore) -> tuple[str, ...]:
    """Put everything of a copy into an empty store, and say which events these are. Raises BadBackup."""
    try:
        _check(copy, {})
        with tempfile.TemporaryDirectory(prefix="komandor-restore-") as passing:
            own = Path(passing, copy.name)  # a copy may be on a stick that cannot be written to
            own_file(own)
            shutil.copyfile(copy, own)
            with closing(SqliteStore(own, anywhere=True)) as source:
                return copy_store(source, target)
    except (sqlite3.Error, OSError) as error:
        raise BadBackup(f"{copy} is no whole copy: {error}.") from error


def backups(directory: Path) -> list[Path]:
    """The copies there, newest first."""
    return sorted((p for p in directory.iterdir() if NAME.fullmatch(p.name)), reverse=True)


def erase_in_copies(directory: Path, erased: Iterable[Erasure]) -> int:
    """Write the copies that still hold an erased person again without them; how many these were."""
    rows = [asdict(one) for one in erased]
    try:
        return sum(_erase_in(copy, rows) for copy in backups(directory)) if rows else 0
    except (sqlite3.Error, OSError) as error:
        raise BadBackup(f"Not all copies in {directory} are without who was erased: {error}.") from error


def _erase_in(copy: Path, rows: list[dict[str, object]]) -> bool:
    part = copy.with_suffix(".part")
    try:
        own_file(part)
        shutil.copyfile(copy, part)
        with closing(sqlite3.connect(part, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode=OFF")  # a journal would be one more copy
            connection.execute("PRAGMA secure_delete=1")
            for row in rows:
                _forget(connection, row)
            changed = connection.total_changes > 0
        if changed:
            _check(part, {})
            flush(part)
            part.replace(copy)
        return changed
    finally:
        part.unlink(missing_ok=True)


def _forget(connection: sqlite3.Connection, row: Mapping[str, Any]) -> None:
    """Erase one person, and the texts about them, from a copy that still has them."""
    if not connection.execute(FORGET, row).rowcount:
        return
    records = [record_of(found) for found in connection.execute(READ, (row["tournament"], 0, LAST))]
    seqs = texts_of(records, int(row["person"]))
    connection.executemany(ERASE_TEXT, [(row["tournament"], seq) for seq in seqs])


def _copy_rows(store: SqlStore, target: Path) -> None:
    """From another kind of store: everything it holds, as a SQLite database."""
    with closing(SqliteStore(target, anywhere=True)) as copy:
        copy_store(store, copy)
    with closing(sqlite3.connect(target, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    flush(target)


def _check(copy: Path, versions: dict[str, int]) -> None:
    """Open the copy as a stranger would: sound pages, whole chains, right heads, nobody missing."""
    address = f"{copy.absolute().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        check_pages(connection)
        heads = connection.execute("SELECT tournament, version, hash FROM heads").fetchall()
        for tournament, version, head in heads:
            records = [record_of(row) for row in connection.execute(READ, (tournament, 0, version))]
            last = records[-1].hash if records else GENESIS
            if len(records) != version or last != head or broken_at(records, tournament):
                raise sqlite3.DatabaseError(f"the copied log of {tournament} is not whole")
        copied = {tournament: version for tournament, version, _ in heads}
        if any(copied.get(tournament, -1) < version for tournament, version in versions.items()):
            raise sqlite3.DatabaseError("the copy is older than the store")
