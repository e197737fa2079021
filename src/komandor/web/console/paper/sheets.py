"""What to print: every sheet carries event, round, time and the log's head code.

A round must be finishable on paper.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from math import ceil
from typing import Any, TypeVar

from django.http import HttpResponse

from komandor.app.queries.everybody.meeting import meeting_seats
from komandor.app.queries.everybody.prizes import prize_rows
from komandor.app.queries.everybody.progress import places_by_round
from komandor.app.queries.everybody.rounds import RoundView, round_view
from komandor.app.queries.everybody.standings import standings_view
from komandor.core.tournament.readings.regulations import rules
from komandor.web.console.console_page import shared
from komandor.web.console.paper.slips import sheets_of_slips
from komandor.web.console.paper.table_files import FILES
from komandor.web.forms.list_form import parts as list_parts
from komandor.web.forms.list_verdict import kept_verdict
from komandor.web.public.event_pages import bracket_of
from komandor.web.public.pairings import ByName, by_name, by_table
from komandor.web.rendering.event_page import EventPage, opened
from komandor.web.rendering.responses import found, page
from komandor.web.routing.request import Request
from komandor.web.server.live import now_ms

T = TypeVar("T")
ROWS, JUDGE = 36, 26  # lines that fit on a sheet of A4
TABLES = (("large", 24), ("", 36))  # lines of the pairings by table, by size
STANDINGS = (("", ROWS), ("near", 41), ("close", 46))
"""Lines of the standings by size: smaller type where that saves a sheet."""
MOST_PARTS = 6  # of the pairings by name
HEAD_CODE = 12  # hexadecimal digits of the log's head
NO_LETTER = "#"  # heads those who have no name


@dataclass(frozen=True, slots=True)
class NameSize:
    """How names by surname are set: how many lines fit on a sheet, and how many ems a name has."""

    name: str
    most: int
    below: int  # a heading in large letters
    own: float
    other: float
    seat: float  # a name without an opponent


NAMES = (
    NameSize("huge", 16, 14, 13.5, 10.0, 24.0),
    NameSize("large", 32, 29, 19.0, 14.5, 34.0),
    NameSize("roomy", 44, 40, 8.3, 6.4, 14.0),
    NameSize("middle", 64, 58, 10.4, 8.0, 17.5),
    NameSize("", 84, 76, 12.0, 9.0, 20.0),
)


def index(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    context = _context(request, p, _round_asked(request, p))
    return page(request, "paper/index.html", **context)


def sheet(request: Request, tournament: str, what: str) -> HttpResponse:
    """A page of sheets, or a table as a file (`standings.csv`)."""
    p = opened(request)
    if what in FILES:
        return FILES[what](request, p)
    view = _round_asked(request, p)
    # what hangs on a wall has short names
    posted = p if what in ("judge", "lists") else replace(p, staff_view=False)
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
        standings=any(one.status == "closed" for one in p.t.rounds.values()),
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


def evenly(items: Sequence[T], most: int) -> list[Sequence[T]]:
    """The items in as few groups of at most `most` as possible, all about as long as the others."""
    return chunks(items, max(1, ceil(len(items) / max(1, ceil(len(items) / most)))))


def parted(lines: Sequence[ByName], count: int) -> list[tuple[str, Sequence[ByName]]]:
    """The lines in at most `count` parts of about the same length, each with its letters ("A–K").

    A letter is never divided, so that everybody knows at which sheet to look.
    """
    letters = [list(group) for _, group in groupby(lines, key=lambda one: one.letter)]
    parts: list[list[ByName]] = []
    done = 0
    for group in letters:
        middle = done + len(group) / 2
        if not parts or int(middle * count / len(lines)) >= len(parts):
            parts.append([])
        parts[-1] += group
        done += len(group)
    return [(_span(part), part) for part in parts] or [("", lines)]


def _span(part: Sequence[ByName]) -> str:
    first, last = part[0].letter or NO_LETTER, part[-1].letter or NO_LETTER
    return first if first == last else f"{first}–{last}"


def _names(request: Request, p: EventPage, view: RoundView) -> Mapping[str, Any]:
    """Everybody by surname, whole or in parts (?parts=3) that hang at different places."""
    count = request.fields.number("parts", 1, MOST_PARTS, 1)
    everybody = by_name(p, view)
    parts = parted(everybody, count) if count > 1 else [("", everybody)]
    sheets = [(span, lines) for span, part in parts for lines in evenly(part, _most(NAMES[-1], count > 1))]
    size = _size(max(len(lines) for _, lines in sheets), count > 1)
    return {"sheets": sheets, "parts": count, "most_parts": MOST_PARTS, "size": size}


def _size(count: int, below: bool) -> NameSize:
    """The largest type in which so many names fit on one sheet."""
    return next(size for size in NAMES if count <= _most(size, below))


def _most(size: NameSize, below: bool) -> int:
    """How many names fit on a sheet, with or without a heading in large letters."""
    return size.below if below else size.most


def _tables(request: Request, p: EventPage, view: RoundView) -> Mapping[str, Any]:
    rows = by_table(p, view)
    size, most = next((one for one in TABLES if len(rows) <= one[1]), TABLES[-1])
    return {"sheets": evenly(rows, most), "size": size}


def _judge(request: Request, p: EventPage, view: RoundView) -> Mapping[str, Any]:
    return {"sheets": chunks([row for row in by_table(p, view) if row.kind == "match"], JUDGE)}


def _meeting(p: EventPage) -> Mapping[str, Any]:
    """Where everybody sits before round 1, by surname."""
    seats = meeting_seats(p.t, p.order)
    sheets = evenly(seats, _most(NAMES[-1], True))
    return {"sheets": sheets, "size": _size(max(map(len, sheets)), True)}


def _standings(p: EventPage) -> Mapping[str, Any]:
    """The final places if there are any, and the Swiss standings where they are not the same."""
    table = standings_view(p.t)
    size, most = _standing_rows(len(table.rows))
    swiss = [] if p.t.places and bracket_of(p.t) is None else chunks(table.rows, most)
    paths = places_by_round(p.t)
    return {"table": table, "sheets": swiss, "places": chunks(p.t.places, most), "size": size, "paths": paths}


def _standing_rows(count: int) -> tuple[str, int]:
    """The type of the standings, and how many lines are then on a sheet."""
    return min(STANDINGS, key=lambda size: ceil(count / size[1]))


def _prizes(p: EventPage) -> Mapping[str, Any]:
    """Every winner with a box to tick when the prize is handed out; what everybody gets is not listed."""
    lines = [(row.prize, n) for row in prize_rows(p.t, p.order) if row.named for n in row.winners]
    return {"sheets": chunks(lines, ROWS)}


def _poster(p: EventPage) -> Mapping[str, Any]:
    """A poster for the door: the event, the code that opens its page and, at first, the one to take part."""
    return {"address": p.address, "join": p.join_address, "addresses": p.site.addresses}


def _list(p: EventPage) -> Mapping[str, Any]:
    """A blank list of the game to fill in by hand (COM-MAT-3)."""
    parts = list_parts(rules(p.t).list_form, teams=p.t.teams, named=True)
    halves = groupby(parts, key=lambda part: part.field.teams)  # the partner has a sheet of their own
    return {"sheets": [list(half) for _, half in halves]}


def _lists(p: EventPage) -> Mapping[str, Any]:
    """Every list that was handed in, one on each sheet, with the verdict on it."""
    listed = (p.t.players[n] for n in p.t.active() if p.t.players[n].lists)
    return {"filled": [(player, kept_verdict(p, player.number)) for player in listed]}


OF_A_ROUND = {"names": _names, "tables": _tables, "slips": sheets_of_slips, "judge": _judge}
OF_THE_EVENT = {
    "meeting": _meeting,
    "standings": _standings,
    "prizes": _prizes,
    "bracket": lambda p: {"bracket": bracket_of(p.t)},
    "poster": _poster,
    "list": _list,
    "lists": _lists,
}
