"""Standings with what decided each place, and the bracket."""

from typing import Any

from django.http import HttpResponse

from komandor.app.queries.everybody.cut_needs import cut_needs
from komandor.app.queries.everybody.factions import shown_factions
from komandor.app.queries.everybody.progress import places_by_round
from komandor.app.queries.everybody.standings import standings_view
from komandor.core.tournament.state import Tournament
from komandor.web.console.console_page import console
from komandor.web.public.event_pages import bracket_of
from komandor.web.rendering.event_page import opened
from komandor.web.rendering.responses import live_part
from komandor.web.routing.request import Request


def standings(request: Request, tournament: str) -> HttpResponse:
    """The page; asked for by its own script at each version, only the part that follows the log."""
    p = opened(request)
    provisional = request.fields.ticked("now")
    asked = request.fields.optional_number("stage")
    stage = asked if asked in p.t.stages else None
    if request.headers.get("X-Requested-With") == "live":
        key = f"standings-{request.me.actor}-{provisional}-{stage}"
        part = "console/standings_live.html"
        return live_part(request, key, part, lambda: p.context(**_shown(p.t, provisional, stage)))
    return console(request, p, "standings.html", "standings", None, **_shown(p.t, provisional, stage))


def _shown(t: Tournament, provisional: bool, stage: int | None) -> dict[str, Any]:
    return {
        "table": standings_view(t, provisional, stage),
        "stages": tuple(s.number for s in t.stages.values() if not s.kind.eliminates),
        "stage": stage,
        "provisional": provisional,
        "running": t.playing,
        "paths": places_by_round(t),
        "needs": cut_needs(t),
        "factions": shown_factions(t),
    }


def bracket(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    return console(request, p, "bracket.html", "bracket", bracket=bracket_of(p.t))
