"""How far one player is from the cut, and what they can still reach."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from komandor.app.queries.my_board import VISIBLE, Board
from komandor.core.ids import PlayerNo
from komandor.core.tournament.readings.regulations import rules, situation
from komandor.core.tournament.state import Tournament

Chance = Literal["in", "win", "open", "out"]


@dataclass(frozen=True, slots=True)
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
    return CutView(size, mine.rank, mine.points, line, left[me], _chance(t, me, points, left, size))


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
    worth = rules(t).data.points
    games = rules(t).form(situation(t)).most_games
    most = max(worth.values()) * games
    least = min(v for k, v in worth.items() if k in ("win", "win_lowest", "modified_win"))
    others = [n for n in points if n != me]
    best = {n: points[n] + left[n] * most for n in others}
    if sum(best[n] >= points[me] for n in others) < size:
        return "in"
    if sum(points[n] > points[me] + left[me] * most for n in others) >= size:
        return "out"
    if left[me] == 1 and _rivals(t, others, points, best, points[me] + least, games) < size:
        return "win"
    return "open"


def _rivals(
    t: Tournament, others: list[PlayerNo], points: Mapping[PlayerNo, int], best: Mapping[PlayerNo, int],
    mine: int, games: int,
) -> int:  # fmt: skip
    """How many can still reach these points; of two who meet and both must win, only one does."""
    able = {n for n in others if best[n] >= mine}
    worth = rules(t).data.points
    loss = max(worth.get("loss_highest", 0), worth.get("loss", 0))
    current = t.in_round(t.round.number) if t.round and t.round.status in VISIBLE else ()
    one_of_two = sum(
        1
        for m in current
        if games == 1 and not m.final and set(m.players) <= able
        and all(points[n] + loss < mine for n in m.players)
    )  # fmt: skip
    return len(able) - one_of_two
