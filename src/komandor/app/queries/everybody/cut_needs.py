"""What each player still needs for the cut, as far as points make it certain.

How likely the rest is, is not said: a number that looks certain must be certain.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from komandor.core.games.game import MatchPoints
from komandor.core.ids import PlayerNo
from komandor.core.standings.ranking import Standing
from komandor.core.tournament.readings.cut import cut_size
from komandor.core.tournament.readings.regulations import rules, situation
from komandor.core.tournament.readings.standings import last_counted, standings_of
from komandor.core.tournament.stage_kinds import kinds_of
from komandor.core.tournament.state import Match, Tournament

Need = Literal["in", "win", "must_win", "open", "out"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """Who still plays for the cut: points with the results so far, and matches still to play."""

    size: int
    worth: MatchPoints
    points: Mapping[PlayerNo, int]
    left: Mapping[PlayerNo, int]
    matches: tuple[Match, ...]  # open ones of the published round
    pairs: Mapping[PlayerNo, Match]


@dataclass(frozen=True, slots=True)
class CutNeed:
    """`elsewhere`: other tables whose results matter; without any, tie-breakers decide what is open."""

    code: Need
    table: int | None
    elsewhere: tuple[int, ...]


def race(t: Tournament, counting: Iterable[Standing]) -> Race | None:
    """The race for the cut. None without a cut, after it was made, or before round 1 is closed."""
    size = cut_size(t.announced)
    if not size or len(t.stages) > 1 or not last_counted(t):
        return None
    points = {row.player: row.points for row in counting if not row.left}
    shown = t.round is not None and t.round.open
    matches = t.in_round(t.round.number) if t.round and shown else ()
    open_ = tuple(m for m in matches if not m.final and all(n in points for n in m.players))
    pairs = {n: m for m in open_ for n in m.players}
    left = {n: _to_play(t, n) for n in points}
    return Race(
        size=size,
        worth=rules(t).match_points(situation(t)),
        points=points,
        left=left,
        matches=open_,
        pairs=pairs,
    )


def _to_play(t: Tournament, player: PlayerNo) -> int:
    now = t.round
    open_ = t.in_round(now.number) if now is not None and now.status != "closed" else ()
    settled = any(player in m.players and m.final for m in open_)
    return max(0, _rounds_to_close(t) - settled)


def _rounds_to_close(t: Tournament) -> int:
    """How many of the planned Swiss rounds are not closed yet."""
    stages = zip(kinds_of(t.announced), t.announced, strict=True)
    lengths = (len(kind.planned(s, t.announced_players)) for kind, s in stages if not kind.eliminates)
    planned = next(lengths, 0)
    return planned - sum(1 for r in t.rounds.values() if r.status == "closed")


def need_of(r: Race, me: PlayerNo) -> Need:
    """What is certain from the points alone, whatever the matches still to play bring."""
    mine, worth, left = r.points[me], r.worth, r.left[me]
    if _can_reach(r, me, mine, won=False) < r.size:
        return "in"
    if _above(r, me, mine + left * worth.most) >= r.size:
        return "out"
    if left == 1 and _can_reach(r, me, mine + worth.least_for_win, won=True) < r.size:
        return "win"
    if left == 1 and _above(r, me, mine + worth.most_without_win) >= r.size:
        return "must_win"
    return "open"


def _above(r: Race, me: PlayerNo, mine: int) -> int:
    """How many others have more points already."""
    return sum(points > mine for n, points in r.points.items() if n != me)


def _can_reach(r: Race, me: PlayerNo, mine: int, won: bool) -> int:
    """How many others can end with at least these points: of two who play each other only one can win."""
    alone = (n for n in r.points if n not in r.pairs)
    count = sum(r.points[n] + r.left[n] * r.worth.most >= mine for n in alone if n != me)
    if me in r.pairs:
        opponent = next(n for n in r.pairs[me].players if n != me)
        count += _best(r, opponent, not won) >= mine
    return count + sum(max(_ends(r, m, mine)) for m in r.matches if me not in m.players)


def _best(r: Race, player: PlayerNo, wins: bool) -> int:
    """The most points this player can end with when they win or do not win the open match."""
    later = (r.left[player] - 1) * r.worth.most
    return r.points[player] + later + (r.worth.most if wins else r.worth.most_without_win)


def _ends(r: Race, match: Match, mine: int) -> tuple[int, int]:
    """How many of the two can end with at least these points if the first wins, and if the second does."""
    first, second = match.players
    return (
        (_best(r, first, True) >= mine) + (_best(r, second, False) >= mine),
        (_best(r, first, False) >= mine) + (_best(r, second, True) >= mine),
    )


def cut_needs(t: Tournament) -> Mapping[PlayerNo, CutNeed]:
    """Everybody's need while the last Swiss round is to be played; empty at any other time."""
    last = _rounds_to_close(t) == 1 and len(t.announced) > 1
    r = race(t, standings_of(t, provisional=True)) if last else None
    if r is None or not any(r.left.values()):
        return {}
    return {n: _need(r, n) for n in r.points}


def _need(r: Race, me: PlayerNo) -> CutNeed:
    code, match = need_of(r, me), r.pairs.get(me)
    mine = r.points[me] + (r.worth.least_for_win if code == "must_win" else 0)
    away = [m for m in r.matches if me not in m.players and m.table] if code in ("must_win", "open") else []
    elsewhere = tuple(m.table or 0 for m in away if len(set(_ends(r, m, mine))) > 1)
    return CutNeed(code, match.table if match else None, elsewhere)
