"""Why a player has this place in the standings or the bracket, and why this seed after the cut."""

from collections.abc import Sequence
from dataclasses import replace

from komandor.core.brackets import places
from komandor.core.explain.knockout import numbered
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, why
from komandor.core.standings.ranking import Standing
from komandor.core.tournament.readings.knockout import bracket_now
from komandor.core.tournament.readings.standings import standings_of, swiss_stages
from komandor.core.tournament.state import Stage, Tournament


def why_rank(standings: Sequence[Standing], player: PlayerNo) -> Reason:
    """What decided between this player and the one above, and between this player and the one below."""
    place = next((i for i, row in enumerate(standings) if row.player == player), None)
    if place is None:
        return why("standing.no_position", "AMB-G42", player=player)
    row = standings[place]
    below = standings[place + 1 : place + 2]
    because = (row.reason, *(other.reason for other in below))
    params = {"player": player, "rank": row.rank, "points": row.points}
    alone = row.decided_by == "first" and all(other.points < row.points for other in below)
    return Reason("standing.rank", "COM-PTS-1" if alone else row.rule, params, because)


def why_place(t: Tournament, player: PlayerNo) -> Reason:
    """Why the player has their place: by the latest standings, or by the knock-out game that put them out."""
    if player not in t.players:
        return why("explain.unknown_player", player=player)
    stage = t.stage
    if stage is not None and stage.kind.bracket and player in stage.seeds:
        return _in_bracket(t, stage, player)
    return _in_standings(t, player)


def _in_standings(t: Tournament, player: PlayerNo) -> Reason:
    """The rank in the latest Swiss stage that the player was in."""
    known = [standings_of(t, stage) for stage in swiss_stages(t)] or [standings_of(t)]
    own = [rows for rows in known if any(row.player == player for row in rows)]
    rank = why_rank((own or known)[0], player)
    given = (
        why("standing.bonus", "AMB-G46", player=player, points=x.points, reason=x.reason)
        for x in t.players[player].bonuses
    )
    return replace(rank, because=(*rank.because, *given))


def _in_bracket(t: Tournament, stage: Stage, player: PlayerNo) -> Reason:
    state = bracket_now(t, stage)
    place = places(state)[player]
    because = (_in_standings(t, player),) if stage.number > 1 else ()
    if player == state.champion:
        return Reason("explain.champion", "COM-ELIM-1", {"player": player}, because)
    ended = next((game.number for game in state.games if player in game.out), None)
    if ended is None:
        return Reason("explain.still_in", "COM-ELIM-1", {"player": player}, because)
    params = {"player": player, "place": place, **numbered(stage, ended)}
    return Reason("explain.out_in_game", "COM-ELIM-1", params, because)


def why_seed(t: Tournament, player: PlayerNo) -> Reason:
    """Why the player has this seed after the latest cut, or none."""
    if player not in t.players:
        return why("explain.unknown_player", player=player)
    cuts = [stage for number, stage in sorted(t.stages.items()) if number > 1]
    if not cuts:
        return why("explain.no_cut", "COM-CUT-2")
    stage = cuts[-1]
    swiss = (why_rank(standings_of(t, t.stages[stage.number - 1]), player),)
    if player in stage.seeds:
        return _seeded(t, stage, player, swiss)
    if player in stage.declined:
        return Reason("cut.declined", "COM-CUT-4", {"player": player}, swiss)
    if player in _qualified(t, stage):
        return Reason("cut.left", "COM-CUT-3", {"player": player}, swiss)
    return Reason("cut.not_in", "COM-CUT-2", {"player": player, "size": stage.cut}, swiss)


def _seeded(t: Tournament, stage: Stage, player: PlayerNo, swiss: tuple[Reason, ...]) -> Reason:
    """Seeded by rank (COM-CUT-5), or as the replacement of a player who left (COM-CUT-3)."""
    params = {"player": player, "seed": stage.seeds.index(player) + 1}
    if player not in _qualified(t, stage):
        return Reason("cut.replacement", "COM-CUT-3", params, swiss)
    return Reason("cut.seed", "COM-CUT-5", params, swiss)


def _qualified(t: Tournament, stage: Stage) -> tuple[PlayerNo, ...]:
    """Who qualified when the cut was made: the best players who had not left before it."""
    here = [n for n in stage.standings_before if (t.players[n].left_stage or stage.number) >= stage.number]
    return tuple(here[: stage.cut])
