"""How a result slip reads: sides "a" and "b", pairs for both, games in a list.

A slip that cannot be scored raises `Unclear` with the field; the checker reports it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from komandor.check.editions import Book, of_document

Slip = Mapping[str, Any]


class Unclear(Exception):
    """The slip lacks something that the rules need."""


class Side(NamedTuple):
    outcome: str
    points: int
    mov: int = 0


class Verdict(NamedTuple):
    """Winner "a", "b" or None, and what each side gets."""

    winner: str | None
    a: Side
    b: Side


@dataclass(frozen=True, slots=True)
class Case:
    """What is needed for scoring besides the slip."""

    kind: str  # swiss, knockout, final
    structure: str
    teams: bool
    settings: Mapping[str, Any]  # complete
    book: Book | None = None  # of the event; None: of the document

    def numbers(self, game: str) -> Book:
        return self.book or of_document(game)


def other(side: str) -> str:
    return "b" if side == "a" else "a"


def pair(slip: Slip, key: str) -> tuple[Any, Any]:
    value = slip.get(key)
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise Unclear(key)
    return value[0], value[1]


def side(slip: Slip, key: str) -> str:
    value = slip.get(key)
    if value not in ("a", "b"):
        raise Unclear(key)
    return str(value)


def higher(values: tuple[int, int]) -> str | None:
    return None if values[0] == values[1] else ("a" if values[0] > values[1] else "b")


def lower(values: tuple[int, int]) -> str | None:
    winner = higher(values)
    return None if winner is None else other(winner)


def alive(flags: tuple[bool, bool]) -> str | None:
    """The only side that has something left, or None."""
    return None if flags[0] == flags[1] else ("a" if flags[0] else "b")


def verdict(winner: str, win: Side, loss: Side) -> Verdict:
    return Verdict(winner, win, loss) if winner == "a" else Verdict(winner, loss, win)


def games(slip: Slip) -> list[Slip]:
    listed = slip.get("games")
    return [g for g in listed if isinstance(g, Mapping)] if isinstance(listed, (list, tuple)) else []


def both_lose(book: Book) -> Verdict:
    """A double loss (SWL-ERR-4, AMB-G25)."""
    return Verdict(None, Side("double_loss", book.double_loss), Side("double_loss", book.double_loss))


def agree(slip: Slip, winner: str) -> str:
    """Refuse a slip that names another winner than the one it describes."""
    if slip.get("winner") not in (None, winner):
        raise Unclear("winner")
    return winner
