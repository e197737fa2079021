"""What a result slip is worth to both players, and whether later games depend on it."""

import hashlib
import json
from collections.abc import Mapping

from komandor.core.brackets import DOUBLE_LOSS, descendants
from komandor.core.brackets import Result as GameResult
from komandor.core.games.game import Report, Situation
from komandor.core.games.reports import recorded_first
from komandor.core.games.shorthand import understood, with_the_light_side
from komandor.core.ids import SIDES, PlayerNo
from komandor.core.outcomes import MatchScore, Outcome
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament.readings.knockout import bracket, matches, plan, played_in
from komandor.core.tournament.readings.lost_games import contradiction
from komandor.core.tournament.readings.regulations import (
    match_situation,
    match_slip,
    rules,
    situation,
    slip_of,
)
from komandor.core.tournament.readings.sides import initiative_contradicted, side_unknown, sides_contradicted
from komandor.core.tournament.state import Match, Result, Tournament
from komandor.core.tournament.values import Plain, Scored, both_lost


def scored(
    t: Tournament, match: Match, report: Mapping[str, Plain], correcting: bool = False
) -> tuple[tuple[Scored, ...], PlayerNo | None] | Refusal:
    """The report's worth to both players, by player and never by seat."""
    score = slip_score(t, match, report, correcting)
    if isinstance(score, Refusal):
        return score
    return scores_of(match, score), winner_of(match, score)


def scores_of(match: Match, score: MatchScore) -> tuple[Scored, ...]:
    return tuple(
        Scored(n, side.outcome, side.points, side.mov)
        for n, side in zip(match.players, score.sides, strict=True)
    )


def winner_of(match: Match, score: MatchScore) -> PlayerNo | None:
    return None if score.winner is None else match.players[SIDES.index(score.winner)]


def slip_score(
    t: Tournament, match: Match, report: Mapping[str, Plain], correcting: bool = False
) -> MatchScore | Refusal:
    """The game's reading of the report, if it fits what was ruled and recorded of this match.

    Only a correction with a reason may name other sides or another first player than the record or the rule.
    """
    other = sides_contradicted(t, match, report) or initiative_contradicted(t, match, report)
    if other and not correcting:
        return Refusal((other,))
    where = match_situation(t, match)
    score = rules(t).score(_with_first(t, match, report, where), where)
    if isinstance(score, Refusal):
        return score
    return _needs_winner(t, match, score) or contradiction(t, match, report, score) or score


def typed_slip(t: Tournament, match: Match, text: str) -> Report | Refusal:
    """What a line of quick entry means. Asks for the light side where later finals count it (SWL-SIDE-2)."""
    where = match_situation(t, match)
    report = understood(rules(t), text, where)
    if isinstance(report, Refusal) or not side_unknown(t, match, report):
        return report
    lines = with_the_light_side(rules(t), text, where)
    return refuse("sides.who_was_light", "SWL-SIDE-2", field="shorthand", choices=lines) if lines else report


def _with_first(
    t: Tournament, match: Match, report: Mapping[str, Plain], where: Situation
) -> Mapping[str, Plain]:
    """The report with who has the initiative or plays light, if it was recorded before (ARM-SETUP-5)."""
    if match.first is None:
        return report
    return {**recorded_first(slip_of(t, where.kind), match.side(match.first), match.choice), **report}


def _needs_winner(t: Tournament, match: Match, score: MatchScore) -> Refusal | None:
    """A knock-out match has a winner (COM-ELIM-7); only Star Wars LCG knows double losses there (AMB-S22)."""
    stage = t.stage_of(match)
    if not stage.kind.needs_winner or score.winner is not None:
        return None
    if not stage.kind.out_after_one_loss and score.sides[0].outcome == Outcome.DOUBLE_LOSS:
        return None
    return refuse("result.winner_needed", stage.kind.winner_rule, match=match.number)


