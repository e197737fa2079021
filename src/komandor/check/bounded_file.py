"""Reads a file whose sender is not trusted: no more of it than the checks can hold in memory."""

from pathlib import Path

MOST_BYTES = 64 * 1024 * 1024
MOST_PARTS = 5_000_000
"""Values in all its lists and objects; a log of 3,000 players and 12 rounds has about one million."""


class Unreadable(Exception):
    """This is not a tournament file, or it is incomplete or too large."""


def bounded(path: Path) -> bytes:
    """The content of the file; raises `Unreadable` if it cannot be read or is too large."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as problem:
        raise Unreadable(problem.strerror or str(problem)) from None
    refuse_large(data)
    return data


def refuse_large(data: bytes) -> None:
    """Raise `Unreadable` for more than a tournament can need."""
    if len(data) > MOST_BYTES:
        raise Unreadable(f"the file is larger than {MOST_BYTES >> 20} MB")
    if sum(data.count(sign) for sign in (b"[", b"{", b",")) > MOST_PARTS:
        raise Unreadable(f"the file has more than {MOST_PARTS} values")
