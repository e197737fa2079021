"""Imperial Assault and Destiny: a win is worth one point, and a match may be a best of three."""

from collections.abc import Callable

from komandor.check.scores.slip import Side, Slip, Unclear, Verdict, games, higher, other, side, verdict

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


def won_by(winner: str, conceded: bool = False) -> Verdict:
    """One point to the winner (IA-SCORE-1, DES-SCORE-1)."""
    return verdict(winner, Side("win", 1), Side("conceded" if conceded else "loss", 0))


def match(slip: Slip, judge: Judge) -> Verdict | None:
    """The verdict by two wins, by a concession, or by more wins at time; None if it is level at time."""
    won = wins(slip, judge)
    if max(won) >= 2:
        return won_by(higher(won) or "a")
    if slip.get("conceded_by"):
        return won_by(other(side(slip, "conceded_by")), conceded=True)
    if not slip.get("time_called") and all(game.get("end") != "time" for game in games(slip)):
        raise Unclear("games")
    leader = higher(won)
    return won_by(leader) if leader else None
