"""The numbers that an event is played by: the document's, or those of the edition in its log.

The checker reads the text of an edition by itself. It does not ask whether the text is well made; it asks
what the text says about points, margins, clocks, structures, tie-breakers and policies.
"""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from komandor.check import documents
from komandor.check.documents import Range, Row


class UnreadableEdition(Exception):
    """The log names an edition that cannot be read, or that is another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """The numbers of one event."""

    structures: Mapping[str, tuple[Row, ...]]
    cuts: tuple[int, ...]
    bye: tuple[int, int]  # points, margin of victory
    missed: int
    double_loss: int
    points: Mapping[str, int]
    margins: tuple[tuple[int, int, int], ...]  # the largest first
    limits: Mapping[str, int]
    clocks: Mapping[str, Range]
    order: tuple[str, ...]  # tie-breakers
    swiss_best_of: int
    unplayed: str  # wait, double_loss
    loaded: bool = False

    def row(self, structure: str, players: int) -> tuple[int, int] | None:
        """Swiss rounds and cut for this many players, or None if there is no row (AMB-G23)."""
        found = None
        for low, rounds, cut in self.structures.get(structure, ()):
            if players >= low:
                found = (rounds, cut)
        return found


def of_document(game: str) -> Book:
    """The numbers of the game's document."""
    return Book(
        structures={name: rows for (one, name), rows in documents.STRUCTURES.items() if one == game},
        cuts=documents.CUTS.get(game, ()),
        bye=documents.BYE.get(game, (0, 0)),
        missed=0,
        double_loss=0,
        points=documents.POINTS.get(game, {}),
        margins=documents.MARGINS,
        limits=documents.LIMITS.get(game, {}),
        clocks={name: clock for (one, name), clock in documents.CLOCKS.items() if one == game},
        order=documents.TIEBREAKERS.get(game, ()),
        swiss_best_of=1,
        unplayed="wait",
    )


def of_log(game: str, edition: str, text: str, digest: str) -> Book:
    """The numbers that the log names. Raises UnreadableEdition."""
    if not text:
        if edition not in documents.EDITIONS:
            raise UnreadableEdition(
                f"{edition} is no edition of a document, and the log does not hold its text"
            )
        return of_document(game)
    if hashlib.sha256(text.encode()).hexdigest() != digest:
        raise UnreadableEdition("the digest is not that of the text")
    try:
        table = tomllib.loads(text)
        known = table["base"] in documents.EDITIONS and table["base"].split("@")[0] == game
        if table["edition"] != edition or not known:
            raise UnreadableEdition(f"the text is that of {table['edition']} on {table['base']}")
        return _changed(of_document(game), table)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
        raise UnreadableEdition(f"{type(problem).__name__} {problem}") from problem


def _changed(book: Book, table: Mapping[str, Any]) -> Book:
    margins = [(int(r["from"]), int(r["winner"]), int(r["loser"])) for r in table.get("margins", ())]
    rows = {
        name: tuple((int(r["from"]), int(r["rounds"]), int(r.get("cut", 0))) for r in listed)
        for name, listed in table.get("structures", {}).items()
    }
    bye, policies = table.get("bye", {}), table.get("policies", {})
    clocks: dict[str, Range] = {kind: (int(n), None, None) for kind, n in table.get("clocks", {}).items()}
    return replace(
        book,
        structures={**book.structures, **rows},
        cuts=tuple(table.get("cuts", book.cuts)),
        bye=(int(bye.get("points", book.bye[0])), int(bye.get("mov", book.bye[1]))),
        missed=int(table.get("missed", {}).get("points", book.missed)),
        double_loss=int(table.get("double_loss", {}).get("points", book.double_loss)),
        points={**book.points, **table.get("points", {})},
        margins=tuple(sorted(margins, reverse=True)) or book.margins,
        limits={**book.limits, **table.get("limits", {})},
        clocks={**book.clocks, **clocks},
        order=tuple(key for key in table.get("tiebreakers", book.order) if key in documents.NUMBERS),
        swiss_best_of=int(table.get("swiss_best_of", book.swiss_best_of)),
        unplayed=str(policies.get("unplayed", book.unplayed)),
        loaded=True,
    )
