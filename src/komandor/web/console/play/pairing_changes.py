"""Changes of a draw by hand: allowed, with a reason, and always shown to everybody."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import HttpResponse

from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import decide
from komandor.core.tournament.events import PairingChanged
from komandor.core.tournament.readings.pairings import swap_warnings
from komandor.core.tournament.values import DrawnMatch
from komandor.web.console.play.round_page import home
from komandor.web.forms.fields import NOTE
from komandor.web.forms.form_commands import act, or_page, trying
from komandor.web.rendering.event_page import EventPart, Sentence, opened
from komandor.web.rendering.responses import fragment, redirect
from komandor.web.routing.request import Request, url


class SwapPreview(EventPart, template="console/swap_preview.html"):
    after: Sequence[DrawnMatch] = ()
    warnings: Sequence[Sentence] = ()
    reasons: Sequence[Sentence] = ()


def preview(request: Request, tournament: str) -> HttpResponse:
    """The pairs that a swap of two chosen players would make, with a warning for each rule it breaks."""
    p = opened(request)
    command = _wanted(request)
    if command is None:
        return fragment(request, SwapPreview(p))
    answer = decide(p.t, replace(command, reason=command.reason or "…"), trying(p.actor))
    if isinstance(answer, Refusal):
        return fragment(request, SwapPreview(p, reasons=p.reasons(answer)))
    after = next(e.after for e in answer if isinstance(e, PairingChanged))
    return fragment(request, SwapPreview(p, after=after, warnings=p.sentences(swap_warnings(p.t, after))))


def _wanted(request: Request) -> c.SwapPlayers | None:
    """The swap that the form asks for; None unless exactly two players are chosen."""
    chosen, reason = [*map(PlayerNo, request.fields.numbers("player"))], request.fields.text("reason", NOTE)
    return c.SwapPlayers(chosen[0], chosen[1], reason) if len(chosen) == 2 else None


def swap(request: Request, tournament: str) -> HttpResponse:
    command = _wanted(request)
    if command is None:
        return redirect(
            request, url("console", tournament), request.t.gettext("Tick two players to swap."), tone="warn"
        )
    one, two = map(opened(request).name, (command.first, command.second))
    message = request.t.gettext(
        "Swapped %(one)s and %(two)s. Once pairings are published, everyone sees who swapped them and why."
    ) % {"one": one, "two": two}
    return or_page(request, act(request, command, url("console", tournament), message), home)


def pair(request: Request, tournament: str) -> HttpResponse:
    """Two players without an opponent play each other (AMB-G6)."""
    _, fields = request.t.gettext, request.fields
    first, second = (PlayerNo(fields.number(name, 1)) for name in ("first", "second"))
    command = c.PairLeftOver(first, second, _("Neither had an opponent."))
    return or_page(
        request, act(request, command, url("console", tournament), _("Paired: they play each other.")), home
    )


def move(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    table = request.fields.number("table")
    command = c.MoveTable(number, table, request.fields.text("reason", NOTE))
    message = request.t.gettext("Moved to table %(table)s.") % {"table": table}
    return or_page(request, act(request, command, url("console", tournament), message), home)


def redraw(request: Request, tournament: str) -> HttpResponse:
    """Draw again for a changed roster. The key is the same, so the same players get the same pairs."""
    message = request.t.gettext("Paired again from the same draw.")
    return or_page(request, act(request, c.DrawRound(), url("console", tournament), message), home)
