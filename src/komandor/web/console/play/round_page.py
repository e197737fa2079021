"""The first page of the console: the next step, the clock, every table with its result."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from django.http import HttpResponse, QueryDict

from komandor.app.offers import Offers
from komandor.app.queries.everybody.bracket import BracketView
from komandor.app.queries.everybody.pace import Pace, pace
from komandor.app.queries.everybody.round_names import pairs_follow_from_seeds
from komandor.app.queries.everybody.rounds import MINUTE, RoundView, Row, round_view
from komandor.app.queries.everybody.schedule import Schedule
from komandor.app.queries.staff.cut_preview import CutPreview, cut_preview
from komandor.app.queries.staff.judging import EXTENSIONS
from komandor.app.queries.staff.people import same_club
from komandor.app.workflow import NextStep, commands_of, next_step, public_source
from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.reasons import Reason, Refusal
from komandor.core.tournament.public_numbers import DICE, DIGITS, SIDES
from komandor.core.tournament.readings.attendance import attending
from komandor.core.tournament.readings.cut import next_in_line
from komandor.core.tournament.readings.lists import ListState, stopped_by_lists
from komandor.core.tournament.readings.pairings import idle_players
from komandor.core.tournament.readings.regulations import rules, situation
from komandor.core.tournament.readings.seats import draw_remarks
from komandor.core.tournament.readings.structure import stages_for, structure_warnings
from komandor.core.tournament.state import Round, Stage
from komandor.core.tournament.undo import round_made
from komandor.core.tournament.values import StagePlan
from komandor.texts.fields import quick_help
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.console.play.my_tables import at_my_tables, keep_my_tables, my_tables
from komandor.web.console.play.table_map import TableMap, table_map
from komandor.web.console.step_words import StepWords, obstacle_links, words_of
from komandor.web.forms.fields import Fields
from komandor.web.public.event_pages import bracket_of
from komandor.web.rendering.event_page import EventPage, EventPart, Sentence, opened
from komandor.web.rendering.responses import found, fragment, live_part
from komandor.web.routing.request import Request

FILTERS = ("all", "missing", "disputed", "calls", "map")


class WithPairs(EventPart):
    """What the table of pairs asks of its page."""

    @property
    def leaves_after(self) -> Mapping[PlayerNo, int]:
        """Who said after which round they leave."""
        return {n: one.leaves_after for n, one in self._p.t.players.items() if one.leaves_after}

    @property
    def margins(self) -> bool:
        return bool(rules(self._p.t).data.margins)


@dataclass(frozen=True, slots=True)
class Numbers:
    """Public numbers to be announced: as for the round before, or as usual."""

    dice: int = DICE
    sides: int = SIDES
    digits: int = DIGITS

    @classmethod
    def of(cls, before: Round | None) -> Self:
        if before is None:
            return cls()
        return cls(before.dice or DICE, before.sides or SIDES, before.digits or DIGITS)


class RoundNow(WithPairs, template="console/round_live.html"):
    """The part that follows the log; `typed`: the form of a step that was refused."""

    view: RoundView | None
    tables: str  # those that this browser looks after, as typed; empty: all
    remarks: Sequence[Sentence]
    same_club: Collection[MatchNo]
    show: str
    step: NextStep
    takes_step: bool
    hall: TableMap | None
    day: Schedule | None
    pace: Pace | None
    planned: Sequence[StagePlan]
    announced: Sequence[StagePlan]
    announced_players: int
    players: int
    checked_in: int
    staff: int
    warnings: Sequence[Reason]
    typed: QueryDict
    obstacles: Sequence[tuple[str, str]]
    step_words: StepWords
    seeded: bool
    stage: Stage | None
    stage_kind: str  # of a stage that begins without a cut
    latest: Round | None
    public_source: str  # what the next round is drawn with
    announcing: Numbers
    locked_by: int  # the record that locked the round whose dice have not come; 0: there is none
    gone: Collection[PlayerNo]
    asked: PlayerNo | None
    cut: CutPreview | None
    stopped_by_lists: Mapping[PlayerNo, ListState]
    join_address: str

    @property
    def mine(self) -> RoundView | None:
        """The round at the tables that this browser looks after."""
        return at_my_tables(self.view, self.tables) if self.view else None

    @property
    def incidents(self) -> int:
        """How many were reported, so that somebody reads them (COM-ROLE-17)."""
        return len(self._p.t.incidents)

    @property
    def bracket(self) -> BracketView | None:
        """The way to the final, below the seeds and below the few matches of a knock-out round."""
        knocked_out = self.view and self.view.eliminates
        return bracket_of(self._p.t) if knocked_out or self._p.t.phase == "cut" else None


class RoundPage(ConsolePage, template="console/round.html"):
    part: RoundNow
    quick_help: Sequence[tuple[str, str]]
    quick_first: bool  # whether the field of quick entry is ready to type in
    alone: bool = True


class EarlierRoundPage(ConsolePage, WithPairs, template="console/round_earlier.html"):
    view: RoundView


class RowMenu(WithPairs, template="console/row_menu.html"):
    r: Row
    view: RoundView
    idle: PlayerNo | None
    extensions: Sequence[int] = EXTENSIONS


def home(request: Request, tournament: str, refusal: Refusal | None = None) -> HttpResponse:
    p = opened(request)
    now, game = round_now(request, p), rules(p.t)
    lines = quick_help(game, situation(p.t, now.view.kind), p.lang) if now.view else ()
    first = bool(request.GET.get("quick") or request.POST.get("table"))
    page = RoundPage(p, part=now, quick_help=lines, quick_first=first)
    return keep_my_tables(request, console(request, p, page, "round", refusal), tournament)


def live(request: Request, tournament: str) -> HttpResponse:
    """The part of the page that changes with the log, and with the minutes: tables run out of time."""
    p = opened(request)
    who = f"{request.me.actor}-{_show(request)}-{my_tables(request, tournament)}-{p.now // MINUTE}"
    return live_part(request, who, lambda: round_now(request, p))


def earlier(request: Request, tournament: str, number: int) -> HttpResponse:
    p = opened(request)
    view = round_view(p.t, found(p.t.rounds.get(number)).number, p.now)
    return console(request, p, EarlierRoundPage(p, view=view), "round")


def menu(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    """What can be done with one table; asked for when its menu is opened."""
    p = opened(request)
    match = found(p.t.matches.get(number))
    view = round_view(p.t, match.round, p.now)
    row = found(next((r for r in view.rows if r.match == number and r.b), None))
    return fragment(request, RowMenu(p, r=row, view=view, idle=next(iter(idle_players(p.t)), None)))


def round_now(request: Request, p: EventPage) -> RoundNow:
    t, number = p.t, p.t.round_number
    view = round_view(t, number, p.now) if number and not (t.arriving or t.phase == "cut") else None
    step = next_step(t)
    show, day, tables = _show(request), p.timetable, my_tables(request, t.id)
    return RoundNow(
        p,
        view=view,
        tables=tables,
        remarks=p.sentences(draw_remarks(t, t.rounds[number])) if t.phase == "drawn" else (),
        same_club=same_club(t, p.names.people) if t.phase == "drawn" and number == 1 else (),
        show=show,
        step=step,
        takes_step=Offers(t, p.actor).may_give(commands_of(t, step.code)),
        hall=table_map(view, p.now) if view and t.playing else None,
        day=day,
        pace=pace(t, day, p.day_plan, p.now) if day else None,
        planned=_planned(p),
        announced=t.announced,
        announced_players=t.announced_players,
        players=len(t.active()),
        checked_in=sum(t.players[n].checked_in for n in t.active()),
        staff=len(t.staff),
        warnings=structure_warnings(t) if t.arriving else (),
        typed=request.POST,
        obstacles=obstacle_links(p, step),
        step_words=words_of(p, step),
        seeded=pairs_follow_from_seeds(t),
        stage=t.stage,
        stage_kind=t.stage.kind.key if t.stage and not t.stage.kind.plannable else "",
        latest=t.round,
        public_source=public_source(t),
        announcing=Numbers.of(t.round),
        locked_by=_locked_by(p) if step.code == "roll" else 0,
        gone=[n for n, one in t.players.items() if not one.active],
        asked=next_in_line(t),
        cut=cut_preview(t) if step.code == "cut" else None,
        stopped_by_lists=stopped_by_lists(t) if step.code == "draw" else {},
        join_address=p.join_address,
    )


def _locked_by(p: EventPage) -> int:
    return next(
        (seq for seq, event in reversed(p.loaded.history) if round_made(event, "frozen") == p.t.round_number),
        0,
    )


def _show(request: Request) -> str:
    return Fields(request.GET).choice("show", FILTERS, "all")


def _planned(p: EventPage) -> tuple[StagePlan, ...]:
    """The rounds and the cut that would be announced now, shown before they are."""
    if p.t.phase != "registration" or len(attending(p.t)) < 2:
        return ()
    stages = stages_for(p.t, len(attending(p.t)))
    return () if isinstance(stages, Refusal) else stages
