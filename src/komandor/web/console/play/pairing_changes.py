"""Changes of a draw by hand: allowed, with a reason, and shown to everybody for ever."""

from dataclasses import replace
from typing import Any

from django.http import HttpResponse

from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import decide
from komandor.core.tournament.events import PairingChanged
from komandor.core.tournament.readings.pairings import swap_warnings
from komandor.web.console.console_page import opened
from komandor.web.console.play.round_page import home
from komandor.web.event_page import now_ms
from komandor.web.form_commands import act
from komandor.web.request import Request
from komandor.web.responses import fragment, redirect


def preview(request: Request, tournament: str) -> HttpResponse:
    """Two players are chosen: the pairs that would come of it, and what each change costs, named."""
    p = opened(request, tournament)
    command = _wanted(request)
    shown: dict[str, Any] = {"after": (), "warnings": (), "reasons": ()}
    if command is not None:
        tried = replace(command, reason=command.reason or "…")
        answer = decide(p.t, tried, c.Context(now=now_ms(), staff=1))
        if isinstance(answer, Refusal):
            shown["reasons"] = [(p.say(r), r.rule) for r in answer.reasons]
        else:
            shown["after"] = next(e.after for e in answer if isinstance(e, PairingChanged))
            shown["warnings"] = [(p.say(w), w.rule) for w in swap_warnings(p.t, shown["after"])]
    return fragment(request, "console/swap_preview.html", **p.context(**shown))


def _wanted(request: Request) -> c.SwapPlayers | None:
    chosen = [int(n) for n in request.POST.getlist("player") if n.isdecimal()]
    return c.SwapPlayers(chosen[0], chosen[1], request.POST.get("reason", "")) if len(chosen) == 2 else None


def swap(request: Request, tournament: str) -> HttpResponse:
    command = _wanted(request)
    if command is None:
        return redirect(
            request, f"/c/{tournament}/", request.t.gettext("Choose two players to swap."), tone="warn"
        )
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
