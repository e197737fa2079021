"""What to print: every sheet carries event, round, time and the log's head code.

A round must be finishable on paper.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from math import ceil
from typing import TypeVar

from django.http import HttpResponse

from komandor.app.queries.everybody.bracket import BracketView
from komandor.app.queries.everybody.meeting import MeetingSeat, meeting_seats
from komandor.app.queries.everybody.prizes import prize_rows
from komandor.app.queries.everybody.progress import Places, places_by_round
from komandor.app.queries.everybody.rounds import RoundView, Row, round_view
from komandor.app.queries.everybody.standings import StandingRow, StandingsView, standings_view
from komandor.app.self_service import SelfService
from komandor.core.games.game import ListField
from komandor.core.ids import PlayerNo
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.readings.structure import round_lengths
from komandor.core.tournament.state import Player, Tournament
from komandor.core.tournament.values import Prize, StagePlan
from komandor.web.console.console_page import ConsolePage, console, tabs
from komandor.web.console.paper.slips import PaperSlip, sheets_of_slips
from komandor.web.console.paper.table_files import FILES
from komandor.web.forms.list_form import ListPart
from komandor.web.forms.list_form import parts as list_parts
from komandor.web.forms.list_verdict import VerdictShown, kept_verdict
from komandor.web.public.event_pages import bracket_of
from komandor.web.public.pairings import ByName, by_name
from komandor.web.rendering.event_page import EventPage, EventPart, Sentence, opened
from komandor.web.rendering.records import Tab
from komandor.web.rendering.responses import found, page
from komandor.web.routing.request import Request

T = TypeVar("T")
ROWS = 36  # lines that fit on a sheet of A4
TABLES = (("huge", 12), ("large", 24), ("", 36))  # lines of the pairings by table, by size
JUDGE = (("widest", 9), ("wide", 16), ("", 26))  # tables on a judge's sheet, by the room to write
STANDINGS = (("huge", 12), ("large", 24), ("", ROWS), ("near", 41), ("close", 46))
"""Lines of the standings by size: the largest type that needs no more sheets than the smallest."""
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
    NameSize("big", 24, 21, 15.5, 11.5, 28.0),
    NameSize("large", 32, 29, 19.0, 14.5, 34.0),
    NameSize("roomy", 44, 40, 8.3, 6.4, 14.0),
    NameSize("middle", 64, 58, 10.4, 8.0, 17.5),
    NameSize("", 84, 76, 12.0, 9.0, 20.0),
)


class Sheets(EventPart):
    """Sheets to print, each with the time and the log's head code; `sheet` fills in the tabs."""

    tabs: Sequence[Tab] = ()

    @property
    def code(self) -> str:
        return self._p.head[:HEAD_CODE]

    @property
    def printed(self) -> datetime:
        return datetime.now().astimezone()


class RoundSheets(Sheets):
    """Sheets of one round; `numbers`: the rounds that can be printed instead."""

    view: RoundView

    @property
    def numbers(self) -> Sequence[int]:
        return with_pairs(self._p.t)


class PrintPage(ConsolePage, template="paper/index.html"):
    view: RoundView | None
    numbers: Sequence[int]
    knockout: bool
    standings: bool
    prizes: bool


