"""The first page of the console: the next step, the clock, every table with its result."""

from django.http import HttpResponse

from komandor.app.offers import Offers
from komandor.app.queries.everybody.round_names import pairs_follow_from_seeds
from komandor.app.queries.everybody.rounds import MINUTE, RoundView, round_view
from komandor.app.queries.staff.cut_preview import cut_preview
from komandor.app.queries.staff.judging import EXTENSIONS
from komandor.app.queries.staff.people import same_club
from komandor.app.workflow import commands_of, next_step
from komandor.core.ids import MatchNo
from komandor.core.reasons import Refusal
from komandor.core.tournament.readings.attendance import attending
from komandor.core.tournament.readings.cut import next_in_line
from komandor.core.tournament.readings.lists import stopped_by_lists
from komandor.core.tournament.readings.pairings import idle_players
from komandor.core.tournament.readings.regulations import rules, situation
from komandor.core.tournament.readings.seats import draw_remarks
from komandor.core.tournament.readings.structure import stages_for, structure_warnings
from komandor.core.tournament.values import StagePlan
from komandor.texts.fields import quick_help
from komandor.web.console.console_page import console
from komandor.web.console.play.table_map import still_playing, table_map
from komandor.web.console.step_words import obstacle_links, step_name, words_of
from komandor.web.forms.fields import Fields
from komandor.web.rendering.event_page import EventPage, opened
from komandor.web.rendering.responses import found, fragment, live_part
from komandor.web.rendering.timetable import pace_of, timetable
from komandor.web.routing.request import Request
from komandor.web.server.live import now_ms

FILTERS = ("all", "missing", "disputed", "calls", "map")


def home(request: Request, tournament: str, refusal: Refusal | None = None) -> HttpResponse:
    p = opened(request)
    return console(request, p, "round.html", "round", refusal, **model(request, p))


def live(request: Request, tournament: str) -> HttpResponse:
    """The part of the page that changes with the log, and with the minutes: tables run out of time."""
    p = opened(request)
    return live_part(
        request,
        f"{request.me.actor}-{_show(request)}-{now_ms() // MINUTE}",
        "console/round_live.html",
        lambda: p.context(me=request.me, reasons=(), **model(request, p)),
    )


def earlier(request: Request, tournament: str, number: int) -> HttpResponse:
    p = opened(request)
    view = round_view(p.t, found(p.t.rounds.get(number)).number, now_ms())
    return console(request, p, "round_earlier.html", "round", view=view, numbers=_numbers(p))


def menu(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    """What can be done with one table; asked for when its menu is opened."""
    p = opened(request)
    match = found(p.t.matches.get(number))
    view = round_view(p.t, match.round, now_ms())
    row = found(next((r for r in view.rows if r.match == number and r.b), None))
    shown = {"r": row, "view": view, "idle": next(iter(idle_players(p.t)), None), "extensions": EXTENSIONS}
    return fragment(request, "console/row_menu.html", **p.context(me=request.me, **shown))


def model(request: Request, p: EventPage) -> dict[str, object]:
    t = p.t
    number = t.round_number
    view = round_view(t, number, now_ms()) if number and not (t.arriving or t.phase == "cut") else None
    step = next_step(t)
    hall = table_map(view, now_ms()) if view and t.playing else None
    show, day = _show(request), timetable(p)
    return {
        "view": view,
        "rows": _filtered(view, show) if view else (),
        "remarks": p.sentences(draw_remarks(t, t.rounds[number])) if t.phase == "drawn" else (),
        "same_club": same_club(t, p.names.people) if t.phase == "drawn" and number == 1 else (),
        "show": show,
        "step": step,
        "takes_step": Offers(t, p.actor).may_give(commands_of(t, step.code)),
        "hall": hall,
        "still": still_playing(hall, now_ms()) if hall else (),
        "day": day,
        "pace": pace_of(p, day),
        "planned": _planned(p),
        "warnings": structure_warnings(t) if t.arriving else (),
        "typed": request.POST if request.method == "POST" else {},
        "obstacles": obstacle_links(p, step),
        "quick": t.playing,
        "quick_help": quick_help(rules(t), situation(t, view.kind), p.lang) if view else (),
        "numbers": _numbers(p),
        "watching": request.site.hub.watching(t.id),
        "step_words": words_of(t, step.code),
        "step_name": step_name(p, step.code),
        "seeded": pairs_follow_from_seeds(t),
        "asked": next_in_line(t),
        "cut": cut_preview(t) if step.code == "cut" else None,
        "stopped_by_lists": stopped_by_lists(t) if step.code == "draw" else {},
        "excused": request.POST.getlist("despite_lists"),
        "join_address": p.join_address,
    }


def _show(request: Request) -> str:
    return Fields(request.GET).choice("show", FILTERS, "all")


def _filtered(view: RoundView, show: str) -> tuple[object, ...]:
    chosen = {
        "missing": view.missing,
        "disputed": view.disputed,
        "calls": tuple(r for r in view.rows if r.calls),
    }
    return chosen.get(show, view.rows)


def _planned(p: EventPage) -> tuple[StagePlan, ...]:
    """The rounds and the cut that would be announced now, shown before they are."""
    if p.t.phase != "registration" or len(attending(p.t)) < 2:
        return ()
    stages = stages_for(p.t, len(attending(p.t)))
    return () if isinstance(stages, Refusal) else stages


def _numbers(p: EventPage) -> tuple[int, ...]:
    return tuple(sorted(p.t.rounds))
