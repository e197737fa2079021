"""One person at this event: rounds, opponents, results, tie-breakers, penalties; for all of the staff."""

from django.http import HttpResponse

from komandor.app.queries.everybody.standings import StandingsView, standings_view
from komandor.app.queries.player.my_history import MyHistory, my_history
from komandor.app.queries.staff.judging import PlayerFile, player_file
from komandor.app.queries.staff.people import PersonRow, person_row
from komandor.core.ids import PlayerNo
from komandor.core.tournament.state import Match
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.rendering.event_page import EventPage, opened
from komandor.web.rendering.responses import found
from komandor.web.routing.request import Request
from komandor.web.routing.routes import LEADERS


class PersonPage(ConsolePage, template="console/person.html"):
    r: PersonRow
    history: MyHistory
    table: StandingsView
    file: PlayerFile | None
    match: Match | None  # that this person plays now


def person(request: Request, tournament: str, number: PlayerNo) -> HttpResponse:
    p = opened(request)
    found(p.t.players.get(number))
    shown = PersonPage(
        p,
        r=person_row(p.t.players[number], p.names),
        history=my_history(p.t, number),
        table=standings_view(p.t),
        file=_file(request, p, number),
        match=_now(p, number),
    )
    return console(request, p, shown, "people")


def _now(p: EventPage, number: PlayerNo) -> Match | None:
    """The match that this person plays now."""
    if p.t.round is None or not p.t.playing:
        return None
    return next((m for m in p.t.in_round(p.t.round.number) if number in m.players), None)


def _file(request: Request, p: EventPage, number: PlayerNo) -> PlayerFile | None:
    """Penalties and checks, which scorekeepers do not see."""
    return player_file(p.t, number) if request.me.may(LEADERS) else None
