"""How far one player is from the cut, and what they can still reach."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from komandor.app.queries.my_board import VISIBLE, Board
from komandor.core.ids import PlayerNo
from komandor.core.tournament.readings.regulations import rules, situation
from komandor.core.tournament.state import Tournament

Chance = Literal["in", "win", "open", "out"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CutView:
    """How far the cut is. `chance` looks at points only; "in", "win" and "out" are certain, "open" is not."""

    size: int
    place: int
    points: int
    line: int  # points of the last place that qualifies
    left: int  # Swiss rounds this player has still to play
    chance: Chance


def my_cut(t: Tournament, me: PlayerNo, board: Board) -> CutView | None:
    """This player's distance to the cut. None without a cut, after it was made, or for players who left."""
    size = next((s.cut for s in t.announced[1:] if s.cut), 0)
    begun = any(r.status == "closed" for r in t.rounds.values())
    if not size or len(t.stages) > 1 or not begun or not t.players[me].active:
        return None
    rows = [r for r in board.counting if not r.left]
    mine = next((r for r in rows if r.player == me), None)
    if mine is None:
        return None
    left = {r.player: _to_play(t, r.player) for r in rows}
    line = rows[min(size, len(rows)) - 1].points
    points = {r.player: r.points for r in rows}
    chance = _chance(t, me, points, left, size)
    return CutView(size=size, place=mine.rank, points=mine.points, line=line, left=left[me], chance=chance)


def _to_play(t: Tournament, player: PlayerNo) -> int:
    planned = next((s.rounds for s in t.announced if s.kind == "swiss"), 0)
    done = sum(1 for r in t.rounds.values() if r.status == "closed")
    now = t.round
    open_ = now is not None and now.status != "closed"
    settled = open_ and any(player in m.players and m.final for m in t.in_round(now.number if now else 0))
    return max(0, planned - done - int(bool(settled)))


def _chance(
    t: Tournament, me: PlayerNo, points: Mapping[PlayerNo, int], left: Mapping[PlayerNo, int], size: int
) -> Chance:
    """What is certain from the points alone, whatever the matches still to play bring."""
    worth = rules(t).match_points(situation(t))
    others = [n for n in points if n != me]
    best = {n: points[n] + left[n] * worth.most for n in others}
    if sum(best[n] >= points[me] for n in others) < size:
        return "in"
    if sum(points[n] > points[me] + left[me] * worth.most for n in others) >= size:
        return "out"
    mine = points[me] + worth.least_for_win
    able = {n for n in others if best[n] >= mine}
    if left[me] == 1 and len(able) - _one_of_two(t, able, points, mine - worth.most_without_win) < size:
        return "win"
    return "open"


def _one_of_two(t: Tournament, able: set[PlayerNo], points: Mapping[PlayerNo, int], below: int) -> int:
    """How many open matches are between two players who must both win to catch up: only one of them can."""
    current = t.in_round(t.round.number) if t.round and t.round.status in VISIBLE else ()
    open_pairs = (m.players for m in current if not m.final and set(m.players) <= able)
    return sum(all(points[n] < below for n in pair) for pair in open_pairs)
