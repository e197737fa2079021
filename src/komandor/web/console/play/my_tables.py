"""The tables that a scorekeeper looks after: a hall of two hundred is shared, each with a range of tables.

The range is kept by the browser and only chooses what is shown; whoever may enter results may enter all.
"""

from dataclasses import replace

from django.http import HttpResponse

from komandor.app.queries.everybody.rounds import RoundView
from komandor.core.pairing.tables import parse_ranges
from komandor.core.reasons import Refusal
from komandor.web.forms.fields import LINE, Fields
from komandor.web.routing.request import Request
from komandor.web.server.security import read_cookie, write_cookie

COOKIE = "tables"


def my_tables(request: Request, tournament: str) -> str:
    """The range as it was typed: in the address, or else the last one of this browser."""
    if COOKIE in request.GET:
        return Fields(request.GET).text(COOKIE, LINE).replace("–", "-")
    return str(read_cookie(request, COOKIE).get(tournament, ""))


def keep_my_tables(request: Request, response: HttpResponse, tournament: str) -> HttpResponse:
    """Remember a range that was just chosen, for this event only."""
    if COOKIE in request.GET:
        write_cookie(request, response, COOKIE, {tournament: my_tables(request, tournament)})
    return response


def at_my_tables(view: RoundView, typed: str) -> RoundView:
    """The round with the rows of this range only; whole if there is none or it cannot be read."""
    ranges = parse_ranges(typed)
    if isinstance(ranges, Refusal) or not ranges:
        return view
    rows = [r for r in view.rows if r.table and any(low <= r.table <= high for low, high in ranges)]
    return replace(view, rows=tuple(rows))
