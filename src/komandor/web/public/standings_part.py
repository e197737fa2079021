"""The standings as everybody reads them, each row with what decided it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

from komandor.app.queries.everybody.cut_line import CutLine, cut_line
from komandor.app.queries.everybody.cut_needs import CutNeed, cut_needs
from komandor.app.queries.everybody.factions import Faction, shown_factions
from komandor.app.queries.everybody.progress import Places, places_by_round
from komandor.app.queries.everybody.standings import StandingRow, StandingsView, standings_view
from komandor.app.queries.staff.cut_preview import CutPreview, cut_shown
from komandor.app.yield_to_writers import in_turn
from komandor.core.ids import PlayerNo
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Tournament
from komandor.texts import in_titles_of, word
from komandor.web.public.public_page import PublicPart
from komandor.web.rendering.event_page import EventPage
from komandor.web.rendering.i18n import N_
from komandor.web.rendering.numerals import metric_value

PLAIN = frozenset({"first", "points"})
"""What needs no word in the last column."""


class TieBreaker(NamedTuple):
    """One number of a row in words; `exact` only where rounding has changed it."""

    name: str
    shown: str
    exact: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingInWords:
    """What a row of the standings says in words."""

    name: str
    why: str
    values: Sequence[TieBreaker]
    decided_by: str


class StandingsPart(PublicPart, template="public/parts/standings.html"):
    HEADING: ClassVar[str] = N_("Standings")
    table: StandingsView
    places: Sequence[tuple[PlayerNo, int]]
    left: Mapping[PlayerNo, str]  # those who no longer play
    paths: Places | None
    factions: Mapping[PlayerNo, Sequence[Faction]]
    needs: Mapping[PlayerNo, CutNeed]
    cut: CutPreview | None
    line: CutLine | None
    tiebreakers: Sequence[str]
    tiebreak_rule: str

    @property
    def scripts(self) -> Sequence[str]:
        return ("js/places.js",) if self.paths else ()

    @property
    def lines(self) -> Mapping[PlayerNo, StandingInWords]:
        """Everybody's row: a template that words thousands of them takes several times as long."""
        p, table = self._p, self.table
        keys = {*table.columns, *(row.decided_by for row in table.rows)}
        say, metrics = (
            p.voice(),
            {key: in_titles_of(p.game, word("metric", key, p.lang), p.lang) for key in keys},
        )

        def value(key: str, number: int | Fraction) -> TieBreaker:
            exact = "" if number.denominator == 1 else str(number)
            return TieBreaker(metrics[key], metric_value(key, number, p.lang), exact)

        def line(row: StandingRow) -> StandingInWords:
            values = [value(key, row.values[key]) for key in table.columns]
            by = metrics[row.decided_by] if row.decided_by not in PLAIN else ""
            return StandingInWords(name=p.name(row.player), why=say(row.reason), values=values, decided_by=by)

        return {row.player: line(row) for row in in_turn(table.rows)}


def standings(p: EventPage, provisional: bool = False, stage: int | None = None) -> StandingsPart:
    t, data = p.t, rules(p.t).data
    return StandingsPart(
        p,
        table=standings_view(t, provisional, stage),
        places=t.places,
        left=not_playing(t),
        paths=places_by_round(t),
        factions=shown_factions(t),
        needs=cut_needs(t),
        cut=(cut := cut_shown(t) if t.between_rounds else None),
        line=None if cut else cut_line(t),
        tiebreakers=data.tiebreakers,
        tiebreak_rule=data.rules.get("tiebreak", ""),
    )


def not_playing(t: Tournament) -> dict[PlayerNo, str]:
    """Those who no longer play, and why."""
    return {n: player.shown_status for n, player in t.players.items() if not player.active}
