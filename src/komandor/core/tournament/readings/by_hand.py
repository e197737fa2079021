"""Results that the organiser sets by hand: winner, outcomes and points that could be (COM-PTS-1)."""

from komandor.core.games.game import GameData
from komandor.core.ids import PlayerNo
from komandor.core.outcomes import Outcome
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament.readings.regulations import match_situation, rules
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import Scored

POSSIBLE = {
    Outcome.WIN: {Outcome.LOSS, Outcome.CONCEDED},
    Outcome.MODIFIED_WIN: {Outcome.LOSS, Outcome.CONCEDED},
    Outcome.FORFEIT_WIN: {Outcome.FORFEIT_LOSS},
    Outcome.DRAW: {Outcome.DRAW},
    Outcome.DOUBLE_LOSS: {Outcome.DOUBLE_LOSS},
    Outcome.FORFEIT_LOSS: {Outcome.FORFEIT_LOSS},
}
"""How a match ended for one player → how it can have ended for the other."""


def by_hand(
    t: Tournament, match: Match, scores: tuple[Scored, ...], winner: PlayerNo | None
) -> tuple[tuple[Scored, ...], PlayerNo | None] | Refusal:
    """The scores in the order of the seats and who has won by them, or why they cannot be."""
    if {s.player for s in scores} != set(match.players) or len(scores) != 2:
        return refuse("result.scores_of_both", None, match=match.number)
    if winner is not None and winner not in match.players:
        return refuse("result.winner_not_here", "COM-ELIM-7", match=match.number)
    data = rules(t).data
    score = data.rules["score"]
    if odd := [s.outcome for s in scores if not data.has(s.outcome)]:
        return refuse("result.no_such_outcome", score, match=match.number, outcome=str(odd[0]))
    best, other = sorted(scores, key=lambda s: not s.outcome.won)
    won = best.player if best.outcome.won else None
    kind = t.stage_of(match).kind
    if won is None and winner is None and kind.needs_winner:
        return refuse("result.winner_needed", kind.winner_rule, match=match.number)
    if other.outcome not in POSSIBLE.get(best.outcome, ()) or winner not in (None, won):
        return refuse("result.outcomes_differ", score, match=match.number)
    if not _points_fit(t, match, best, other):
        most = most_points(t, match)
        return refuse("result.points_impossible", score, match=match.number, most=most)
    return tuple(sorted(scores, key=lambda s: s.player != match.a)), won


def most_points(t: Tournament, match: Match) -> int:
    """What one match can be worth to a player: by its slip, or by a bye."""
    return max(rules(t).match_points(match_situation(t, match)).most, rules(t).data.bye.points)


def most_margin(data: GameData) -> int:
    """The largest margin of victory; 0 where the game has none (ARM-SCORE-3)."""
    return data.limits.get("most_margin", 0) if data.margins else 0


def _points_fit(t: Tournament, match: Match, best: Scored, other: Scored) -> bool:
    """No points below zero or above what a match gives; more for the winner, the same for both in a draw.

    A knock-out match gives no points that count, so there both may have the same.
    """
    without_win = rules(t).match_points(match_situation(t, match)).most_without_win
    won = best.outcome.won
    most = most_points(t, match) if won else without_win
    if not 0 <= best.points <= most or not 0 <= other.points <= without_win:
        return False
    if other.mov or not 0 <= best.mov <= (most_margin(rules(t).data) if won else 0):
        return False
    if won:
        level = best.points == other.points and t.stage_of(match).kind.eliminates
        return level or best.points > other.points
    return best.points == other.points
