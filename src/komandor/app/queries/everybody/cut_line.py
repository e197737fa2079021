"""The cut line in words: places left for players who are level on points, and what decides between them."""

from dataclasses import dataclass
from fractions import Fraction

from komandor.app.queries.everybody.standings import StandingRow, StandingsView, standings_view
from komandor.core.tournament.readings.cut import cut_size
from komandor.core.tournament.readings.standings import last_counted
from komandor.core.tournament.state import Tournament

NEAR = 2  # players on either side of the line


@dataclass(frozen=True, slots=True, kw_only=True)
class CutLine:
    """With the results so far. `places` are left for `level` players who all have `points`.

    If more players are level than there are places, `decides` is the tie-breaker by which the last of them is
    in, and `needed` that player's value of it, if it has one. `just_in` and `just_out` are on the bubble.
    """

    size: int
    places: int
    level: int
    points: int
    next_points: int  # of the first player below the line
    decides: str
    needed: int | Fraction | None
    just_in: tuple[StandingRow, ...]
    just_out: tuple[StandingRow, ...]

    @property
    def contested(self) -> bool:
        return self.level > self.places


def cut_line(t: Tournament, provisional: bool = True) -> CutLine | None:
    """The line while Swiss rounds are played; None without a cut, before round 1 is closed, after the cut."""
    if not cut_size(t.announced) or not last_counted(t) or len(t.stages) > 1 or t.places:
        return None
    return line_of(standings_view(t, provisional))


def line_of(table: StandingsView) -> CutLine | None:
    """The line in these standings; None if everybody is in."""
    rows = [row for row in table.rows if row.status == "in"]
    inside, outside = rows[: table.cut], rows[table.cut :]
    if not outside:
        return None
    last, first_out = inside[-1], outside[0]
    decides = first_out.decided_by if first_out.points == last.points else ""
    return CutLine(
        size=table.cut,
        places=sum(row.points == last.points for row in inside),
        level=sum(row.points == last.points for row in rows),
        points=last.points,
        next_points=first_out.points,
        decides=decides,
        needed=last.values.get(decides),
        just_in=tuple(inside[-NEAR:]),
        just_out=tuple(outside[:NEAR]),
    )
