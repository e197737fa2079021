"""Standings with what decided each place, and the bracket."""

from django.http import HttpResponse

from komandor.app.queries.bracket import bracket_view
from komandor.app.queries.standings import standings_view
from komandor.core.tournament.readings.cut import leavers, next_in_line
from komandor.web.console.console_page import console
from komandor.web.event_page import opened
from komandor.web.request import Request


def standings(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    provisional = request.fields.ticked("now")
    stage = request.fields.optional_number("stage")
    chosen = stage if stage in p.t.stages else None
    view = standings_view(p.t, provisional, chosen)
    swiss = tuple(s.number for s in p.t.stages.values() if s.kind == "swiss")
    return console(
        request, p, "standings.html", "standings", table=view, stages=swiss, provisional=provisional
    )


def bracket(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    stage = next((s for s in p.t.stages.values() if s.kind in ("single", "double")), None)
    view = bracket_view(p.t, stage) if stage else None
    return console(
        request, p, "bracket.html", "bracket", bracket=view, leavers=leavers(p.t), asked=next_in_line(p.t)
    )
