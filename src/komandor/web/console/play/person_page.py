"""One person at this event: rounds, opponents, results, tie-breakers, penalties; for all of the staff."""

from django.http import HttpResponse

from komandor.app.queries.everybody.standings import standings_view
from komandor.app.queries.player.my_history import my_history
from komandor.app.queries.staff.judging import PlayerFile, player_file
from komandor.app.queries.staff.people import person_row
from komandor.core.ids import PlayerNo
from komandor.web.console.console_page import console
from komandor.web.rendering.event_page import EventPage, opened
from komandor.web.rendering.responses import found
from komandor.web.routing.paths import url
from komandor.web.routing.request import Request
from komandor.web.routing.routes import LEADERS


def person(request: Request, tournament: str, number: PlayerNo) -> HttpResponse:
    p = opened(request)
    found(p.t.players.get(number))
    table = standings_view(p.t)
    match = _now(p, number)
    shown = {
        "r": person_row(p.t.players[number], p.names),
        "history": my_history(p.t, number),
        "columns": table.columns,
        "row": next((r for r in table.rows if r.player == number), None) if table.after_round else None,
        "after": table.after_round,
        "file": _file(request, p, number),
        "match": match,
        "back": url("console-person", tournament, number),
    }
    return console(request, p, "person.html", "people", None, **shown)


def _now(p: EventPage, number: PlayerNo) -> object:
    """The match that this person plays now."""
    if p.t.round is None or not p.t.playing:
        return None
    return next((m for m in p.t.in_round(p.t.round.number) if number in m.players), None)


def _file(request: Request, p: EventPage, number: PlayerNo) -> PlayerFile | None:
    """Penalties and checks, which scorekeepers do not see."""
    return player_file(p.t, number) if request.me.may(LEADERS) else None
