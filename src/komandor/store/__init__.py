"""Where logs are kept: in memory, in a SQLite file, in PostgreSQL."""

from pathlib import Path

from komandor.log.store import EventStore

__all__ = ["open_store"]

NO_POSTGRES = (
    "PostgreSQL needs libraries that are not installed here; "
    "install them with: python -m pip install 'komandor[postgres]'"
)


def open_store(where: str | Path) -> EventStore:
    """ "memory:", "postgres://…", or a path: of a folder, or of a SQLite file."""
    text = str(where)
    if text == "memory:":
        from komandor.store.memory import MemoryStore

        return MemoryStore()
    if text.startswith(("postgres://", "postgresql://")):
        try:
            from komandor.store.postgres import PostgresStore
        except ImportError as missing:
            raise ValueError(NO_POSTGRES) from missing

        return PostgresStore(text)
    if "://" in text:
        raise ValueError(f"{text.partition('://')[0]}:// is no store that Komandor knows")
    from komandor.store.sqlite import SqliteStore

    return SqliteStore(Path(where))
