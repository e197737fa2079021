"""Prizes: set up before or at the end, given, raffled, and marked when they are handed out."""

from django.http import HttpResponse

from komandor.app.queries.everybody.prizes import prize_rows
from komandor.core.ids import PlayerNo, PrizeNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.prizes import eligible
from komandor.core.tournament.values import MOST_OF_A_PRIZE as MOST
from komandor.core.tournament.values import PRIZE_KINDS, RAFFLE_AMONG
from komandor.web.console.console_page import console
from komandor.web.forms.form_commands import act
from komandor.web.rendering.event_page import opened
from komandor.web.routing.paths import url
from komandor.web.routing.request import Request


def prizes(request: Request, tournament: str) -> HttpResponse:
    answer = _posted(request, tournament) if request.method == "POST" else None
    if isinstance(answer, HttpResponse):
        return answer
    p = opened(request)
    shown = {
        "rows": prize_rows(p.t, p.order),
        "people": sorted(eligible(p.t), key=p.order),
        "kinds": PRIZE_KINDS,
        "among": RAFFLE_AMONG,
        "values": request.fields.data if answer else {},
    }
    return console(request, p, "prizes.html", "standings", answer, **shown)


def _posted(request: Request, tournament: str) -> HttpResponse | Refusal:
    """A new prize, or the raffle of one that is there."""
    fields, _, home = request.fields, request.t.gettext, url("console-prizes", tournament)
    if number := fields.optional_number("raffle"):
        absent = tuple(PlayerNo(n) for n in fields.numbers("absent"))
        raffle = c.DrawRaffle(PrizeNo(number), absent)
        return act(request, raffle, f"{home}#prize-{number}", _("Drawn by lot."))
    first = fields.number("first", 1, MOST, 1, label="place")
    command = c.AddPrize(
        fields.text("text"),
        fields.choice("to", PRIZE_KINDS, "places", label="for_whom"),
        first,
        fields.number("last", 1, MOST, first, label="place"),
        fields.number("wins", 1, MOST, 1),
        fields.number("count", 1, MOST, 1),
        fields.choice("among", RAFFLE_AMONG, "present"),
    )
    return act(request, command, home, _("Added: %(what)s.") % {"what": command.text})
