"""Prizes: set up before or at the end, given, raffled, and marked when they are handed out."""

from collections.abc import Mapping, Sequence

from django.http import HttpResponse

from komandor.app.queries.everybody.prizes import PrizeRow, prize_rows
from komandor.core.ids import PlayerNo, PrizeNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.prizes import eligible
from komandor.core.tournament.values import MOST_OF_A_PRIZE as MOST
from komandor.core.tournament.values import PRIZE_KINDS, RAFFLE_AMONG
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.forms.form_commands import act
from komandor.web.rendering.event_page import opened
from komandor.web.rendering.records import shows
from komandor.web.routing.paths import url
from komandor.web.routing.request import Request


@shows("console/prizes.html")
class PrizesPage(ConsolePage):
    rows: Sequence[PrizeRow]
    people: Sequence[PlayerNo]
    values: Mapping[str, str]
    kinds: Sequence[str] = PRIZE_KINDS
    among: Sequence[str] = RAFFLE_AMONG


def prizes(request: Request, tournament: str) -> HttpResponse:
    answer = _posted(request, tournament) if request.method == "POST" else None
    if isinstance(answer, HttpResponse):
        return answer
    p = opened(request)
    rows, people = prize_rows(p.t, p.order), sorted(eligible(p.t), key=p.order)
    values = request.fields.data if answer else {}
    shown = PrizesPage(p, rows=rows, people=people, values=values)
    return console(request, p, shown, "standings", answer)


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
