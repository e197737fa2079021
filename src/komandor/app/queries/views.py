"""Every view of an event, by name: one shape to call, a frozen record to show or to write as JSON.

`view.make(event, subject)` gives the record as the reader of `event` (an `EventView`) may see it. Records for
everybody and for players hold numbers, words and points, never a match with the notes of its result: a test
writes every one of them. Sentences are not made here: reasons are codes with values, which a `Speaker` says.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from komandor.app.event_view import EventView
from komandor.app.queries.everybody.bracket import BracketView, bracket_view
from komandor.app.queries.everybody.cut_needs import CutNeed, cut_needs
from komandor.app.queries.everybody.event_head import EventHead
from komandor.app.queries.everybody.factions import FactionRow, factions_view
from komandor.app.queries.everybody.prizes import PrizeRow, prize_rows
from komandor.app.queries.everybody.progress import Places, places_by_round
from komandor.app.queries.everybody.rounds import ClockView, RoundView, Row, round_view
from komandor.app.queries.everybody.standings import StandingsView, standings_view
from komandor.app.queries.player.my_board import board_of
from komandor.app.queries.player.my_history import my_history
from komandor.app.queries.player.my_table import MyState, my_table
from komandor.app.queries.staff.attention import Alert, alerts
from komandor.app.queries.staff.checklists import CheckPart, checklists_view
from komandor.app.queries.staff.lists import ListsView, lists_view
from komandor.app.queries.staff.people import PeopleView, people_view
from komandor.app.queries.staff.staff_list import StaffRow, staff_view
from komandor.app.same_fields import same_fields
from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.outcomes import Outcome
from komandor.core.tournament.values import PlayerStatus, Scored

Reader = Literal["everybody", "player", "staff"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is asked about, and when (milliseconds); the latest round and stage unless others are named."""

    now: int
    round: int | None = None
    stage: int | None = None


@dataclass(frozen=True, slots=True)
class EventQuery:
    """One view: its name, who may have it, the type of its record, and how that is made.

    Only staff see what is not published.
    """

    name: str
    reader: Reader
    record: Any
    made: Callable[[EventView, Subject], object]

    def make(self, event: EventView, subject: Subject) -> object:
        return self.made(event if self.reader == "staff" else event.published(), subject)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenPlayer:
    """A player under the name that this reader may see."""

    number: PlayerNo
    name: str
    members: str
    status: PlayerStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class MySeat:
    """Where a player sits and what to do now."""

    state: MyState
    match: MatchNo | None
    table: int | None
    opponent: PlayerNo | None
    clock: ClockView
    extension: int
    mission: str | None
    scores: tuple[Scored, ...]  # as it stands: reported, disputed or final
    report_code: str  # of that report: confirming and disputing name it
    place: int | None
    points: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MyResult:
    """One round of a player."""

    round: int
    kind: str
    opponent: PlayerNo | None
    outcome: Outcome | None
    points: int | None
    score: str


def _round(event: EventView, subject: Subject) -> RoundView | None:
    """A round without what only the staff know of its pairs."""
    number = subject.round or event.t.round_number
    if number not in event.t.rounds:
        return None
    view = round_view(event.t, number, subject.now)
    return replace(view, rows=tuple(_public_row(row) for row in view.rows))


def _public_row(row: Row) -> Row:
    return replace(row, forbidden=False, same_group=False, fixed_missed=False, calls=(), reported_by=None)


def _bracket(event: EventView, subject: Subject) -> BracketView | None:
    stage = event.t.stages.get(subject.stage) if subject.stage else event.t.stage
    return bracket_view(event.t, stage) if stage and stage.kind.bracket else None


def _my_results(event: EventView, _: Subject) -> tuple[MyResult, ...]:
    rounds = my_history(event.t, event.you).rounds if event.you else ()
    return tuple(same_fields(MyResult, one) for one in rounds)


def _players(event: EventView, _: Subject) -> tuple[SeenPlayer, ...]:
    people = [p for p in event.t.players.values() if not p.outside]
    return tuple(
        same_fields(SeenPlayer, p, name=event.name(p.number), members=event.team_members(p.number))
        for p in sorted(people, key=lambda p: event.order(p.number))
    )


def _my_seat(event: EventView, subject: Subject) -> MySeat | None:
    if event.you is None:
        return None
    mine = my_table(event.t, event.you, subject.now, board_of(event.loaded))
    if mine.match is None:
        return same_fields(MySeat, mine, match=None, table=None, scores=(), report_code="")
    of_match = {"match": mine.match.number, "table": mine.match.table, "scores": mine.match.scores}
    return same_fields(MySeat, mine, **of_match, report_code=mine.seen)


EVENT = EventQuery("event", "everybody", EventHead, lambda event, _: event.event)
PLAYERS = EventQuery("players", "everybody", tuple[SeenPlayer, ...], _players)
ROUND = EventQuery("round", "everybody", RoundView | None, _round)
STANDINGS = EventQuery(
    "standings",
    "everybody",
    StandingsView,
    lambda event, subject: standings_view(event.t, stage=subject.stage),
)
BRACKET = EventQuery("bracket", "everybody", BracketView | None, _bracket)
PROGRESS = EventQuery("progress", "everybody", Places | None, lambda event, _: places_by_round(event.t))
NEEDS = EventQuery("needs", "everybody", Mapping[PlayerNo, CutNeed], lambda event, _: cut_needs(event.t))
FACTIONS = EventQuery(
    "factions", "everybody", tuple[FactionRow, ...], lambda event, _: factions_view(event.t)
)
PRIZES = EventQuery(
    "prizes", "everybody", tuple[PrizeRow, ...], lambda event, _: prize_rows(event.t, event.order)
)
MY_SEAT = EventQuery("my-seat", "player", MySeat | None, _my_seat)
MY_RESULTS = EventQuery("my-results", "player", tuple[MyResult, ...], _my_results)
ALERTS = EventQuery("alerts", "staff", tuple[Alert, ...], lambda event, _: alerts(event.t))
CHECKLISTS = EventQuery(
    "checklists", "staff", tuple[CheckPart, ...], lambda event, _: checklists_view(event.t)
)
LISTS = EventQuery("lists", "staff", ListsView, lambda event, _: lists_view(event.t))
PEOPLE = EventQuery("people", "staff", PeopleView, lambda event, _: people_view(event.t, event.names))
STAFF = EventQuery("staff", "staff", tuple[StaffRow, ...], lambda event, _: staff_view(event.t))

VIEWS: tuple[EventQuery, ...] = (
    *(EVENT, PLAYERS, ROUND, STANDINGS, BRACKET, PROGRESS, NEEDS, FACTIONS, PRIZES),
    *(MY_SEAT, MY_RESULTS),
    *(ALERTS, CHECKLISTS, LISTS, PEOPLE, STAFF),
)
