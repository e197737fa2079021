"""Reads a file whose sender is not trusted: no more of it than the checks can hold in memory."""

from pathlib import Path

MOST_BYTES = 64 * 1024 * 1024
MOST_PARTS = 5_000_000
"""Values in all its lists and objects; a log of 3,000 players and 12 rounds has about one million."""


class Unreadable(Exception):
    """This is not a tournament file, or it is incomplete or too large. `text` has places for `params`."""

    def __init__(self, text: str, **params: object) -> None:
        self.text, self.params = text, params
        super().__init__(text.format_map(params))


def bounded(path: Path) -> bytes:
    """The content of the file; raises `Unreadable` if it cannot be read or is too large."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as problem:
        raise Unreadable("{problem}", problem=problem.strerror or str(problem)) from problem
    refuse_large(data)
    return data


def refuse_large(data: bytes) -> None:
    """Raise `Unreadable` for more than a tournament can need."""
    if len(data) > MOST_BYTES:
        raise Unreadable("the file is larger than {most} MB", most=MOST_BYTES >> 20)
    if sum(data.count(sign) for sign in (b"[", b"{", b",")) > MOST_PARTS:
        raise Unreadable("the file has more than {most} values", most=MOST_PARTS)
