"""Standings and pairings as files for a spreadsheet, with full names: for staff only."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from django.http import HttpResponse

from komandor.app.cells import csv_text
from komandor.app.queries.everybody.rounds import SeatView, round_view
from komandor.app.queries.everybody.standings import standings_view
from komandor.texts import word
from komandor.web.rendering.event_page import EventPage
from komandor.web.rendering.file_names import file_name
from komandor.web.rendering.responses import download
from komandor.web.routing.request import Request

Cells = Sequence[object]
DELIMITERS = {"pl": ";"}  # where the comma stands in numbers; elsewhere a comma


def standings_file(request: Request, p: EventPage) -> HttpResponse:
    return table_file(p, request.t.gettext("Standings"), _standings(request, p))


def pairings_file(request: Request, p: EventPage) -> HttpResponse:
    """Every round with its results."""
    return table_file(p, request.t.gettext("Pairings"), _pairings(request, p))


def _standings(request: Request, p: EventPage) -> Iterator[Cells]:
    _, lang = request.t.gettext, p.lang
    view = standings_view(p.t)
    metrics = [word("metric_short", key, lang) for key in view.columns]
    who = (_("Place"), _("Number"), _("Player"), _("Record"), _("Points"))
    yield (*who, *metrics, _("Final place"), _("no longer playing"))
    for row in view.rows:
        values = [row.values[key] for key in view.columns]
        first = (row.place, row.player, p.name(row.player), _words(view.record(row.player)), row.points)
        yield (*first, *values, row.final, "x" if row.status == "left" else "")


def _pairings(request: Request, p: EventPage) -> Iterator[Cells]:
    _, lang = request.t.gettext, p.lang
    side = (_("Number"), _("Player"), _("Points"), word("metric_short", "mov", lang))
    yield (_("Round"), _("Table"), _("Kind"), *side, *side, _("Winner"), _("Result"))
    for number in sorted(p.t.rounds):
        for row in round_view(p.t, number, p.now).rows:
            first = (p.round_name(number, short=True), row.table, word("match_kind", row.kind, lang))
            winner = p.name(row.winner) if row.winner else ""
            yield (*first, *_seat(p, row.a), *_seat(p, row.b), winner, word("row_status", row.status, lang))


def _seat(p: EventPage, seat: SeatView | None) -> Cells:
    return (seat.player, p.name(seat.player), seat.scored, seat.mov) if seat else ("",) * 4


def _words(record: object) -> str:
    """A record that no spreadsheet takes for a date: "3 – 1"."""
    return str(record).replace("–", " – ")


def table_file(p: EventPage, title: str, rows: Iterable[Cells]) -> HttpResponse:
    """A file that a spreadsheet in the language of the page opens in columns."""
    text = csv_text(rows, DELIMITERS.get(p.lang, ","))
    return download(text, "text/csv; charset=utf-8", file_name(p.t, title, "csv"))


FILES: Mapping[str, Callable[[Request, EventPage], HttpResponse]] = {
    "standings.csv": standings_file,
    "pairings.csv": pairings_file,
}
