"""My table: where I sit, against whom, how long, and what is asked of me now."""

from collections.abc import Sequence, Set

from django.http import HttpResponse

from komandor.app.queries.everybody.prizes import my_prizes
from komandor.app.queries.everybody.rounds import MINUTE
from komandor.app.queries.everybody.schedule import PlannedBreak, Schedule
from komandor.app.queries.player.my_board import board_of, shown_round
from komandor.app.queries.player.my_components import my_searches
from komandor.app.queries.player.my_cut import CutView, MyCutResult, cut_made, my_cut
from komandor.app.queries.player.my_history import lost_by_sanction, my_record
from komandor.app.queries.player.my_latest import latest_for
from komandor.app.queries.player.my_table import MyTable, my_table
from komandor.app.queries.staff.judging import Search
from komandor.app.self_service import check_in_open
from komandor.app.stream import consent, feature_match, on_stream
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.attendance import waiting_list
from komandor.core.tournament.readings.lists import lists_shown_to, stopped_by_lists
from komandor.core.tournament.readings.regulations import rules, settings
from komandor.core.tournament.readings.structure import round_lengths
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import StagePlan
from komandor.rulebook.checklists import Item, setup_steps
from komandor.web.forms.form_commands import act, or_page
from komandor.web.forms.slip_preview import OutcomeView, outcome_of, versions_of
from komandor.web.phone.phone_page import (
    NewsPart,
    PhonePage,
    leaves,
    me,
    news_part,
    opened_by_player,
    phone,
    table_of,
)
from komandor.web.rendering.event_page import EventPage, EventPart, Sentence
from komandor.web.rendering.responses import etag, live_part
from komandor.web.routing.request import Request, url
from komandor.web.server.limits import too_often
from komandor.web.server.live import now_ms

AGAIN = 300_000  # milliseconds
SPREAD = 997


class MyTablePart(EventPart, template="phone/table_live.html"):
    """My table as it stands; `won`: prizes, and whether I have them; `rest`: the break that goes on."""

    v: MyTable
    mine: PlayerNo
    moments: NewsPart
    notices: Sequence[str]
    leaves: bool
    absent: bool
    removed: bool  # not by their own wish
    checked_in: bool
    has_list: bool
    waits: int  # my place on the waiting list
    won: Sequence[tuple[str, bool]]
    opponent: str
    result: OutcomeView | None
    punished: Set[PlayerNo]
    versions: Sequence[tuple[PlayerNo, OutcomeView]]
    steps: Sequence[Item]
    cut: CutView | None
    made: MyCutResult | None
    searches: Sequence[Search]
    record: str  # "6–0", once the event is finished
    next_at: int | None
    rest: PlannedBreak | None
    may_check_in: bool
    wants_list: bool
    their_list: bool
    stages: Sequence[StagePlan]
    lengths: Sequence[Sentence]
    streamed: bool  # my table is filmed
    agreed: bool  # to be filmed


class MyTablePage(PhonePage, template="phone/table.html"):
    part: MyTablePart
    etag: str


def my_table_page(request: Request, tournament: str, refusal: Refusal | None = None) -> HttpResponse:
    p = opened_by_player(request)
    part = table_part(request, p)
    reader = _reader(request, part.may_check_in, part.streamed)
    tag = etag(request, reader, latest_for(p.loaded, me(request)))
    return phone(request, p, MyTablePage(p, part=part, etag=tag, moments=part.moments), "table", refusal)


def live(request: Request, tournament: str) -> HttpResponse:
    """The part of the page that changes with the log."""
    p = opened_by_player(request)
    here = check_in_open(request.site.store, p.t)
    return live_part(
        request,
        _reader(request, here, _streamed(request, me(request))),
        lambda: table_part(request, p),
        record=latest_for(request.loaded, me(request)),
    )


def _reader(request: Request, here: bool, filmed: bool) -> str:
    """The player, and what is not in the log: the switch for check-in, the stream, and the time.

    Every few minutes each phone gets its page again, for when the next round begins; not all at once.
    """
    return f"{me(request)}-{here}-{filmed}-{(now_ms() + me(request) * SPREAD) // AGAIN}"


def news(request: Request, tournament: str) -> HttpResponse:
    """Only what is worth saying aloud, for the pages beside the table."""
    p = opened_by_player(request)
    return live_part(
        request,
        f"{request.me.player}-news",
        lambda: news_part(request, p),
        record=latest_for(request.loaded, me(request)),
    )


