"""Changes of a draw by hand: allowed, with a reason, and shown to everybody for ever."""

from django.http import HttpResponse

from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.web.acting import act
from komandor.web.console.play.round_page import home
from komandor.web.request import Request
from komandor.web.responses import redirect


def swap(request: Request, tournament: str) -> HttpResponse:
    chosen = [int(n) for n in request.POST.getlist("player") if n.isdecimal()]
    if len(chosen) != 2:
        return redirect(
            request, f"/c/{tournament}/", request.t.gettext("Choose two players to swap."), tone="warn"
        )
    command = c.SwapPlayers(chosen[0], chosen[1], request.POST.get("reason", ""))
    said = request.t.gettext("Swapped. Everybody can see that this was changed by hand.")
    return _answered(request, tournament, act(request, tournament, command, f"/c/{tournament}/", said))


def move(request: Request, tournament: str, number: int) -> HttpResponse:
    table = request.POST.get("table", "")
    wanted = int(table) if table.isdecimal() and len(table) < 7 else 0
    command = c.MoveTable(number, wanted, request.POST.get("reason", ""))
    said = request.t.gettext("Moved to table %(table)s.") % {"table": table}
    return _answered(request, tournament, act(request, tournament, command, f"/c/{tournament}/", said))


def redraw(request: Request, tournament: str) -> HttpResponse:
    """The same key, so the same players give the same pairs: for a roster that changed after the draw."""
    said = request.t.gettext("Drawn again with the same lots.")
    return _answered(request, tournament, act(request, tournament, c.DrawRound(), f"/c/{tournament}/", said))


def _answered(request: Request, tournament: str, answer: HttpResponse | Refusal) -> HttpResponse:
    return home(request, tournament, answer) if isinstance(answer, Refusal) else answer