def unplayed_losses(t: Tournament) -> tuple[tuple[Match, Mapping[str, Plain], tuple[Scored, ...]], ...]:
    """The matches of this Swiss round without any result, lost by both if the edition says so."""
    round_ = t.round
    if round_ is None or rules(t).data.unplayed != "double_loss" or t.stages[round_.stage].kind.eliminates:
        return ()
    report = _double_loss(t)
    still = [m for m in t.in_round(round_.number) if m.kind == "match" and m.result is None]
    worth = [(m, scored(t, m, report)) for m in still if report]
    return tuple((m, report, one[0]) for m, one in worth if not isinstance(one, Refusal))


def _double_loss(t: Tournament) -> Mapping[str, Plain]:
    """The slip by which both lose a Swiss match: the game's own example of it."""
    game, where = rules(t), situation(t)
    for text in game.examples(where):
        report = game.shorthand(text, where)
        score = report if isinstance(report, Refusal) else game.score(report, where)
        if not isinstance(score, Refusal) and score.sides[0].outcome == Outcome.DOUBLE_LOSS:
            return report  # type: ignore[return-value]
    return {}


def dependents(
    t: Tournament,
    match: Match,
    scores: tuple[Scored, ...],
    winner: PlayerNo | None,
    corrected: bool = False,
) -> Refusal | None:
    """Changing a knock-out result that later games hang on: they must be undone first.

    A correction may come before the next round has begun: that one is paired again (AMB-G45).
    """
    stage = t.stage_of(match)
    if stage.kind.bracket is None or match.game is None:
        return None
    if match.result is not None and match.result.winner == winner and match.final:
        return None
    later = set(descendants(plan(stage), match.game))
    seated = [m for m in matches(t, stage) if m.game in later and not (corrected and _not_begun(t, m))]
    if seated:
        numbers = tuple(m.number for m in seated)
        return refuse("result.later_games_depend", "COM-ELIM-3", match=match.number, matches=numbers)
    if not scores:  # annulled: nothing to try on
        return None
    changed: dict[int, GameResult] = {match.game: DOUBLE_LOSS if both_lost(scores) else winner}
    tried = bracket(t, stage, changed)
    return tried if isinstance(tried, Refusal) else None


def _not_begun(t: Tournament, later: Match) -> bool:
    return later.round == t.round_number and not played_in(t, t.rounds[later.round])


def report_code(result: Result | None) -> str:
    """A short code for exactly this report, so that nobody confirms another one than they saw."""
    if result is None:
        return ""
    scores = [[s.player, s.outcome, s.points, s.mov] for s in result.scores]
    text = json.dumps([result.reported_by, scores, result.report], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


TO_TWO_WINS = 3  # games at most


def games_won(t: Tournament, match: Match) -> tuple[int, int] | None:
    """How many games each side won, in a match to two wins; None in others and where no slip was kept."""
    if match.b is None or match.result is None or not match.result.report:
        return None
    if match_slip(t, match).most_games != TO_TWO_WINS:
        return None
    score = rules(t).score(match.result.report, match_situation(t, match))
    return None if isinstance(score, Refusal) else wins_in(t, match, score)


def wins_in(t: Tournament, match: Match, score: MatchScore) -> tuple[int, int] | None:
    """The games that each side has won by this reading of the slip, in a match to two wins."""
    if match_slip(t, match).most_games != TO_TWO_WINS:
        return None
    won = [game.winner for game in score.games]
    return won.count("a"), won.count("b")


def under_another_first(now: Tournament, after: Tournament) -> Match | None:
    """A match whose result an undo would leave with another first player than the one it rests on."""
    for number, match in after.matches.items():
        before, result = now.matches.get(number), match.result
        if before is None or result is None or not result.report or before.first == match.first:
            continue
        report = result.report
        worth = scored(after, match, report)
        other = initiative_contradicted(after, match, report) or sides_contradicted(after, match, report)
        if other or isinstance(worth, Refusal) or worth[0] != result.scores:
            return match
    return None
