"""Games and matches that are lost without being played to their end: sanctions, components, leaving."""

from collections.abc import Mapping

from komandor.core.games.reports import GAMES
from komandor.core.games.shorthand import conceded_by, lost_by
from komandor.core.ids import NOBODY, PlayerNo, RuleId, other
from komandor.core.outcomes import Outcome, SideScore
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament.action import Answer
from komandor.core.tournament.actions.results import ResultAnnulled, ResultCorrected, ResultEntered
from komandor.core.tournament.readings.lost_games import (
    DECIDING,
    games_lost,
    loss_shown,
    lost_by_ruling,
    own_points,
    several_games,
)
from komandor.core.tournament.readings.pairings import not_playable
from komandor.core.tournament.readings.regulations import bye_score, match_slip, rules
from komandor.core.tournament.readings.scoring import dependents, scores_of, slip_score, winner_of
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import Plain, Scored, both_lost

CONCEDED = "AMB-G37"


def lose_match(t: Tournament, match: Match, loser: PlayerNo, reason: str) -> Answer:
    """A match lost by a sanction or a missing component: worth what the game's concession is worth.

    If rulings have taken it from the opponent too, both lose it (AMB-G25).
    """
    if waits := _waits(t, match):
        return waits
    result, both = match.result, lost_by_ruling(t, match, match.opponent(loser) or NOBODY)
    winner = None if both else match.opponent(loser)
    lost_before = result and (
        result.forfeit or result.winner == match.opponent(loser) or both_lost(result.scores)
    )
    if match.final and lost_before:
        return ()
    stage = t.stage_of(match).kind
    if both and stage.out_after_one_loss:
        return refuse("result.winner_needed", stage.winner_rule, match=match.number)
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


def _waits(t: Tournament, match: Match) -> Refusal | None:
    """Why no game of this match can be lost now: it is not shown, or the pairs of its round are outdated."""
    if match.b is None or not t.rounds[match.round].shown:
        return refuse("match.unknown", None, match=match.number)
    open_ = not_playable(t) if match.round == t.round_number else []
    return Refusal(tuple(open_)) if open_ else None


def _worth(t: Tournament, match: Match, winner: PlayerNo) -> int:
    """What a match is worth that rulings took from the opponent: of two games only those the winner kept.

    Each game has its own points, so a game that both have lost is worth nothing to either (SWL-SCORE-1,
    SWL-ERR-4).
    """
    own, points = games_lost(t, match, winner), rules(t).data.points
    if not own or not own_points(t, match):
        return bye_score(t).points
    return own * points["loss"] + (DECIDING - own) * points["win"]


def lose_game(t: Tournament, match: Match, loser: PlayerNo, reason: str, rule: RuleId) -> Answer:
    """One game is lost; a match of several games goes on with the others (COM-LOST-4, SWL-SANC-3).

    A result that does not show the lost game is annulled, so that it is entered again.
    """
    lost = games_lost(t, match, loser) + 1
    if not several_games(t, match) or lost >= DECIDING:
        return lose_match(t, match, loser, reason)
    if waits := _waits(t, match):
        return waits
    result = match.result
    if result is None or result.forfeit or loss_shown(t, match, result, loser, lost):
        return ()
    blocked = dependents(t, match, (), None) if match.final else None
    return blocked or (ResultAnnulled(match.number, reason, rule),)


def concede(t: Tournament, match: Match, loser: PlayerNo, report: Mapping[str, Plain]) -> Answer:
    """A game in progress is given up by leaving: scored by the game's own rule for concessions (AMB-G37).

    Where each game has points of its own, those played before keep theirs (SWL-SCORE-1).
    """
    if waits := _waits(t, match):
        return waits
    several = several_games(t, match)
    if several and own_points(t, match):
        if GAMES not in report:
            return refuse("drop.games_so_far", rules(t).data.rules["score"], player=loser, match=match.number)
        report = _rest_lost(t, match, loser, report)
    elif several and not report:
        return lose_match(t, match, loser, CONCEDED)
    slip = report if several else {**conceded_by(match.side(loser)), **report}
    score = slip_score(t, match, slip)
    if isinstance(score, Refusal):
        return score
    last = score.games[-1].winner if score.games and own_points(t, match) else score.winner
    if last != other(match.side(loser)):
        return refuse(
            "drop.not_conceded", rules(t).data.rules["concession"], player=loser, match=match.number
        )
    worth = scores_of(match, score)
    return (ResultEntered(match=match.number, report=slip, scores=worth, winner=winner_of(match, score)),)


def _rest_lost(
    t: Tournament, match: Match, loser: PlayerNo, report: Mapping[str, Plain]
) -> Mapping[str, Plain]:
    """The slip with every game that is not on it yet lost by who leaves."""
    games, most = report[GAMES], match_slip(t, match).most_games
    played = tuple(games) if isinstance(games, (tuple, list)) else ()
    return {**report, GAMES: (*played, *(lost_by(match.side(loser)) for _ in range(len(played), most)))}