def table_part(request: Request, p: EventPage) -> MyTablePart:
    t, mine, board = p.t, me(request), board_of(p.loaded)
    view, player, match = my_table(t, mine, p.now, board), t.players[mine], board.seats.get(mine)
    day = p.timetable
    return MyTablePart(
        p,
        v=view,
        mine=mine,
        moments=news_part(request, p, view),
        notices=tuple(t.notices.values()),
        leaves=player.active and leaves(t, mine),
        absent=view.state == "left" and player.cause == "no_show",
        removed=player.cause not in (None, "drop"),
        checked_in=player.checked_in,
        has_list=bool(player.lists),
        waits=waiting_list(t).index(mine) + 1 if view.state == "waiting_list" else 0,
        won=my_prizes(t, mine),
        opponent=p.name(view.opponent) if view.opponent else "",
        result=_result(request, p, match) if match else None,
        punished=lost_by_sanction(t, match).keys() if match else frozenset(),
        versions=versions_of(p, match, request.t.gettext) if match else [],
        steps=setup_steps(rules(t).data.id, teams=t.teams, finals=bool(t.stage and t.stage.kind.eliminates)),
        cut=my_cut(t, mine, board),
        made=cut_made(t, mine, board),
        searches=my_searches(p.loaded, mine),
        record=my_record(t, mine) if view.state == "finished" else "",
        next_at=_next_round(t, day) if day else None,
        rest=day.rest if day else None,
        may_check_in=check_in_open(request.site.store, t),
        wants_list=_wants_list(t, mine),
        their_list=bool(view.opponent and _their_list(p, mine, view.opponent)),
        stages=t.announced,
        lengths=p.sentences(round_lengths(t)),
        streamed=_streamed(request, mine),
        agreed=consent(p.names.people.get(mine)) == "yes",
    )


def _streamed(request: Request, mine: PlayerNo) -> bool:
    """Whether this player sits at the feature table of the stream."""
    t = request.loaded.state
    match = feature_match(t, on_stream(request.site.store, t.id))
    return match is not None and t.playing and mine in match.players


def _wants_list(t: Tournament, mine: PlayerNo) -> bool:
    """Whether a required list is missing: before round 1, or the next draw waits for it."""
    if t.rounds:
        return mine in stopped_by_lists(t)
    return bool(settings(t).get("lists.required")) and not t.players[mine].lists


def _their_list(p: EventPage, mine: PlayerNo, opponent: PlayerNo) -> bool:
    """Whether the opponent's list is there and published to this player."""
    return bool(p.t.players[opponent].lists) and lists_shown_to(p.t, mine, opponent)


def _result(request: Request, p: EventPage, match: Match) -> OutcomeView | None:
    """The result as it stands, in words; corrected and overridden ones by their points."""
    result = match.result
    if match.b is None or result is None or not result.report or result.override:
        return None
    return outcome_of(p, match, result.report, request.t.gettext)


def _next_round(t: Tournament, day: Schedule) -> int | None:
    """When the next round is expected to begin, if that is known and not any moment now."""
    shown = shown_round(t)  # a round that is drawn but not published is still the next one
    coming = (s.starts for s in day.slots if s.number > (shown.number if shown else 0))
    at = next(coming, None)
    return at if at and at >= now_ms() + MINUTE else None


def here(request: Request, tournament: str) -> HttpResponse:
    """ "I am here", where the organiser lets players say so themselves."""
    if not check_in_open(request.site.store, request.loaded.state):
        return my_table_page(request, tournament, refuse("check_in.at_the_desk"))
    message = request.t.gettext("You're checked in.")
    return _done(request, c.CheckIn((me(request),)), message)


def first(request: Request, tournament: str) -> HttpResponse:
    """Who has the initiative, or plays the light side: as the two at the table agreed or rolled."""
    p = opened_by_player(request)
    view = table_of(request, p)
    asked = request.fields.raw("asks") or view.asks_first
    if view.match is None or not view.asks_first or asked != view.asks_first:
        return my_table_page(request, tournament, refuse("page.already_done"))
    if view.asks_first == "setup":
        chosen_for_game = request.fields.text("choice")
        command = c.SetInitiative(view.match.number, view.first, chosen_for_game)
        return _done(request, command, request.t.gettext("Noted."))
    who = request.fields.choice("who", ("me", "other", "lot"))
    chosen = {"me": me(request), "other": view.opponent, "lot": None}[who]
    noted = c.ChooseSides if view.asks_first == "sides" else c.SetInitiative
    return _done(request, noted(view.match.number, chosen), request.t.gettext("Noted."))


def _done(request: Request, command: c.Command, message: str) -> HttpResponse:
    if wait := too_often(request, request.loaded.state.id, "write"):
        return wait
    return or_page(
        request, act(request, command, url("my-table", request.loaded.state.id), message), my_table_page
    )
