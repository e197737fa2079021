"""Why a player has this opponent or a bye, computed from the state before the round."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from komandor.core.explain.knockout import why_game, why_no_game
from komandor.core.ids import PlayerNo
from komandor.core.pairing.byes import Bye, eligible
from komandor.core.pairing.entrant import Entrant, Terms
from komandor.core.pairing.explained import Explained
from komandor.core.reasons import Reason, why
from komandor.core.tournament.readings.pairings import entrants_of, terms_of
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.state import Match, Round, Stage, Tournament


def why_opponent(t: Tournament, round: int, player: PlayerNo) -> Reason:
    """Why the player has this opponent in a round, or none."""
    if player not in t.players:
        return why("explain.unknown_player", player=player)
    if round not in t.rounds or not t.rounds[round].matches:
        return why("explain.unknown_round", round=round)
    match = next((m for m in t.in_round(round) if player in m.players), None)
    if match is None:
        return _absent(t, round, player)
    stage = t.stages[t.rounds[round].stage]
    return OF_STAGE[stage.kind](t, stage, match, player)


def _absent(t: Tournament, round: int, player: PlayerNo) -> Reason:
    """Why the player has no match in the round."""
    here = t.players[player]
    if round in here.missed:
        return why("explain.missed", "COM-DROP-4", player=player, round=round)
    if round in here.byes_granted:
        return why("explain.awarded_bye", "COM-BYE-1", player=player, round=round)
    stage = t.stages[t.rounds[round].stage]
    if stage.number > 1 and player not in stage.seeds:
        return why("explain.not_in_stage", "COM-CUT-2", player=player, round=round)
    if stage.knockout and here.active:
        return why_no_game(t, stage, player, round)
    return why("explain.not_in_round", "COM-DROP-1", player=player, round=round)


def _swiss(t: Tournament, stage: Stage, match: Match, player: PlayerNo) -> Reason:
    round_ = t.rounds[match.round]
    if match.kind == "awarded_bye":
        return why("explain.awarded_bye", "COM-BYE-1", player=player, round=match.round)
    if late := [n for n in match.players if n not in round_.order]:
        return why("explain.late_entry", "COM-BYE-1", player=late[0], opponent=match.opponent(late[0]))
    drawn = _drawn(t, stage, round_)[player]
    if match.changed:
        return _by_hand(t, match, player, drawn)
    floated = any(n in match.players for n, *_ in round_.floats)
    if match.kind == "match" and floated != any(r.code.startswith("float.") for r in drawn.because):
        corrected = why("explain.points_then", "COM-PAIR-5", round=match.round)
        return replace(drawn, because=(*drawn.because, corrected))
    return drawn


def _drawn(t: Tournament, stage: Stage, round_: Round) -> Explained:
    """The reasons of the draw, computed from points, ranks, opponents and byes before the round."""
    matches = [m for m in t.in_round(round_.number) if m.kind != "awarded_bye"]
    then, seated = _before(t, round_), sorted(n for m in matches for n in m.players)
    known = entrants_of(then, standings_of(then, stage), seated, round_.number)
    entrants = {e.player: e for e in known}
    pairs = tuple((m.a, m.b) for m in matches if m.b is not None)
    alone = next((m.a for m in matches if m.kind == "bye"), None)
    terms = terms_of(t, round_)
    bye = Bye(alone, True, _passed(entrants, alone, terms) if alone and round_.number > 1 else ())
    return Explained(entrants, pairs, bye, terms)


def _before(t: Tournament, round_: Round) -> Tournament:
    """The tournament before the round was drawn. Everyone with a match in it had not left yet."""
    then = t.fork()
    then.rounds = {n: r for n, r in t.rounds.items() if n < round_.number}
    for match in t.in_round(round_.number):
        for number in match.players:
            then.players[number] = replace(then.players[number], status="in")
    return then


def _passed(entrants: Mapping[PlayerNo, Entrant], bye: PlayerNo, terms: Terms) -> tuple[PlayerNo, ...]:
    """Players who came before the one with the bye in the order for byes (COM-BYE-3), lowest rank first."""
    mine = entrants[bye]
    ahead = [e for e in eligible(entrants, terms) if (e.byes, -e.rank) < (mine.byes, -mine.rank)]
    return tuple(e.player for e in sorted(ahead, key=lambda e: (e.byes, -e.rank)))


BY_HAND = {
    **dict.fromkeys(("pair.rematch", "pair.rematch_for_bye"), "pair.met_before"),
    **dict.fromkeys(("float.down", "float.up"), "pair.other_points"),
}
"""What to say of a pair that was made by hand: nobody has shown that it could not be avoided."""


def _by_hand(t: Tournament, match: Match, player: PlayerNo, drawn: Reason) -> Reason:
    """The organiser changed this pairing. What is still true of the pair is kept."""
    given = "; ".join(x.reason for x in t.changes.values() if x.round == match.round)
    params = {"player": player, "opponent": match.opponent(player), "reason": given}
    because = tuple(replace(r, code=BY_HAND.get(r.code, r.code)) for r in drawn.because)
    kept = tuple(r for r in because if not r.code.startswith("bye."))
    return Reason("explain.changed_by_hand", "COM-PAIR-1", params, kept)


def _final_match(t: Tournament, stage: Stage, match: Match, player: PlayerNo) -> Reason:
    return why("explain.final_match", "SWL-2V2-5", player=player, opponent=match.opponent(player))


OF_STAGE: Mapping[str, Callable[[Tournament, Stage, Match, PlayerNo], Reason]] = {
    "swiss": _swiss,
    "single": why_game,
    "double": why_game,
    "final_match": _final_match,
}
