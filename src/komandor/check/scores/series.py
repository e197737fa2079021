"""Best of three for Imperial Assault and Destiny: how many games each has won."""

from collections.abc import Callable

from komandor.check.scores.slip import Slip, Unclear, games

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


def timed(slip: Slip) -> bool:
    return bool(slip.get("time_called")) or any(game.get("end") == "time" for game in games(slip))
