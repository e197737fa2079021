"""Games that a player has lost by a sanction or for a missing component, and whether a slip shows them."""

from collections.abc import Mapping

from komandor.core.games.reports import GAMES
from komandor.core.ids import SIDES, MatchNo, PlayerNo
from komandor.core.outcomes import MatchScore, Outcome
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament.readings.cut import awaiting
from komandor.core.tournament.readings.pairings import held_up
from komandor.core.tournament.readings.regulations import match_situation, match_slip, rules
from komandor.core.tournament.state import Match, Result, Tournament
from komandor.core.tournament.values import LOSSES, Plain, both_lost

DECIDING = 2
"""Whoever has lost so many games has lost a match of two or three games."""


def open_match(t: Tournament, player: PlayerNo) -> Match | None:
    """The player's match, if pairings are out and it has no final result."""
    round_ = t.round
    if round_ is None or not round_.open or awaiting(t, t.stages[round_.stage]) or held_up(t):
        return None  # before the first game of a stage they are replaced (COM-CUT-3)
    here = (m for m in t.in_round(round_.number) if player in m.players)
    return next((m for m in here if m.kind == "match" and not m.final), None)


def game_in_progress(t: Tournament, player: PlayerNo) -> Match | None:
    """The Swiss match that a player would leave behind: conceded or not played? (AMB-G37)"""
    match = open_match(t, player) if t.phase == "running" else None
    return match if match and not t.stage_of(match).kind.eliminates else None


def games_lost(t: Tournament, match: Match, player: PlayerNo) -> int:
    """Games of this match that a ruling took from the player (COM-LOST-4, SWL-SANC-1, SWL-SANC-3)."""
    return _by_sanction(t, match, player) + sum(
        x.player == player and x.lost_in == match.number for x in t.components.values()
    )


def _by_sanction(t: Tournament, match: Match, player: PlayerNo) -> int:
    """A lost match is the loss of as many games as decide it."""
    own = [x.kind for x in t.sanctions.values() if x.player == player and x.match == match.number]
    return own.count("game_loss") + own.count("match_loss") * _needed(t, match)


def _needed(t: Tournament, match: Match) -> int:
    return DECIDING if several_games(t, match) else 1


def several_games(t: Tournament, match: Match) -> bool:
    return match_slip(t, match).most_games > 1


def own_points(t: Tournament, match: Match) -> bool:
    """Whether each game of the match has points of its own, whoever wins the match (SWL-SCORE-1)."""
    return match_slip(t, match).most_games == DECIDING


def lost_by_ruling(t: Tournament, match: Match, player: PlayerNo) -> bool:
    """Whether rulings took the whole match from the player."""
    return games_lost(t, match, player) >= _needed(t, match)


def rulings(t: Tournament, match: Match) -> tuple[Reason, ...]:
    """The games that rulings took from the players: what a slip of this match has to show."""
    lost = ((n, games_lost(t, match, n)) for n in match.players if not match.final)
    return tuple(
        why("match.game_lost", _taken_by(t, match, n), player=n, games=games) for n, games in lost if games
    )


def _taken_by(t: Tournament, match: Match, player: PlayerNo) -> str:
    """The rule by which it was taken: a sanction; a card missing during a game, without time to look for it
    (COM-LOST-6); or what was not found in time (COM-LOST-4)."""
    known = rules(t).data.rules
    if _by_sanction(t, match, player):
        return known.get("sanction", "COM-COND-8")
    at_once = any(
        x.playing and (x.kind, x.category, x.minutes) == ("lost", "card", 0)
        for x in t.components.values()
        if x.player == player and x.lost_in == match.number
    )
    return known.get("missing_card", "COM-LOST-4") if at_once else "COM-LOST-4"


def contradiction(
    t: Tournament, match: Match, report: Mapping[str, Plain], score: MatchScore
) -> Refusal | None:
    """Refuses a slip in which a player has lost fewer games than rulings took from them."""
    for player in match.players:
        due = min(games_lost(t, match, player), _needed(t, match))
        if _lost(match, report, score, player) < due:
            rule = _taken_by(t, match, player)
            return refuse("result.game_lost", rule, match=match.number, player=player, games=due)
    return None


def loss_shown(t: Tournament, match: Match, result: Result, player: PlayerNo, due: int) -> bool:
    """Whether a result shows that the player has lost so many games of the match."""
    if result.override:
        return both_lost(result.scores) or result.winner not in (None, player)
    score = rules(t).score(result.report, match_situation(t, match))
    return not isinstance(score, Refusal) and _lost(match, result.report, score, player) >= due


def unfounded(now: Tournament, after: Tournament) -> Match | None:
    """A match whose result an undo would leave without the rulings that made it, or beside one that it hides.

    `after` is what the undo, or a redo, would make of the event.
    """
    touched = {number for t in (now, after) for number in _ruled_matches(t)}
    for match in (after.matches[number] for number in sorted(touched & after.matches.keys())):
        before, result = now.matches.get(match.number), match.result
        if before is None or result is None or result.forfeit:
            continue
        if result.override and _made(now, before) and _made(now, before) != _made(after, match):
            return match
        for player in match.players:
            lost = games_lost(after, match, player)
            due = min(lost, _needed(after, match))
            if lost > games_lost(now, before, player) and not loss_shown(after, match, result, player, due):
                return match
    return None


def _ruled_matches(t: Tournament) -> set[MatchNo]:
    """The matches of which rulings took games."""
    by_sanction = {x.match for x in t.sanctions.values() if x.match is not None and x.kind in LOSSES}
    return by_sanction | {x.lost_in for x in t.components.values() if x.lost_in is not None}


def _made(t: Tournament, match: Match) -> tuple[int, ...]:
    """The games by which rulings decide the match; none if they do not."""
    most = _needed(t, match)
    lost = tuple(min(games_lost(t, match, player), most) for player in match.players)
    counts = lost if own_points(t, match) else tuple(most * (games == most) for games in lost)
    return counts if most in lost else ()


def _lost(match: Match, report: Mapping[str, Plain], score: MatchScore, player: PlayerNo) -> int:
    """Games that the player has lost by this slip; a match given up or lost by both counts in full."""
    own = match.side(player)
    outcome = score.sides[SIDES.index(own)].outcome
    if outcome in (Outcome.CONCEDED, Outcome.DOUBLE_LOSS):
        return DECIDING
    if not score.games:
        return int(score.winner not in (None, own))
    games = report.get(GAMES, ())
    slips = games if isinstance(games, (tuple, list)) else ()
    both = sum(isinstance(one, Mapping) and one.get("end") == "double_loss" for one in slips)
    return both + sum(game.winner not in (None, own) for game in score.games)
