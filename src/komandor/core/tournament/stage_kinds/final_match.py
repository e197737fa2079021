"""The match of two teams that are level for first place after the last round (SWL-2V2-5)."""

from collections.abc import Sequence
from typing import Any

from komandor.core.games.game import RoundKind
from komandor.core.ids import PlayerNo, StageKey
from komandor.core.lots import Lots
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament.readings.attendance import begun, staying
from komandor.core.tournament.readings.knockout import matches
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.stage_kind import ComingRound, RoundName, RoundPart, StageKind
from komandor.core.tournament.stage_kinds.seating import fresh_numbers, seats
from komandor.core.tournament.state import Match, Round, Stage, Tournament
from komandor.core.tournament.values import DrawnMatch, StagePlan

NAME: RoundName = (RoundPart("final_match"),)


def _pair(t: Tournament, round_: Round, stage: Stage, lots: Lots) -> dict[str, Any]:
    one, two = stage.seeded
    here = [n for n in (one, two) if t.players[n].active]
    number = next(fresh_numbers(t, round_))
    if len(here) == 1:  # the other left since it was frozen (COM-ELIM-6)
        return {"matches": (DrawnMatch(match=number, table=None, a=here[0], b=None, kind="bye"),)}
    return {"matches": (DrawnMatch(match=number, table=seats(t, ((one, two),))[0], a=one, b=two),)}


def _winner(t: Tournament, stage: Stage) -> PlayerNo | None:
    """Of two teams level for first place; one that is left alone has won (SWL-2V2-5, COM-ELIM-6)."""
    here = [n for n in stage.seeded if t.players[n].active]
    if len(here) == 1:
        return here[0]
    won = [m.result.winner for m in matches(t, stage) if m.result and m.result.winner is not None]
    return won[-1] if won else _ahead(t, stage)


def _ahead(t: Tournament, stage: Stage) -> PlayerNo | None:
    """The team on top, if after a correction the teams of the match are no longer level with it (AMB-G45)."""
    points = {row.player: row.points for row in standings_of(t)}
    here = [n for n in stage.seeded if t.players[n].active] or stage.seeded
    first = next(iter(points), None)
    level = all(points[n] == points[first] for n in here if n in points and first is not None)
    return None if level or begun(t, stage) else first


def _order(t: Tournament, stage: Stage, standings: Sequence[PlayerNo]) -> Sequence[PlayerNo]:
    winner = _winner(t, stage)
    if winner is None or _ahead(t, stage):
        return standings
    front = sorted(stage.seeded, key=lambda n: n != winner)
    return [*front, *(n for n in standings if n not in front)]


def _no_more_rounds(t: Tournament, stage: Stage) -> Refusal | None:
    if _winner(t, stage) is None:
        return None
    return refuse("round.bracket_complete", "SWL-2V2-5", stage=stage.number)


def _still_to_play(t: Tournament, stage: Stage) -> Refusal | None:
    if _winner(t, stage) is None and staying(t, stage):
        return refuse("close.final_match_due", "SWL-2V2-5", teams=stage.seeds)
    return None


def _explain(t: Tournament, stage: Stage, match: Match, player: PlayerNo) -> Reason:
    return why("explain.final_match", "SWL-2V2-5", player=player, opponent=match.opponent(player))


def _clock(stage: Stage, match: Match) -> RoundKind:
    return "final"


def _planned(plan: StagePlan, players: int) -> list[ComingRound]:
    return [("final", NAME)]


FINAL_MATCH = StageKind(
    key=StageKey("final_match"),
    pair=_pair,
    order=_order,
    rounds=lambda *_: 0,
    no_more_rounds=_no_more_rounds,
    still_to_play=_still_to_play,
    clock=_clock,
    name=lambda *_: NAME,
    planned=_planned,
    explain=_explain,
    eliminates=True,
    plannable=False,
    replaces_leavers=False,  # it is only for the two teams that are level
    untimed=True,  # AMB-S13
)
