"""Standings with what decided each place, the bracket, and the prizes: set up, raffled, given."""

from collections.abc import Mapping, Sequence

from django.http import HttpResponse

from komandor.app.queries.everybody.bracket import BracketView
from komandor.app.queries.everybody.prizes import PrizeRow, prize_rows
from komandor.core.ids import PlayerNo, PrizeNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.prizes import eligible
from komandor.core.tournament.values import MOST_OF_A_PRIZE as MOST
from komandor.core.tournament.values import PRIZE_KINDS, RAFFLE_AMONG
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.forms.form_commands import act
from komandor.web.public import standings_part
from komandor.web.public.event_pages import bracket_of
from komandor.web.rendering.event_page import EventPage, EventPart, opened
from komandor.web.rendering.responses import live_part
from komandor.web.routing.request import Request, url


class StandingsNow(EventPart, template="console/standings_live.html"):
    """The part that follows the log."""

    shown: standings_part.StandingsPart
    stages: Sequence[int]
    provisional: bool
    edition: str  # by which a copy of the event is made


class StandingsPage(ConsolePage, template="console/standings.html"):
    part: StandingsNow
    stage: int | None


class BracketPage(ConsolePage, template="console/bracket.html"):
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
    shown = standings_part.standings(p, provisional, stage)
    edition = p.t.edition if p.t.edition_text else p.game
    return StandingsNow(p, shown=shown, stages=stages, provisional=provisional, edition=edition)


def bracket(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    return console(request, p, BracketPage(p, bracket=bracket_of(p.t)), "bracket")


class PrizesPage(ConsolePage, template="console/prizes.html"):
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
        return act(request, raffle, f"{home}#prize-{number}", _("Picked at random."))
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
