"""Who is in the cut, or would be if it were made now, who just misses it, and what decides between them."""

from dataclasses import dataclass

from komandor.app.queries.everybody.standings import StandingRow, standings_view
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.actions import decide
from komandor.core.tournament.state import Tournament

NEXT_ONES = 2  # how many of those outside are shown


@dataclass(frozen=True, slots=True)
class CutPreview:
    """`columns` are the tie-breakers; `decided`: what puts the first outside below the last inside."""

    inside: tuple[StandingRow, ...]
    outside: tuple[StandingRow, ...]
    columns: tuple[str, ...]
    decided: Reason | None
    by_lot: tuple[PlayerNo, ...]


def cut_preview(t: Tournament) -> CutPreview | None:
    """The cut as `MakeCut` would make it; None if it cannot be made."""
    made = decide(t, c.MakeCut(), c.TRYING)
    cut = next((x for x in made if isinstance(x, e.CutMade)), None) if isinstance(made, tuple) else None
    if cut is None:
        return None
    return _preview(t, cut.seeds, cut.by_lot)


def cut_shown(t: Tournament) -> CutPreview | None:
    """The cut as it was made, or as it would be made now; None while it cannot be made yet."""
    made = next((s for _, s in sorted(t.stages.items()) if s.number > 1 and s.cut), None)
    return _preview(t, made.seeds, ()) if made else cut_preview(t)


def _preview(t: Tournament, seeds: tuple[PlayerNo | None, ...], by_lot: tuple[PlayerNo, ...]) -> CutPreview:
    table = standings_view(t)
    inside = tuple(row for row in table.rows if row.player in seeds)
    rest = [row for row in table.rows if row.player not in seeds and row.status == "in"]
    first_out = rest[0] if rest else None
    return CutPreview(
        inside=inside,
        outside=tuple(rest[:NEXT_ONES]),
        columns=table.columns,
        decided=first_out.reason if first_out else None,
        by_lot=by_lot,
    )
