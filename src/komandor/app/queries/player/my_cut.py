"""How far one player is from the cut, and what they can still reach."""

from dataclasses import dataclass

from komandor.app.queries.everybody.cut_needs import Need, need_of, race
from komandor.app.queries.player.my_board import Board
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason
from komandor.core.tournament.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class CutView:
    """How far the cut is. `chance` looks at points only; all but "open" are certain."""

    size: int
    points: int
    line: int  # points of the last place that qualifies
    left: int  # Swiss rounds this player has still to play
    chance: Need


def my_cut(t: Tournament, me: PlayerNo, board: Board) -> CutView | None:
    """This player's distance to the cut. None without a cut, after it was made, or for players who left."""
    found = race(t, board.counting)
    if found is None or me not in found.points or not t.players[me].active:
        return None
    rows = [r for r in board.counting if not r.left]
    mine = next(r for r in rows if r.player == me)
    return CutView(
        size=found.size,
        points=mine.points,
        line=rows[min(found.size, len(rows)) - 1].points,
        left=found.left[me],
        chance=need_of(found, me),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MyCutResult:
    """How the cut ended for one player: a seed, or how many places they are short of it."""

    size: int
    seed: int = 0  # 0: not in
    place: int = 0
    short: int = 0
    because: Reason | None = None  # what decided between them and the last place in, if that is next to them


def cut_made(t: Tournament, me: PlayerNo, board: Board) -> MyCutResult | None:
    """Until the first round after the cut is published, or for players whom the cut left out."""
    stage = t.stage
    if stage is None or not stage.cut or not stage.seeds or t.places:
        return None
    if me in stage.seeds:
        begun = any(r.stage == stage.number and r.shown for r in t.rounds.values())
        return None if begun else MyCutResult(size=len(stage.seeds), seed=stage.seeds.index(me) + 1)
    row = board.standing.get(me)
    asked = [n for n in stage.standings_before if n in stage.seeds or t.players[n].active]
    if row is None or me in stage.declined or me not in asked:
        return None
    short = asked.index(me) + 1 - len(stage.seeds)
    because = row.reason if short == 1 else None
    return (
        MyCutResult(size=len(stage.seeds), place=row.rank, short=short, because=because)
        if short > 0
        else None
    )
