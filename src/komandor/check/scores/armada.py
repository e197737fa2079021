"""Armada from the slip (docs/rules/armada.md, sections 11 and 12)."""

from komandor.check.documents import ARMADA
from komandor.check.editions import Book
from komandor.check.scores import slip as s
from komandor.check.scores.slip import Case, Side, Slip, Unclear, Verdict


def score(slip: Slip, case: Case) -> Verdict:
    end, book = slip.get("end"), case.numbers(ARMADA)
    if end == "double_loss":
        return s.both_lose(book)
    if end not in ("rounds", "time", "destruction", "concession"):
        raise Unclear("end")
    ships = s.pair(slip, "ships_left") if slip.get("ships_left") is not None else (True, True)
    points = _points(slip, (bool(ships[0]), bool(ships[1])), book.limits["fleet_destroyed"])
    if slip.get("conceded_by") and all(ships):  # AMB-A6
        return _conceded(points, s.side(slip, "conceded_by"), book)
    if end != "concession" and all(ships) == (end == "destruction"):
        raise Unclear("ships_left")
    if not any(ships) or (all(ships) and points[0] == points[1]):  # ARM-END-2, ARM-END-6: the second player
        return _by_margin(s.other(s.side(slip, "first")), 0, book)
    winner = s.alive((bool(ships[0]), bool(ships[1]))) or s.higher(points) or "a"
    lead = points[0] - points[1] if winner == "a" else points[1] - points[0]
    return _by_margin(winner, max(0, min(book.limits["most_margin"], lead)), book)  # ARM-SCORE-3


def _points(slip: Slip, ships: tuple[bool, bool], whole: int) -> tuple[int, int]:
    """Points for destroyed ships and squadrons and for objectives; 400 if no ship is left (ARM-SCORE-1/2)."""
    summed = None
    if slip.get("destroyed") is not None:
        lost = s.pair(slip, "destroyed")
        tokens = s.pair(slip, "objectives") if slip.get("objectives") is not None else (0, 0)
        summed = ((lost[0] if ships[1] else whole) + tokens[0], (lost[1] if ships[0] else whole) + tokens[1])
    if slip.get("scores") is None:
        if summed is None:
            raise Unclear("scores")
        return summed
    total = s.pair(slip, "scores")
    if summed is not None and total != summed:
        raise Unclear("scores")
    if (not ships[1] and total[0] < whole) or (not ships[0] and total[1] < whole):
        raise Unclear("scores")
    return total


def _by_margin(winner: str, mov: int, book: Book) -> Verdict:
    for low, won, lost in book.margins:  # ARM-SCORE-5
        if mov >= low:
            return s.verdict(winner, Side("win", won, mov), Side("loss", lost))
    raise Unclear("scores")


def _conceded(points: tuple[int, int], loser: str, book: Book) -> Verdict:
    """A concession: a lead of 140 or more counts by the margin table, else 8 and 140 (ARM-CONC-2)."""
    lead = points[1] - points[0] if loser == "a" else points[0] - points[1]
    fixed = book.limits["concession_lead"]
    if lead >= fixed:
        mov = min(book.limits["most_margin"], lead)
        worth = next(won for low, won, _ in book.margins if mov >= low)
        return s.verdict(s.other(loser), Side("win", worth, mov), Side("conceded", 0))
    return s.verdict(
        s.other(loser), Side("win", book.limits["concession_points"], fixed), Side("conceded", 0)
    )
