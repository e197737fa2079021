"""The standings, with what decided each place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from komandor.app.queries.everybody.progress import Dot, Record, record_of, results
from komandor.app.yield_to_writers import in_turn
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason
from komandor.core.standings.metrics import numbers
from komandor.core.tournament.readings.cut import cut_size
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.readings.standings import last_counted, latest_swiss, standings_of
from komandor.core.tournament.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRow:
    place: int
    player: PlayerNo
    points: int
    values: Mapping[str, int | Fraction]
    decided_by: str
    reason: Reason
    tied: bool
    status: Literal["in", "left"]
    in_cut: bool = False
    final: int | None = None  # final place of the whole event, once it is closed


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsView:
    columns: tuple[str, ...]  # tie-breakers in order, without points and lot
    rows: tuple[StandingRow, ...]
    after_round: int
    cut: int  # 0: none
    last_in: PlayerNo | None  # the last player above the cut line; those who left do not count
    dots: Mapping[PlayerNo, tuple[Dot, ...]]  # everybody's results in the whole event, round by round
    swiss_dots: Mapping[PlayerNo, tuple[Dot, ...]]  # those of the rounds that made these standings

    @property
    def by_player(self) -> Mapping[PlayerNo, StandingRow]:
        return {row.player: row for row in self.rows}

    def ends_as(self, places: Sequence[tuple[PlayerNo, int]]) -> bool:
        """Whether these standings are the final places: nobody played a knock-out after them."""
        same_order = [row.player for row in self.rows] == [player for player, _ in places]
        return same_order and self.dots == self.swiss_dots

    def record(self, player: PlayerNo) -> Record:
        return record_of(self.dots[player])

    def swiss_record(self, player: PlayerNo) -> Record:
        return record_of(self.swiss_dots[player])


def standings_view(t: Tournament, provisional: bool = False, stage: int | None = None) -> StandingsView:
    """The standings of a Swiss stage, by default the latest; `provisional` counts the open round."""
    chosen = t.stages.get(stage) if stage else latest_swiss(t)
    rows = standings_of(t, chosen, provisional)
    cut = cut_size(t.announced)
    line = {row.player for row in [r for r in rows if not r.left][:cut]}
    finals = dict(t.places)
    shown = tuple(
        StandingRow(
            place=r.rank,
            player=r.player,
            points=r.points,
            values=r.values,
            decided_by=r.decided_by,
            reason=r.reason,
            tied=r.tied,
            status="left" if r.left else "in",
            in_cut=r.player in line,
            final=finals.get(r.player),
        )
        for r in in_turn(rows)
    )
    dots, played_on = results(t, provisional), any(s.kind.eliminates for s in t.stages.values())
    return StandingsView(
        columns=numbers(rules(t).data.tiebreakers),
        rows=shown,
        after_round=last_counted(t),
        cut=cut,
        last_in=next((row.player for row in reversed(shown) if row.in_cut), None),
        dots=dots,
        swiss_dots=results(t, provisional, swiss_only=True) if played_on else dots,
    )
