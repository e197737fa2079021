"""Tables and match numbers of the matches that a kind of stage draws."""

from collections.abc import Iterator
from itertools import count

from komandor.core.ids import MatchNo
from komandor.core.pairing import Pair, tables
from komandor.core.tournament.readings.seats import Sat, table_ranges
from komandor.core.tournament.state import Round, Tournament


def seats(t: Tournament, pairs: tuple[Pair, ...], sat: Sat | None = None) -> tuple[int, ...]:
    """Table numbers: fixed tables kept, the others from the top through the hall's ranges, or rotating."""
    fixed = {n: p.fixed_table for n, p in t.players.items() if p.fixed_table is not None}
    return tables(pairs, fixed, table_ranges(t), sat)


def fresh_numbers(t: Tournament, round_: Round) -> Iterator[MatchNo]:
    """Match numbers not used yet; the same ones when a round is drawn again."""
    own = set(round_.matches)
    return map(MatchNo, count(max((n for n in t.matches if n not in own), default=0) + 1))
