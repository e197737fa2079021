"""The result: my report by the game's calculator, the opponent's word on it, and "not so"."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpResponse

from komandor.app.queries.my_board import board_of
from komandor.app.queries.my_table import MyTable, my_seat, my_table
from komandor.core.games.game import Field, Form
from komandor.core.games.reports import recorded_first
from komandor.core.ids import Side
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import match_situation, rules
from komandor.core.tournament.state import Match, Tournament
from komandor.web.event_page import EventPage, now_ms
from komandor.web.limits import too_often
from komandor.web.phone.my_outcome import reading
from komandor.web.phone.my_table_page import my_table_page
from komandor.web.phone.phone_page import act, me, opened, phone
from komandor.web.request import Request
from komandor.web.responses import fragment, redirect
from komandor.web.resultform import filled, parts

OPEN = ("playing", "sent", "confirm", "disputed")


def players_form(t: Tournament, match: Match) -> Form:
    """The game's slip without what only leaders may choose (AMB-G25)."""
    form = rules(t).form(match_situation(t, match))
    return replace(form, game=tuple(map(_for_players, form.game)), match=tuple(map(_for_players, form.match)))


def _for_players(one: Field) -> Field:
    return replace(one, choices=tuple(x for x in one.choices if x not in one.staff_choices), staff_choices=())


def report(request: Request, tournament: str) -> HttpResponse:
    """GET: the calculator. POST: sent, for the opponent to confirm; nothing is worked out for a page that
    nobody will see, for two thousand phones may send at once."""
    state, match = my_seat(request.loaded.state, me(request))
    if match is None or state not in OPEN:
        return redirect(request, f"/m/{tournament}/")
    if request.method == "GET":
        given = _known(request.loaded.state, match, me(request))
        return _slip(request, opened(request, tournament), match, given)
    if wait := too_often(request, tournament, "report"):
        return wait
    given = filled(players_form(request.loaded.state, match), request.POST)
    command = c.ReportResult(_number(request, "match"), given, _between(request))
    answer = act(request, tournament, command, request.t.gettext("Sent."))
    if isinstance(answer, Refusal):
        return _slip(request, opened(request, tournament), match, given, answer)
    return answer


def read(request: Request, tournament: str) -> HttpResponse:
    """What the slip is worth as filled in so far; nothing is kept."""
    p = opened(request, tournament)
    view = _mine(request, p)
    if view.match is None or view.match.b is None:
        return HttpResponse(status=204)
    given = filled(players_form(p.t, view.match), request.POST)
    outcome = reading(request, p, view.match, given)
    return fragment(request, "phone/outcome.html", o=outcome)


def confirm(request: Request, tournament: str) -> HttpResponse:
    """Only what was shown is confirmed: a report that came since is shown first."""
    return _answered(request, tournament, c.ConfirmResult, request.t.gettext("Confirmed. The result counts."))


def dispute(request: Request, tournament: str) -> HttpResponse:
    """ "Not so": with a word to the judge. The other way is to send one's own report."""
    p = opened(request, tournament)
    view = _mine(request, p)
    if view.state != "confirm" or view.match is None:
        return redirect(request, f"/m/{tournament}/")
    if request.method == "GET":
        result = view.match.result
        outcome = reading(request, p, view.match, result.report) if result else None
        return phone(
            request, p, "dispute.html", "table", v=view, result=outcome, opponent=p.name(view.opponent)
        )
    said = request.t.gettext("Noted as disputed. A judge decides; stay at the table.")
    return _answered(request, tournament, c.DisputeResult, said, note=request.POST.get("note", "")[:500])


def _answered(request: Request, tournament: str, command: Any, said: str, **more: str) -> HttpResponse:
    if wait := too_often(request, tournament, "report"):
        return wait
    seen = request.POST.get("shown", "")
    answer = act(request, tournament, command(_number(request, "match"), seen, **more), said)
    return my_table_page(request, tournament, answer) if isinstance(answer, Refusal) else answer


# ── helpers ──────────────────────────────────────────────────────────────────


def _number(request: Request, name: str) -> int:
    """The number that the form carries; 0, which no match has, if it carries none."""
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def _between(request: Request) -> tuple[int, ...]:
    """The players whom the form showed at the table."""
    return tuple(int(n) for n in request.POST.get("between", "").split("-") if n.isdecimal() and len(n) < 9)


def _mine(request: Request, p: EventPage) -> MyTable:
    return my_table(p.t, me(request), now_ms(), board_of(p.loaded))


def _known(t: Tournament, match: Match, player: int) -> Mapping[str, Any]:
    """What the slip shows at first: my own report, or what was recorded of initiative or sides."""
    own = [r for r in (match.result, *match.disputed) if r and r.reported_by == player]
    if own:
        return own[0].report
    side: Side = "a" if match.first == match.a else "b"
    return recorded_first(players_form(t, match), side) if match.first else {}


def _slip(
    request: Request, p: EventPage, match: Match, given: Mapping[str, Any], refusal: Refusal | None = None
) -> HttpResponse:
    mine = me(request)
    names = {match.a: p.name(match.a), match.b: p.name(match.b)} | {mine: request.t.gettext("Me")}
    other = match.opponent(mine)
    return phone(
        request, p, "report.html", "table", refusal, match=match, opponent=p.name(other),
        parts=parts(players_form(p.t, match), given), sides=(names[match.a], names[match.b]),
        outcome=reading(request, p, match, given) if given else None,
    )  # fmt: skip
