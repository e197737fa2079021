"""Two players without an opponent are paired before the clock starts (AMB-G6)."""

from dataclasses import dataclass

from komandor.core.ids import PlayerNo
from komandor.core.reasons import refuse
from komandor.core.tournament.actions import by, when
from komandor.core.tournament.actions.action import Action, Answer, Command, Context, Rows
from komandor.core.tournament.actions.by_hand import PairingChanged
from komandor.core.tournament.readings.pairings import idle_players, swap_warnings
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import DrawnMatch


@dataclass(frozen=True, slots=True)
class PairLeftOver(Command):
    """Pair two players who have no opponent: a bye, or a win because the other did not come."""

    first: PlayerNo
    second: PlayerNo
    reason: str


def pair_left_over(t: Tournament, x: PairLeftOver, ctx: Context) -> Answer:
    """They play each other instead of having a free win each."""
    here = idle_players(t)
    if x.first not in here:
        return refuse("pair.has_opponent", "COM-DROP-2", player=x.first)
    return pair_idle(t, x.first, here[x.first], x.second, x.reason)


def pair_idle(t: Tournament, player: PlayerNo, match: Match, other: PlayerNo, reason: str) -> Answer:
    """The player stays at the match's table and gets `other`, who has no opponent either."""
    if t.phase not in when.PUBLISHED:
        return refuse("pair.clock_runs", "COM-DROP-2")
    free = idle_players(t).get(other)
    if free is None or free.number == match.number:
        return refuse("pair.has_opponent", "COM-DROP-2", player=other)
    if not reason.strip():
        return refuse("swap.reason_missing")
    kept, gone = (match, free) if match.table is not None else (free, match)
    after = (DrawnMatch(match=kept.number, table=kept.table, a=player, b=other),)
    warnings = tuple(w.code for w in swap_warnings(t, after))
    return (PairingChanged(match.round, (kept.drawn(), gone.drawn()), after, reason.strip(), warnings),)


ROWS: Rows = (Action(PairLeftOver, by.ORGANISER, when.PUBLISHED, pair_left_over, newest_state=True),)
