"""Standings with what decided each place, and the bracket."""

from django.http import HttpResponse

from komandor.app.queries.progress import places_by_round
from komandor.app.queries.standings import standings_view
from komandor.core.tournament.readings.cut import leavers, next_in_line
from komandor.web.console.console_page import console
from komandor.web.event_page import opened
from komandor.web.public.event_pages import bracket_of
from komandor.web.request import Request


def standings(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    provisional = request.fields.ticked("now")
    stage = request.fields.optional_number("stage")
    view = standings_view(p.t, provisional, stage if stage in p.t.stages else None)
    swiss = tuple(s.number for s in p.t.stages.values() if s.kind == "swiss")
    shown = {"table": view, "stages": swiss, "provisional": provisional, "paths": places_by_round(p.t)}
    return console(request, p, "standings.html", "standings", None, **shown)


def bracket(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    shown = {"bracket": bracket_of(p.t), "leavers": leavers(p.t), "asked": next_in_line(p.t)}
    return console(request, p, "bracket.html", "bracket", None, **shown)
