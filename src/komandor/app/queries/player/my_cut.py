"""How far one player is from the cut, and what they can still reach."""

from dataclasses import dataclass

from komandor.app.queries.everybody.cut_needs import Need, need_of, race
from komandor.app.queries.player.my_board import Board
from komandor.core.ids import PlayerNo
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
