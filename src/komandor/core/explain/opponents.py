"""Why a player has this opponent, a bye, or no match in a round."""

from komandor.core.explain.knockout import why_no_game
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, why
from komandor.core.tournament.state import Player, Tournament


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
    return stage.kind.explain(t, stage, match, player)


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
    if stage.kind.bracket and here.active:
        return why_no_game(t, stage, player, round)
    return why("explain.not_in_round", _gone_by(here), player=player, round=round)


def _gone_by(player: Player) -> str:
    """The rule by which somebody left (who did not come was never put into the round)."""
    if player.sent_away:
        return "COM-DROP-6"
    return {"no_show": "COM-DROP-2", "lost_component": "COM-LOST-5"}.get(player.cause or "", "COM-DROP-1")
