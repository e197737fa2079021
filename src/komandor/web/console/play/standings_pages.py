"""Standings with what decided each place, and the bracket."""

from collections.abc import Sequence

from django.http import HttpResponse

from komandor.app.queries.everybody.bracket import BracketView
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.public import event_pages
from komandor.web.rendering.event_page import EventPage, EventPart, opened
from komandor.web.rendering.records import shows
from komandor.web.rendering.responses import live_part
from komandor.web.routing.request import Request


@shows("console/standings_live.html")
class StandingsNow(EventPart):
    """The part that follows the log."""

    shown: event_pages.StandingsPart
    stages: Sequence[int]
    provisional: bool


@shows("console/standings.html")
class StandingsPage(ConsolePage):
    part: StandingsNow
    stage: int | None


@shows("console/bracket.html")
class BracketPage(ConsolePage):
    bracket: BracketView | None


def standings(request: Request, tournament: str) -> HttpResponse:
    """The page; asked for by its own script at each version, only the part that follows the log."""
    p = opened(request)
    provisional = request.fields.ticked("now")
    asked = request.fields.optional_number("stage")
    stage = asked if asked in p.t.stages else None
    if request.headers.get("X-Requested-With") == "live":
        key = f"standings-{request.me.actor}-{provisional}-{stage}"
        return live_part(request, key, lambda: _now(p, provisional, stage))
    shown = StandingsPage(p, part=_now(p, provisional, stage), stage=stage)
    return console(request, p, shown, "standings")


def _now(p: EventPage, provisional: bool, stage: int | None) -> StandingsNow:
    stages = tuple(s.number for s in p.t.stages.values() if not s.kind.eliminates)
    shown = event_pages.standings(p, provisional, stage)
    return StandingsNow(p, shown=shown, stages=stages, provisional=provisional)


def bracket(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    return console(request, p, BracketPage(p, bracket=event_pages.bracket_of(p.t)), "bracket")
