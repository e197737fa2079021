"""Games and matches that are lost without being played to their end: sanctions, components, leaving."""

from collections.abc import Mapping

from komandor.core.games.shorthand import conceded_by
from komandor.core.ids import NOBODY, PlayerNo, RuleId
from komandor.core.outcomes import Outcome, SideScore
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament.action import Answer
from komandor.core.tournament.actions.results import ResultAnnulled, ResultCorrected, ResultEntered
from komandor.core.tournament.readings.lost_games import (
    DECIDING,
    games_lost,
    loss_shown,
    lost_by_ruling,
    several_games,
)
from komandor.core.tournament.readings.regulations import bye_score, match_slip, rules
from komandor.core.tournament.readings.scoring import dependents, scored
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import Plain, Scored, both_lost

CONCEDED = "AMB-G37"


def lose_match(t: Tournament, match: Match, loser: PlayerNo, reason: str) -> Answer:
    """A match lost by a sanction or a missing component: worth what the game's concession is worth.

    If rulings have taken it from the opponent too, both lose it (AMB-G25).
    """
    if match.b is None or not t.rounds[match.round].shown:
        return refuse("match.unknown", None, match=match.number)
    result, both = match.result, lost_by_ruling(t, match, match.opponent(loser) or NOBODY)
    winner = None if both else match.opponent(loser)
    lost_before = result and (
        result.forfeit or result.winner == match.opponent(loser) or both_lost(result.scores)
    )
    if match.final and lost_before:
        return ()
    if both and t.stage_of(match).kind.out_after_one_loss:
        return refuse("result.winner_needed", "COM-ELIM-7", match=match.number)
    bye, lost = bye_score(t), rules(t).data.double_loss if both else SideScore(Outcome.CONCEDED, 0)
    scores = tuple(
        Scored(n, lost.outcome, lost.points)
        if both or n == loser
        else Scored(n, Outcome.WIN, _worth(t, match, n), bye.mov)
        for n in match.players
    )
    if blocked := dependents(t, match, scores, winner):
        return blocked
    corrects = match.final or t.rounds[match.round].status == "closed"
    kind = ResultCorrected if corrects else ResultEntered
    return (kind(match=match.number, report={}, scores=scores, winner=winner, override=True, reason=reason),)


def _worth(t: Tournament, match: Match, winner: PlayerNo) -> int:
    """What a match is worth that rulings took from the opponent: of two games only those the winner kept.

    Each game has its own points, so a game that both have lost is worth nothing to either (SWL-SCORE-1,
    SWL-ERR-4).
    """
    own, points = games_lost(t, match, winner), rules(t).data.points
    if not own or match_slip(t, match).most_games != DECIDING:
        return bye_score(t).points
    return own * points["loss"] + (DECIDING - own) * points["win"]


def lose_game(t: Tournament, match: Match, loser: PlayerNo, reason: str, rule: RuleId) -> Answer:
    """One game is lost; a match of several games goes on with the others (COM-LOST-4, SWL-SANC-3).

    A result that does not show the lost game is annulled, so that it is entered again.
    """
    lost = games_lost(t, match, loser) + 1
    if not several_games(t, match) or lost >= DECIDING:
        return lose_match(t, match, loser, reason)
    if match.b is None or not t.rounds[match.round].shown:
        return refuse("match.unknown", None, match=match.number)
    result = match.result
    if result is None or result.forfeit or loss_shown(t, match, result, loser, lost):
        return ()
    blocked = dependents(t, match, (), None) if match.final else None
    return blocked or (ResultAnnulled(match.number, reason, rule),)


def concede(t: Tournament, match: Match, loser: PlayerNo, report: Mapping[str, Plain]) -> Answer:
    """A game in progress is given up by leaving: scored by the game's own rule for concessions (AMB-G37)."""
    if several_games(t, match) and not report:
        return lose_match(t, match, loser, CONCEDED)
    given_up = {} if several_games(t, match) else conceded_by(match.side(loser))
    slip = {**given_up, **report}
    worth = scored(t, match, slip)
    if isinstance(worth, Refusal):
        return worth
    scores, winner = worth
    if winner != match.opponent(loser):
        return refuse(
            "drop.not_conceded", rules(t).data.rules["concession"], player=loser, match=match.number
        )
    return (ResultEntered(match=match.number, report=slip, scores=scores, winner=winner),)
