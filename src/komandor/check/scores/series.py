"""Imperial Assault and Destiny: a win is worth one point, and a match may be a best of three."""

from collections.abc import Callable

from komandor.check.editions import Book
from komandor.check.scores.slip import (
    Side,
    Slip,
    Unclear,
    Verdict,
    both_lose,
    games,
    higher,
    other,
    side,
    verdict,
)

Judge = Callable[[int, Slip, tuple[int, int]], str | None]
"""The winner of a game, by its number from 1 and the wins before it."""


def wins(slip: Slip, judge: Judge) -> tuple[int, int]:
    """The games won by each side; there may be no game after a player's second win."""
    won = (0, 0)
    for number, game in enumerate(games(slip), start=1):
        if max(won) >= 2:
            raise Unclear(f"games[{number - 1}]")
        winner = judge(number, game, won)
        won = (won[0] + (winner == "a"), won[1] + (winner == "b"))
    return won


def won_by(winner: str, book: Book, conceded: bool = False) -> Verdict:
    """The points of a win and a loss (IA-SCORE-1, DES-SCORE-1)."""
    won, lost = book.points["win"], book.points["loss"]
    return verdict(winner, Side("win", won), Side("conceded" if conceded else "loss", lost))


def match(slip: Slip, judge: Judge, book: Book) -> Verdict | None:
    """The verdict by two wins, by a concession, or by more wins at time; None if it is level at time."""
    if slip.get("double_loss"):
        return both_lose(book)
    won = wins(slip, judge)
    if max(won) >= 2:
        return won_by(higher(won) or "a", book)
    if slip.get("conceded_by"):
        return won_by(other(side(slip, "conceded_by")), book, conceded=True)
    if not slip.get("time_called") and all(game.get("end") != "time" for game in games(slip)):
        raise Unclear("games")
    leader = higher(won)
    return won_by(leader, book) if leader else None
