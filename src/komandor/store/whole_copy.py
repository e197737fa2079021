"""Copies everything that a store holds into an empty one, of the same kind or of another.

Logs, people and draw secrets, and what lies beside the logs: links, editions, switches, and the ids of
commands, so that a phone that repeats what it sent is answered and not repeated.  Everything is read at one
moment, also while the site runs.
"""

from collections.abc import Mapping

from komandor.log.record import GENESIS, Recorded, broken_at
from komandor.store.sql import NEW_HEAD, PUT, READ, Row, SqlStore, Transaction, insert, record_of

COLUMNS: Mapping[str, str] = {
    "commands": "tournament, command_id, first, last",
    "people": "tournament, person, data",
    "secrets": "tournament, secret",
    "facts": "space, key, value",
}
"""What is copied row by row; the logs themselves are appended, so that the database follows their chain."""
EVERYTHING = READ.replace(
    "WHERE l.tournament = ? AND l.seq > ? AND l.seq <= ? ORDER BY l.seq", "ORDER BY 1, 2"
)


class NotEmpty(ValueError):
    """There are events in the store already."""


class NotWhole(ValueError):
    """The chain of a log is broken in what is to be copied."""


def copy_store(source: SqlStore, target: SqlStore) -> tuple[str, ...]:
    """Copy everything or nothing, and say which events there are. Raises NotEmpty or NotWhole."""
    logs, rows = source.at_one_moment(_read_all)
    for tournament, log in logs.items():
        if broken_at(log, tournament):
            raise NotWhole(tournament)
    if target.tournaments():
        raise NotEmpty
    target.write_together(lambda c: _write_all(c, logs, rows))
    return tuple(sorted(logs))


def _read_all(c: Transaction) -> tuple[dict[str, list[Recorded]], dict[str, list[Row]]]:
    logs: dict[str, list[Recorded]] = {row[0]: [] for row in c.rows("SELECT tournament FROM heads")}
    for record in map(record_of, c.rows(EVERYTHING)):
        logs[record.tournament].append(record)
    tables = COLUMNS.items()
    return logs, {table: c.rows(f"SELECT {columns} FROM {table}") for table, columns in tables}  # noqa: S608


def _write_all(c: Transaction, logs: Mapping[str, list[Recorded]], rows: Mapping[str, list[Row]]) -> None:
    c.rows("DELETE FROM facts WHERE space = 'tokens' RETURNING key")  # the key of an empty site's first start
    for tournament, log in logs.items():
        c.rows(NEW_HEAD, tournament, GENESIS)
        insert(c, tournament, tuple(log))
    for table, columns in COLUMNS.items():
        marks = ", ".join("?" for _ in columns.split(","))
        put = PUT if table == "facts" else f"INSERT INTO {table} ({columns}) VALUES ({marks})"  # noqa: S608
        c.many(put, rows[table])  # packs and editions that were loaded here before stay
