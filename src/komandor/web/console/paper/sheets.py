"""What to print: every sheet carries event, round, time and the log's head code.

A round must be finishable on paper. Slips are laid out for one cut: the stack is cut through, the piles
are put on top of each other, and they are in the order of the tables.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from django.http import HttpResponse

from komandor.app.queries.rounds import RoundView, round_view
from komandor.app.queries.standings import standings_view
from komandor.core.tournament.readings.regulations import match_situation, rules
from komandor.core.tournament.state import Match
from komandor.web.console.console_page import shared
from komandor.web.event_page import EventPage, now_ms, opened
from komandor.web.list_verdict import kept_verdict
from komandor.web.listform import parts as list_parts
from komandor.web.public.event_pages import bracket_of
from komandor.web.public.pairings import by_name, by_table
from komandor.web.request import Request
from komandor.web.responses import found, page
from komandor.web.resultform import GamePart, parts

T = TypeVar("T")
NAMES, TABLES, ROWS, JUDGE = 84, 36, 40, 26  # lines that fit on a sheet of A4
LINES = 8  # to write on for each kind of card of a blank list
HEAD_CODE = 12  # hexadecimal digits of the log's head


@dataclass(frozen=True, slots=True)
class Slip:
    """One match as players fill it in."""

    match: Match
    a: str
    b: str
    parts: tuple[GamePart, ...]


def index(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    context = _context(request, p, _round_asked(request, p))
    return page(request, "paper/index.html", **context)


def sheet(request: Request, tournament: str, what: str) -> HttpResponse:
    p = opened(request)
    view = _round_asked(request, p)
    posted = (
        p if what in ("judge", "lists") else replace(p, staff_view=False)
    )  # what hangs on a wall has short names
    if what in OF_A_ROUND:
        shown = OF_A_ROUND[what](request, posted, found(view))
    else:
        shown = found(OF_THE_EVENT.get(what))(posted)
    return page(request, f"paper/{what}.html", **{**_context(request, posted, view), **shown})


def _context(request: Request, p: EventPage, view: RoundView | None) -> dict[str, Any]:
    numbers = [n for n, r in sorted(p.t.rounds.items()) if r.matches]
    return p.context(
        **shared(request, p, "print"),
        me=request.me,
        reasons=[],
        view=view,
        numbers=numbers,
        code=p.loaded.head[:HEAD_CODE],
        printed=datetime.now().astimezone(),
        knockout=bracket_of(p.t) is not None,
    )


def _round_asked(request: Request, p: EventPage) -> RoundView | None:
    """The round in the address, or the latest that has pairs. Staff may print before publishing."""
    with_pairs = [n for n, r in p.t.rounds.items() if r.matches]
    asked = request.fields.optional_number("round")
    number = asked if asked in with_pairs else max(with_pairs, default=0)
    return round_view(p.t, number, now_ms()) if number else None


# ── the sheets ───────────────────────────────────────────────────────────────


def chunks(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """The items in groups of `size`, one for each sheet; no items still make one empty sheet."""
    return [items[at : at + size] for at in range(0, len(items), size)] or [items]


def collated(items: Sequence[T], on_page: int) -> list[list[T | None]]:
    """Pages for cut-and-stack: pile k holds the k-th share, in order, so one cut sorts the whole stack."""
    pages = -(-len(items) // on_page) or 1
    return [
        [items[pile * pages + at] if pile * pages + at < len(items) else None for pile in range(on_page)]
        for at in range(pages)
    ]


def _names(request: Request, p: EventPage, view: RoundView) -> Mapping[str, Any]:
    return {"sheets": chunks(by_name(p, view), NAMES)}


def _tables(request: Request, p: EventPage, view: RoundView) -> Mapping[str, Any]:
    return {"sheets": chunks(by_table(p, view), TABLES)}


def _judge(request: Request, p: EventPage, view: RoundView) -> Mapping[str, Any]:
    return {"sheets": chunks([row for row in by_table(p, view) if row.kind == "match"], JUDGE)}


def _slips(request: Request, p: EventPage, view: RoundView) -> Mapping[str, Any]:
    """All tables of the round, or one of them again (?table=7)."""
    asked = request.fields.raw("table")
    played = [m for m in p.t.in_round(view.number) if m.kind == "match" and m.b is not None]
    wanted = [m for m in played if not asked or str(m.table) == asked]
    slips = [_slip(p, m) for m in sorted(wanted, key=lambda m: (m.table is None, m.table or 0))]
    on_page = slips_on_a_page(slips[0].parts) if slips else 4
    return {"pages": collated(slips, on_page), "on_page": on_page, "count": len(slips)}


def _slip(p: EventPage, m: Match) -> Slip:
    form = rules(p.t).form(match_situation(p.t, m))
    return Slip(m, p.name(m.a), p.name(m.b), parts(form))


def slips_on_a_page(found: Sequence[GamePart]) -> int:
    """How many slips fit on a page with enough room to write."""
    lines = len(found) + sum(max(1, (len(c.field.choices) + 1) // 2) for part in found for c in part.controls)
    return next(count for most, count in ((6, 4), (11, 3), (19, 2), (10**6, 1)) if lines <= most)


def _standings(p: EventPage) -> Mapping[str, Any]:
    table = standings_view(p.t)
    return {"table": table, "sheets": chunks(table.rows, ROWS), "places": chunks(p.t.places, ROWS)}


def _bracket(p: EventPage) -> Mapping[str, Any]:
    return {"bracket": bracket_of(p.t)}


def _poster(p: EventPage) -> Mapping[str, Any]:
    """A poster for the door: the event, and the code that opens its page."""
    return {"address": f"{p.site.address}/t/{p.t.id}/", "join": f"{p.site.address}/join/{p.t.id}"}


def _list(p: EventPage) -> Mapping[str, Any]:
    """A blank list of the game to fill in by hand (COM-MAT-3)."""
    return {"parts": list_parts(rules(p.t).list_form, teams=p.t.teams, named=True), "lines": LINES}


def _lists(p: EventPage) -> Mapping[str, Any]:
    """Every list that was handed in, one on each sheet, with the verdict on it."""
    listed = (p.t.players[n] for n in p.t.active() if p.t.players[n].lists)
    return {"filled": [(player, kept_verdict(p, player.number)) for player in listed]}


OF_A_ROUND = {"names": _names, "tables": _tables, "slips": _slips, "judge": _judge}
OF_THE_EVENT = {
    "standings": _standings,
    "bracket": _bracket,
    "poster": _poster,
    "list": _list,
    "lists": _lists,
}
SHEETS = (*OF_A_ROUND, *OF_THE_EVENT)
