"""Best of three: who has won how many games, whether the list of games is possible, and who has won."""

from collections.abc import Callable
from dataclasses import dataclass

from komandor.core.games.game import GameData
from komandor.core.games.reports import GAMES, Answers, Slip
from komandor.core.games.verdicts import double_loss, settle, settle_game
from komandor.core.ids import RuleId, Side, other
from komandor.core.outcomes import GameScore, MatchScore, Outcome
from komandor.core.reasons import Reason, Refusal, refuse, why

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


def timed(slip: Slip) -> bool:
    """Whether time was called before the match was over."""
    return slip.match.flag("time_called") or any(game.text("end") == "time" for game in slip.games)


def played_on(data: GameData, game: Answers, code: str, rule: RuleId) -> Refusal | None:
    """Refuses a game 3 that ended before its second game round was over (DES-BO3-4, DES-BO3-5, AMB-I1)."""
    least, played = data.limits["game_rounds_after_time"], game.number("game_rounds")
    if played is None:
        return game.missing("game_rounds", rule)
    if played < least:
        return refuse(code, rule, field=game.where + "game_rounds", least=least, played=played)
    return None


def scored(
    data: GameData,
    slip: Slip,
    several: bool,
    game: Callable[[Answers], GameScore | Refusal],
    match: Callable[[Slip], MatchScore | Refusal],
) -> MatchScore | Refusal:
    """The score of a single game, or of a best of three; both lose where the organiser says so (AMB-G25)."""
    if slip.match.flag("double_loss") if several else slip.only.text("end") == "double_loss":
        return double_loss(data)
    return match(slip) if several else settle_game(data, slip.only, game(slip.only))


def decided_at_time(slip: Slip, games: tuple[GameScore, ...]) -> tuple[Reason, ...]:
    """What decided the last game if time was called in it: the ladder, step by step."""
    return games[-1].reasons if games and slip.games[-1].text("end") == "time" else ()


def won_or_conceded(
    data: GameData, slip: Slip, games: tuple[GameScore, ...], wins: Wins, tally: Reason
) -> MatchScore | None:
    """The score of a match that somebody has won or given up; None if neither has happened."""
    if wins.decided and wins.leader:
        return settle(data, wins.leader, (tally, *decided_at_time(slip, games)), games)
    loser = slip.match.side("conceded_by")
    if loser is None:
        return None
    reason = why("score.match_conceded", data.rules["concession"], loser=loser, winner=other(loser))
    return settle(data, other(loser), (tally, reason), games, loss=Outcome.CONCEDED)
