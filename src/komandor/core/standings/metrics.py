"""The numbers by which players are compared, in one list that can be read aloud.

Averages are exact: a column holds integers over one common denominator, so that
comparing is comparing integers and no rounding ever makes or breaks a tie
(COM-TB-4, T37).  Everything is linear in the number of matches.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from operator import add

from komandor.core.games.game import Settings
from komandor.core.ids import PlayerNo, RuleId
from komandor.core.standings.record import Records

SUM = "sum"
AVERAGE = "average"
PER_ROUND = "per_round"
"""Ways to count strength of schedule.  `per_round` is COM-TB-2; Star Wars LCG sums its
opponents' points (SWL-TB-1), or averages them where the organiser says so (AMB-S19)."""


@dataclass(frozen=True, slots=True)
class Column:
    """One number per player: `values[player] / scale`."""

    values: Sequence[int]
    scale: int = 1
    _fractions: dict[int, Fraction] = field(default_factory=dict)  # many players share a value

    def exact(self, player: PlayerNo) -> int | Fraction:
        value = self.values[player]
        if self.scale == 1:
            return value
        known = self._fractions.get(value)
        if known is None:
            known = self._fractions[value] = Fraction(value, self.scale)
        return known


@dataclass(frozen=True, slots=True)
class Book:
    """Everything that metrics may look at; columns are computed once."""

    records: Records
    lots: Mapping[PlayerNo, int]
    settings: Settings
    _columns: dict[str, Column] = field(default_factory=dict)

    def column(self, key: str) -> Column:
        if key not in self._columns:
            compute = METRIC[key].compute
            assert compute is not None, f"{key} is not a number"
            self._columns[key] = compute(self)
        return self._columns[key]

    @property
    def sos_mode(self) -> str:
        """Only Star Wars LCG has the setting; the other documents average per round."""
        return str(self.settings.get("swl.sos_mode", PER_ROUND))


@dataclass(frozen=True, slots=True)
class Metric:
    """One tie-breaker; higher is better.  `compute` is None where it is not a number per player."""

    key: str
    rule: RuleId
    compute: Callable[[Book], Column] | None


def points(book: Book) -> Column:
    """Tournament points (COM-PTS-1)."""
    return Column(book.records.points)


def margin(book: Book) -> Column:
    """Total margin of victory (ARM-TB-1)."""
    return Column(book.records.mov)


def strength(book: Book) -> Column:
    """Strength of schedule: COM-TB-2, or sums of points for Star Wars LCG (SWL-TB-1)."""
    if book.sos_mode != PER_ROUND:
        return _over_opponents(book, book.column("points"))
    return _over_opponents(book, _points_per_round(book))


def extended(book: Book) -> Column:
    """Extended strength of schedule: the same over the opponents' strength (COM-TB-3)."""
    return _over_opponents(book, book.column("sos"))


def lot(book: Book) -> Column:
    """The stored lot of each player (COM-TB-5); who has none comes after all who have one."""
    none = min(book.lots.values(), default=0) - 1
    return Column([book.lots.get(player, none) for player in range(len(book.records.points))])


METRICS: tuple[Metric, ...] = (
    Metric("points", "COM-PTS-1", points),
    Metric("mov", "ARM-TB-1", margin),
    Metric("sos", "COM-TB-2", strength),
    Metric("esos", "COM-TB-3", extended),
    Metric("head_to_head", "SWL-TB-1", None),  # a procedure: see ranking.sweeper
    Metric("lot", "COM-TB-5", lot),
)
METRIC: Mapping[str, Metric] = {metric.key: metric for metric in METRICS}


def _points_per_round(book: Book) -> Column:
    """TP(q) / R(q); a player without a round has 0, so that the order stays total (T39)."""
    rounds = book.records.rounds
    if book.settings.get("sos.count_missed_rounds_after_rejoin", False):
        rounds = list(map(add, rounds, book.records.missed))
    return _shared_out(Column(book.records.points), rounds)


def _over_opponents(book: Book, of: Column) -> Column:
    """Sum or mean over the opponents really played; own byes are none (AMB-G1, T35); nobody: 0 (AMB-G4)."""
    value = of.values.__getitem__
    sums = [sum(map(value, opponents)) for opponents in book.records.opponents]
    if book.sos_mode == SUM:
        return Column(sums, of.scale)
    counts = list(map(len, book.records.opponents))
    if book.settings.get("sos.bye_counts_as_zero_opponent", False):
        counts = list(map(add, counts, book.records.byes))
    return _shared_out(Column(sums, of.scale), counts)


def _shared_out(of: Column, among: Sequence[int]) -> Column:
    """Each value divided by its count, over one common denominator; by nothing: 0."""
    counts = set(among)
    scale = lcm(*(counts - {0}))
    share = {count: scale // count if count else 0 for count in counts}
    return Column(
        [value * share[count] for value, count in zip(of.values, among, strict=True)], scale * of.scale
    )
