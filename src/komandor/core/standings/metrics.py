"""The numbers by which players are compared, all in one list.

Averages are exact: a column holds integers over one common denominator, so only
integers are compared and rounding never makes or breaks a tie (COM-TB-4).
Everything is linear in the number of matches.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from operator import add
from typing import Literal

from komandor.core.games.game import Settings
from komandor.core.ids import PlayerNo, RuleId
from komandor.core.standings.record import Records

SUM = "sum"
PER_ROUND = "per_round"
"""Ways to compute strength of schedule.  "per_round" is COM-TB-2.  A game may have a setting for "sum" or
"average" of the opponents' points instead (SWL-TB-1, AMB-S19)."""
Unit = Literal["", "points", "mov"]
"""What a metric is counted in: match points, margins, or a unit of its own."""


@dataclass(frozen=True, slots=True)
class Column:
    """One number per player: `values[player] / scale`."""

    values: Sequence[int]
    scale: int = 1
    _fractions: dict[int, Fraction] = field(default_factory=dict)  # many players share a value

    def exact(self, player: PlayerNo) -> int | Fraction:
        """The player's value as an exact number."""
        value = self.values[player]
        if self.scale == 1:
            return value
        known = self._fractions.get(value)
        if known is None:
            known = self._fractions[value] = Fraction(value, self.scale)
        return known


@dataclass(frozen=True, slots=True)
class Book:
    """All data that metrics may use; each column is computed once."""

    records: Records
    lots: Mapping[PlayerNo, int]
    settings: Settings
    strength: str = PER_ROUND  # how strength of schedule is counted
    _columns: dict[str, Column] = field(default_factory=dict)

    def column(self, key: str) -> Column:
        if key not in self._columns:
            compute = METRIC[key].compute
            assert compute is not None, f"{key} is not a number"
            self._columns[key] = compute(self)
        return self._columns[key]


@dataclass(frozen=True, slots=True)
class Metric:
    """One tie-breaker; higher is better.  `compute` is None if it is not one number per player."""

    key: str
    rule: RuleId
    compute: Callable[[Book], Column] | None
    unit: Unit = ""
    whole: bool = True  # False: it may have a fraction, so all its values are shown with decimals
    any_game: bool = False  # an edition of any game may name it; others only where the document does


def points(book: Book) -> Column:
    """Tournament points (COM-PTS-1)."""
    return Column(book.records.points)


def margin(book: Book) -> Column:
    """Total margin of victory (ARM-TB-1)."""
    return Column(book.records.mov)


def wins(book: Book) -> Column:
    """Rounds that count as won, byes too: no document has it, an edition may name it (COM-TB-1)."""
    return Column(book.records.wins)


def strength(book: Book) -> Column:
    """Strength of schedule: COM-TB-2, or of the opponents' points as they are (SWL-TB-1)."""
    of = Column(book.records.for_others)
    return _over_opponents(book, of if book.strength != PER_ROUND else _per_round(book, of))


def extended(book: Book) -> Column:
    """Extended strength of schedule: computed from the opponents' strength of schedule (COM-TB-3)."""
    return _over_opponents(book, book.column("sos"))


def lot(book: Book) -> Column:
    """Each player's stored lot (COM-TB-5). Players without one rank below all who have one."""
    none = min(book.lots.values(), default=0) - 1
    return Column([book.lots.get(player, none) for player in map(PlayerNo, range(len(book.records.points)))])


METRICS: tuple[Metric, ...] = (
    Metric("points", "COM-PTS-1", points, "points"),
    Metric("mov", "ARM-TB-1", margin, "mov"),
    Metric("wins", "COM-TB-1", wins, any_game=True),
    Metric("sos", "COM-TB-2", strength, "points", whole=False, any_game=True),
    Metric("esos", "COM-TB-3", extended, "points", whole=False, any_game=True),
    Metric("head_to_head", "SWL-TB-1", None),  # a procedure, not a number: see ranking.sweeper
    Metric("lot", "COM-TB-5", lot),
)
METRIC: Mapping[str, Metric] = {metric.key: metric for metric in METRICS}


def numbers(tiebreakers: Iterable[str]) -> tuple[str, ...]:
    """Those of the tie-breakers that are one number per player: the columns of the standings."""
    return tuple(key for key in tiebreakers if METRIC[key].compute)


def _per_round(book: Book, of: Column) -> Column:
    """Points divided by rounds. A player without rounds has 0, so that everybody can be compared."""
    rounds, missed = book.records.rounds, book.settings.get("sos.count_missed_rounds_after_rejoin", False)
    if missed:
        rounds = list(map(add, rounds, book.records.missed))
    if missed or book.settings.get("sos.count_forfeits", False):  # AMB-G36
        rounds = list(map(add, rounds, book.records.lost))
    return _divided(of, rounds)


def _over_opponents(book: Book, of: Column) -> Column:
    """Sum or mean of `of` over the opponents really played.

    The player's own byes do not count as opponents (AMB-G1). Without opponents it is 0 (AMB-G4).
    """
    value = of.values.__getitem__
    sums = [sum(map(value, opponents)) for opponents in book.records.opponents]
    if book.strength == SUM:
        return Column(sums, of.scale)
    counts = list(map(len, book.records.opponents))
    if book.settings.get("sos.bye_counts_as_zero_opponent", False):
        counts = list(map(add, counts, book.records.byes))
    return _divided(Column(sums, of.scale), counts)


def _divided(of: Column, by: Sequence[int]) -> Column:
    """Each value divided by its count, over one common denominator (COM-TB-4). Divided by 0 it is 0."""
    counts = set(by)
    scale = lcm(*(counts - {0}))
    share = {count: scale // count if count else 0 for count in counts}
    return Column(
        [value * share[count] for value, count in zip(of.values, by, strict=True)], scale * of.scale
    )
