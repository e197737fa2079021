"""Best of three: who has won how many games, and whether the list of games is possible."""

from dataclasses import dataclass

from komandor.core.games.reports import GAMES
from komandor.core.ids import RuleId, Side
from komandor.core.outcomes import GameScore
from komandor.core.reasons import Refusal, refuse

NEEDED = 2


@dataclass(frozen=True, slots=True)
class Wins:
    """Games won by each side."""

    a: int = 0
    b: int = 0

    @property
    def leader(self) -> Side | None:
        return None if self.a == self.b else ("a" if self.a > self.b else "b")

    @property
    def decided(self) -> bool:
        return max(self.a, self.b) >= NEEDED

    @property
    def level(self) -> bool:
        return self.a == self.b == 1

    def plus(self, winner: Side | None) -> "Wins":
        return Wins(self.a + (winner == "a"), self.b + (winner == "b"))


def count(games: tuple[GameScore, ...], rule: RuleId) -> Wins | Refusal:
    """The wins so far; a game after somebody has won twice is refused."""
    wins = Wins()
    for number, game in enumerate(games):
        if wins.decided:
            return refuse("score.game_after_decision", rule, field=f"{GAMES}[{number}]")
        wins = wins.plus(game.winner)
    return wins
