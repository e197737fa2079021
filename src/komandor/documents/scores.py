"""Which points of a Cryodex file are tournament points: those of its matches, or so many for a win.

A file has the points of each match, and of each player only the sum of tournament points (`score`). If the
matches sum up to the scores, their points are tournament points. If the scores are always so many for a win,
a draw and a loss (3, 1, 0 in today's X-Wing), they are that, and the points of the matches are shown as the
score. Else (5 for a win and 3 for a narrow one, in old X-Wing) the scores count as they stand, with a note.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from komandor.documents.document import (
    DocumentMatch,
    DocumentNote,
    DocumentRound,
    EventDocument,
    Points,
)
from komandor.documents.ranked import exact

WINS, DRAWS, LOSSES = range(3)
Worth = tuple[Fraction, Fraction, Fraction]
"""Points for a win (or a bye), a draw and a loss."""


def in_tournament_points(document: EventDocument, scores: Mapping[int, Fraction]) -> EventDocument:
    """The document with tournament points in its Swiss matches; scores of the game itself stay readable."""
    swiss = [m for r in document.rounds if not r.eliminates for m in r.matches]
    sums = dict.fromkeys(scores, Fraction())
    for match in swiss:
        for side in match.sides:
            sums[side.player] = sums.get(side.player, Fraction()) + exact(side.points)
    if not scores or all(sums[n] == score for n, score in scores.items()):
        return document
    worth = _worth(_records([m for m in swiss if _played(m)]), scores)
    if worth is None:
        return replace(document, notes=(*document.notes, DocumentNote(kind="scores")))
    rounds = tuple(r if r.eliminates else _in_worth(r, worth) for r in document.rounds)
    return replace(document, rounds=rounds)


def _played(match: DocumentMatch) -> bool:
    return match.winner is not None or any(side.points is not None for side in match.sides)


def _records(swiss: Sequence[DocumentMatch]) -> dict[int, list[int]]:
    """How many Swiss matches each player won, drew and lost."""
    found: dict[int, list[int]] = {}
    for match in swiss:
        for side in match.sides:
            found.setdefault(side.player, [0, 0, 0])[_ended(match, side.player)] += 1
    return found


def _ended(match: DocumentMatch, player: int) -> int:
    return DRAWS if match.winner is None else WINS if match.winner == player else LOSSES


def _worth(records: Mapping[int, Sequence[int]], scores: Mapping[int, Fraction]) -> Worth | None:
    """What a win, a draw and a loss are worth, if all scores follow from that: solved as Gauss did."""
    rows = {(*map(Fraction, records.get(n, (0, 0, 0))), score) for n, score in scores.items()}
    left: list[Sequence[Fraction]] = [*sorted(rows)]
    solved: dict[int, list[Fraction]] = {}
    for column in (WINS, DRAWS, LOSSES):
        row = next((row for row in left if row[column]), None)
        if row is None:
            continue
        left.remove(row)
        solved[column] = [cell / row[column] for cell in row]
        left = [_without(other, column, solved[column]) for other in left]
        solved = {
            key: other if key == column else _without(other, column, solved[column])
            for key, other in solved.items()
        }
    if any(any(row) for row in left):
        return None
    win, draw, loss = (solved[at][-1] if at in solved else Fraction() for at in (WINS, DRAWS, LOSSES))
    return (win, draw, loss) if win >= draw >= loss >= 0 else None


def _without(row: Sequence[Fraction], column: int, other: Sequence[Fraction]) -> list[Fraction]:
    return [cell - row[column] * part for cell, part in zip(row, other, strict=True)]


def _in_worth(round_: DocumentRound, worth: Worth) -> DocumentRound:
    def told(match: DocumentMatch) -> DocumentMatch:
        if not _played(match):
            return match
        sides = [replace(s, points=_points(worth[_ended(match, s.player)])) for s in match.sides]
        score = "–".join(f"{exact(s.points)}" for s in match.sides) if len(sides) == 2 else ""
        return replace(match, sides=tuple(sides), score=score)

    return replace(round_, matches=tuple(map(told, round_.matches)))


def _points(value: Fraction) -> Points:
    return int(value) if value.denominator == 1 else float(value)