def index(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    shown = PrintPage(
        p,
        view=_round_asked(request, p),
        numbers=with_pairs(p.t),
        knockout=bracket_of(p.t) is not None,
        standings=any(one.status == "closed" for one in p.t.rounds.values()),
        prizes=bool(p.t.prizes),
    )
    return console(request, p, shown, "print")


def sheet(request: Request, tournament: str, what: str) -> HttpResponse:
    """A page of sheets, or a table as a file (`standings.csv`)."""
    p = opened(request)
    if what in FILES:
        return FILES[what](request, p)
    view = _round_asked(request, p)
    # what hangs on a wall has short names
    posted = p if what in ("judge", "lists") else replace(p, staff_view=False)
    if what in OF_A_ROUND:
        shown: Sheets = OF_A_ROUND[what](request, posted, found(view))
    else:
        shown = found(OF_THE_EVENT.get(what))(posted)
    return page(request, replace(shown, tabs=tabs(request, p, "print")))


def with_pairs(t: Tournament) -> list[int]:
    """The rounds that can be printed. Staff may print before publishing."""
    return [n for n, r in sorted(t.rounds.items()) if r.matches]


def _round_asked(request: Request, p: EventPage) -> RoundView | None:
    """The round in the address, or the latest that has pairs."""
    asked, known = request.fields.optional_number("round"), with_pairs(p.t)
    number = asked if asked in known else max(known, default=0)
    return round_view(p.t, number, p.now) if number else None


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


class NameSheets(RoundSheets, template="paper/names.html"):
    sheets: Sequence[tuple[str, Sequence[ByName]]]  # with the letters of the part
    parts: int
    size: NameSize
    most_parts: int = MOST_PARTS


def _names(request: Request, p: EventPage, view: RoundView) -> NameSheets:
    """Everybody by surname, whole or in parts (?parts=3) that hang at different places."""
    count = request.fields.number("parts", 1, MOST_PARTS, 1)
    everybody = by_name(p, view)
    parts = parted(everybody, count) if count > 1 else [("", everybody)]
    sheets = [(span, lines) for span, part in parts for lines in evenly(part, _most(NAMES[-1], count > 1))]
    size = _size(max(len(lines) for _, lines in sheets), count > 1)
    return NameSheets(p, view=view, sheets=sheets, parts=count, size=size)


def _size(count: int, below: bool) -> NameSize:
    """The largest type in which so many names fit on one sheet."""
    return next(size for size in NAMES if count <= _most(size, below))


def _most(size: NameSize, below: bool) -> int:
    """How many names fit on a sheet, with or without a heading in large letters."""
    return size.below if below else size.most


class TableSheets(RoundSheets, template="paper/tables.html"):
    sheets: Sequence[Sequence[Row]]
    size: str


def _tables(request: Request, p: EventPage, view: RoundView) -> TableSheets:
    size, most = next((one for one in TABLES if len(view.rows) <= one[1]), TABLES[-1])
    return TableSheets(p, view=view, sheets=evenly(view.rows, most), size=size)


class JudgeSheets(RoundSheets, template="paper/judge.html"):
    sheets: Sequence[Sequence[Row]]
    size: str


def _judge(request: Request, p: EventPage, view: RoundView) -> JudgeSheets:
    rows = [row for row in view.rows if row.kind == "match"]
    sheets = evenly(rows, JUDGE[-1][1])
    size = next(name for name, most in JUDGE if len(sheets[0]) <= most)
    return JudgeSheets(p, view=view, sheets=sheets, size=size)


class SlipSheets(RoundSheets, template="paper/slips.html"):
    pages: Sequence[Sequence[PaperSlip | None]]
    on_page: int
    form: str
    table: str


def _slips(request: Request, p: EventPage, view: RoundView) -> SlipSheets:
    """All tables of the round, or one of them again (?table=7); ?form=long asks everything."""
    table, long = request.fields.raw("table"), request.fields.raw("form") == "long"
    pages, on_page = sheets_of_slips(p, view, table, long)
    return SlipSheets(
        p, view=view, pages=pages, on_page=on_page, form="long" if long else "short", table=table
    )


class MeetingSheets(Sheets, template="paper/meeting.html"):
    sheets: Sequence[Sequence[tuple[str, MeetingSeat]]]  # with the name
    size: NameSize


def _meeting(p: EventPage) -> MeetingSheets:
    """Where everybody sits before round 1, by surname."""
    seats = [(p.listed(seat.player), seat) for seat in meeting_seats(p.t, p.order)]
    sheets = evenly(seats, _most(NAMES[-1], True))
    return MeetingSheets(p, sheets=sheets, size=_size(max(map(len, sheets)), True))


class StandingsSheets(Sheets, template="paper/standings.html"):
    table: StandingsView
    sheets: Sequence[Sequence[StandingRow]]
    places: Sequence[Sequence[tuple[PlayerNo, int]]]
    size: str
    paths: Places | None


def _standings(p: EventPage) -> StandingsSheets:
    """The final places if there are any, and the Swiss standings where they are not the same."""
    table, ended = standings_view(p.t), p.t.places
    size, most = _standing_rows(len(table.rows))
    swiss = [] if ended and bracket_of(p.t) is None else chunks(table.rows, most)
    places = chunks(ended, most) if ended else []
    return StandingsSheets(p, table=table, sheets=swiss, places=places, size=size, paths=places_by_round(p.t))


def _standing_rows(count: int) -> tuple[str, int]:
    """The type of the standings, and how many lines are then on a sheet."""
    return min(STANDINGS, key=lambda size: ceil(count / size[1]))


class PrizeSheets(Sheets, template="paper/prizes.html"):
    sheets: Sequence[Sequence[tuple[Prize, PlayerNo]]]


def _prizes(p: EventPage) -> PrizeSheets:
    """Every winner with a box to tick when the prize is handed out; what everybody gets is not listed."""
    lines = [(row.prize, n) for row in prize_rows(p.t, p.order) if row.named for n in row.winners]
    return PrizeSheets(p, sheets=chunks(lines, ROWS))


class BracketSheets(Sheets, template="paper/bracket.html"):
    bracket: BracketView | None


class Poster(Sheets, template="paper/poster.html"):
    """A poster for the door: the event, the code that opens its page and, at first, the one to take part."""

    address: str
    join: str
    addresses: Sequence[str]
    announced: Sequence[StagePlan]
    lengths: Sequence[Sentence]
    phones: SelfService


def _poster(p: EventPage) -> Poster:
    """With rounds, cut and minutes: players are told before the start (COM-PREP-3, SWL-ROUND-2)."""
    return Poster(
        p,
        address=p.address,
        join=p.join_address,
        addresses=p.site.addresses,
        announced=p.t.announced,
        lengths=p.sentences(round_lengths(p.t)),
        phones=p.phones,
    )


class BlankList(Sheets, template="paper/list.html"):
    sheets: Sequence[Sequence[ListPart]]


def _list(p: EventPage) -> BlankList:
    """A blank list of the game to fill in by hand (COM-MAT-3)."""
    parts = list_parts(rules(p.t).list_form, teams=p.t.teams, named=True)
    halves = groupby(parts, key=lambda part: part.field.teams)  # the partner has a sheet of their own
    return BlankList(p, sheets=[list(half) for _, half in halves])


class FilledLists(Sheets, template="paper/lists.html"):
    form: Sequence[ListField]
    filled: Sequence[tuple[Player, VerdictShown]]


def _lists(p: EventPage) -> FilledLists:
    """Every list that was handed in, two on each sheet, to be cut apart, with the verdict on it."""
    listed = (p.t.players[n] for n in p.t.active() if p.t.players[n].lists)
    filled = [(player, verdict) for player in listed if (verdict := kept_verdict(p, player.number))]
    return FilledLists(p, form=rules(p.t).list_form, filled=filled)


OF_A_ROUND = {"names": _names, "tables": _tables, "slips": _slips, "judge": _judge}
OF_THE_EVENT: Mapping[str, Callable[[EventPage], Sheets]] = {
    "meeting": _meeting,
    "standings": _standings,
    "prizes": _prizes,
    "bracket": lambda p: BracketSheets(p, bracket=bracket_of(p.t)),
    "poster": _poster,
    "list": _list,
    "lists": _lists,
}
