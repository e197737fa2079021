"""Slides for a projector in the hall. Everybody gets the same bytes; a script turns the pages."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, inf

from komandor.app.queries.everybody.bracket import BracketView
from komandor.app.queries.everybody.cut_line import CutLine, cut_line
from komandor.app.queries.everybody.cut_needs import cut_needs
from komandor.app.queries.everybody.factions import Faction, shown_factions
from komandor.app.queries.everybody.meeting import MeetingSeat, meeting_seats
from komandor.app.queries.everybody.prizes import PrizeRow, prize_rows
from komandor.app.queries.everybody.progress import Places, places_by_round
from komandor.app.queries.everybody.rounds import RoundView, Row
from komandor.app.queries.everybody.schedule import PlannedBreak, Schedule
from komandor.app.queries.everybody.standings import StandingsView, standings_view
from komandor.app.queries.staff.cut_preview import CutPreview, cut_shown
from komandor.app.self_service import SelfService
from komandor.app.stream import feature_match, on_stream
from komandor.core.ids import PlayerNo
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.values import PLAYING
from komandor.rulebook import rule
from komandor.web.pictures.bracket_svg import Picture
from komandor.web.pictures.projector_bracket import projector_pages
from komandor.web.public import ruletext
from komandor.web.public.event_pages import bracket_of, newest_notices, resting
from komandor.web.public.pairings import ByName, by_name, current, rulers_of
from komandor.web.public.public_page import WITH_TIMES, rendered
from komandor.web.rendering.event_page import EventPage, EventPart, Sentence
from komandor.web.server.cache import CachedPage

IN_ROTATION: Mapping[str, tuple[str, ...]] = {
    "registration": ("join", "notice"),
    "announced": ("join", "day", "notice"),
    "published": ("pairings", "notice"),
    "running": ("clock", "pairings", "notice"),
    "between": ("standings", "bracket", "day", "notice"),
    "cut": ("bracket", "standings", "notice"),
    "closed": ("podium", "prizes", "standings", "bracket", "progress", "notice"),
}
"""What the hall wants to see in each phase, unless the address asks for something else."""

TIMED = ("standings", "day")  # slides with times of the day
BRIEF = ("clock", *TIMED)  # not kept for long; a clock on the projector is not fetched in between
STILL_OUT = 30  # tables, or rows of tables, that are named
MOST_WINNERS = 60  # of one prize
PRIZE_LINES, WINNERS_IN_LINE = 9, 3  # on one page of prizes


class HeadSlide(EventPart, template="projector/parts/head.html"):
    view: RoundView | None  # the round in play
    notice: str
    rotation: Sequence[str]


class SeatsSlide(EventPart, template="projector/parts/seats.html"):
    seats: Sequence[tuple[str, str, MeetingSeat]]  # with the letter of the surname, and the name


class PairingsSlide(EventPart, template="projector/parts/pairings.html"):
    lines: Sequence[ByName]
    rulers: Sequence[Sentence]
    filmed: Row | None  # the table on the stream


@dataclass(frozen=True, slots=True)
class Still:
    """Tables in a row where people still play, with the minutes that they have more."""

    first: int | None
    last: int | None
    extra: int

    @property
    def count(self) -> int:
        return 1 + (self.last or 0) - (self.first or 0)


class ClockSlide(EventPart, template="projector/parts/clock.html"):
    view: RoundView | None
    at_time: str
    still: Sequence[Still]
    still_more: int
    rest: PlannedBreak | None
    line: CutLine | None


class StandingsSlide(EventPart, template="projector/parts/standings.html"):
    places: Sequence[tuple[PlayerNo, int]]
    table: StandingsView
    factions: Mapping[PlayerNo, Sequence[Faction]]
    cut: CutPreview | None
    line: CutLine | None
    rest: PlannedBreak | None


class ProgressSlide(EventPart, template="projector/parts/progress.html"):
    paths: Places | None


class BracketSlide(EventPart, template="projector/parts/bracket.html"):
    bracket: BracketView | None
    pictures: Sequence[Picture]


class PodiumSlide(EventPart, template="projector/parts/podium.html"):
    places: Sequence[tuple[PlayerNo, int]]


class PrizesSlide(EventPart, template="projector/parts/prizes.html"):
    prizes: Sequence[Sequence[PrizeRow]]
    most_winners: int = MOST_WINNERS


class DaySlide(EventPart, template="projector/parts/day.html"):
    day: Schedule | None


class NoticeSlide(EventPart, template="projector/parts/notice.html"):
    notices: Sequence[str]


class JoinSlide(EventPart, template="projector/parts/join.html"):
    address: str
    join: str
    players: int
    phones: SelfService
    followed: bool  # it runs elsewhere: nobody registers here


class Screen(EventPart, template="projector/screen.html"):
    """A whole screen with these slides; `timed` are made again every minute."""

    head_line: HeadSlide
    slides: Sequence[tuple[str, EventPart]]
    timed: Sequence[str] = TIMED


def in_play(p: EventPage) -> RoundView | None:
    """The round that is published and not closed yet."""
    view = current(p)
    return view if view is not None and view.status in PLAYING else None


def head(p: EventPage) -> HeadSlide:
    notices = newest_notices(p.t)
    rotation = IN_ROTATION.get(p.t.phase, tuple(SLIDES))
    return HeadSlide(p, view=in_play(p), notice=notices[0] if notices else "", rotation=rotation)


def _seats(p: EventPage) -> SeatsSlide:
    """Where everybody sits until round 1."""
    seats = () if p.t.rounds else meeting_seats(p.t, p.order)
    return SeatsSlide(p, seats=[(p.initial(s.player), p.listed(s.player), s) for s in seats])


def _pairings(p: EventPage) -> PairingsSlide:
    view = in_play(p)
    if view is None:
        return PairingsSlide(p, lines=[], rulers=(), filmed=None)
    match = feature_match(p.t, on_stream(p.site.store, p.t.id))
    filmed = next((row for row in view.rows if match and row.match == match.number), None)
    return PairingsSlide(p, lines=by_name(p, view), rulers=rulers_of(p), filmed=filmed)


def _clock(p: EventPage) -> ClockSlide:
    view = in_play(p)
    still = in_rows([(row.table, row.extension) for row in view.missing]) if view else []
    return ClockSlide(
        p,
        view=view,
        at_time=_at_time(p),
        still=still[:STILL_OUT],
        still_more=sum(one.count for one in still[STILL_OUT:]),
        rest=resting(p),
        line=cut_line(p.t) if cut_needs(p.t) else None,
    )


def in_rows(tables: Iterable[tuple[int | None, int]]) -> list[Still]:
    """Three tables or more in a row, with the same minutes, are said in one: 68–97."""
    rows: list[list[tuple[int | None, int]]] = []
    for table, extra in tables:
        last = rows[-1][-1] if rows else (None, 0)
        if table and last[0] and (table, extra) == (last[0] + 1, last[1]):
            rows[-1].append((table, extra))
        else:
            rows.append([(table, extra)])
    parts = [[row] if len(row) > 2 else [[one] for one in row] for row in rows]
    return [Still(row[0][0], row[-1][0], row[0][1]) for part in parts for row in part]


def _standings(p: EventPage) -> StandingsSlide:
    t = p.t
    cut, factions = cut_shown(t) if t.between_rounds else None, shown_factions(t)
    return StandingsSlide(
        p,
        places=t.places,
        table=standings_view(t),
        factions=factions,
        cut=cut,
        line=None if cut else cut_line(t),
        rest=resting(p),
    )


def _bracket(p: EventPage) -> BracketSlide:
    bracket = bracket_of(p.t)
    if bracket is None or not bracket.games:
        return BracketSlide(p, bracket=None, pictures=())
    return BracketSlide(p, bracket=bracket, pictures=projector_pages(bracket))


def _prizes(p: EventPage) -> PrizesSlide:
    rows = [row for row in prize_rows(p.t, p.order) if row.named and row.winners]
    return PrizesSlide(p, prizes=_prize_pages(rows))


def _join(p: EventPage) -> JoinSlide:
    return JoinSlide(
        p,
        address=p.address,
        join=p.join_address,
        players=len(p.t.active()),
        phones=p.phones,
        followed=p.followed,
    )


SLIDES: Mapping[str, Callable[[EventPage], EventPart]] = {
    "seats": _seats,
    "pairings": _pairings,
    "clock": _clock,
    "standings": _standings,
    "progress": lambda p: ProgressSlide(p, paths=places_by_round(p.t)),
    "bracket": _bracket,
    "podium": lambda p: PodiumSlide(p, places=p.t.places),
    "prizes": _prizes,
    "day": lambda p: DaySlide(p, day=p.timetable),
    "notice": lambda p: NoticeSlide(p, notices=newest_notices(p.t)),
    "join": _join,
}


def _prize_pages(rows: Sequence[PrizeRow]) -> list[list[PrizeRow]]:
    """The prizes in their order, on each page about as many lines as are read from afar."""
    pages: list[list[PrizeRow]] = []
    left = 0
    for row in rows:
        lines = ceil(min(len(row.winners), MOST_WINNERS) / WINNERS_IN_LINE)
        if not pages or lines > left:
            pages.append([])
            left = PRIZE_LINES
        pages[-1].append(row)
        left -= lines
    return pages


def _at_time(p: EventPage) -> str:
    """What happens in this game when time is up, in one line (COM-TIME-3)."""
    data = rules(p.t).data
    finals = p.t.stage is not None and p.t.stage.kind.eliminates
    found = rule((finals and data.rules.get("at_time_finals")) or data.rules["at_time"])
    return ruletext.plain(found.text[p.lang]) if found else ""


def screen(slides: Collection[str], tail: str) -> CachedPage:
    """A whole screen with these slides."""
    name = tail.replace("/", "-")

    def shown(p: EventPage) -> Screen:
        made = [(slide, SLIDES[slide](p)) for slide in slides]
        return Screen(p, head_line=head(p), slides=made)

    return CachedPage(f"/t/<tournament>/{tail}", rendered(shown), name, lasts=WITH_TIMES)


def slide(name: str, make: Callable[[EventPage], EventPart]) -> CachedPage:
    """One slide alone, fetched again when the log moves."""
    path, lasts = f"/t/<tournament>/screen/part/{name}", WITH_TIMES if name in BRIEF else inf
    return CachedPage(path, rendered(make), f"screen-part-{name}", lasts=lasts)


PAGES = (
    screen(SLIDES, "screen"),
    *(screen((name,), f"screen/{name}") for name in SLIDES),
    slide("head", head),
    *(slide(name, make) for name, make in SLIDES.items()),
)
