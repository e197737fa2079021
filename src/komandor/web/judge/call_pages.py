"""One call: on the way → ruling or settled → appeal → the final word (COM-ROLE-13)."""

from collections.abc import Sequence

from django.http import HttpResponse, QueryDict

from komandor.app.queries.staff import judging
from komandor.core.ids import CallNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.judge_records import Call
from komandor.core.tournament.readings.leaders import marshal_decides
from komandor.rulebook.register import rule as rule_of
from komandor.web.console.status_bar import StaffPage
from komandor.web.forms.fields import LONG_NOTE
from komandor.web.forms.form_commands import act
from komandor.web.judge.judge_page import judge, log_of, own_words, staff_number
from komandor.web.rendering.event_page import opened
from komandor.web.rendering.responses import found
from komandor.web.routing.request import Request, url


class CallPage(StaffPage, template="judge/call.html"):
    """`view`: the table that it comes from."""

    call: Call
    values: QueryDict
    row: judging.CallRow
    view: judging.TableView | None
    actions: Sequence[judging.CallAction]
    extensions: Sequence[int] = judging.EXTENSIONS


def call_page(
    request: Request, tournament: str, number: CallNo, refusal: Refusal | None = None
) -> HttpResponse:
    p = opened(request)
    call = found(p.t.calls.get(number))
    staff = staff_number(request)
    match = p.t.match(call.match)
    shown = CallPage(
        p,
        call=call,
        values=request.POST,
        row=judging.call_row(p.t, call, p.now, request.me.actor),
        view=judging.table_view(p.t, match, log_of(p), p.now, staff) if match else None,
        actions=judging.call_actions(p.t, call, request.me.actor),
    )
    return judge(request, p, shown, "calls", refusal)


def take(request: Request, tournament: str, number: CallNo) -> HttpResponse:
    """Opening a call says "on the way" on the players' phones."""
    message = request.t.gettext("The players see that you are on the way.")
    return _done(request, number, c.TakeCall(number, request.fields.ticked("take_over")), message, stay=True)


def rule(request: Request, tournament: str, number: CallNo) -> HttpResponse:
    return _done(request, number, c.GiveRuling(number, *_ruling(request)), request.t.gettext("Ruling saved."))


def settle(request: Request, tournament: str, number: CallNo) -> HttpResponse:
    """The players found an answer themselves, the first step of the ladder."""
    command = c.GiveRuling(number, *_ruling(request), settled_by_players=True)
    return _done(request, number, command, request.t.gettext("Settled by the players."))


def appeal(request: Request, tournament: str, number: CallNo) -> HttpResponse:
    """For a player who asks for it aloud."""
    t, _ = request.loaded.state, own_words(request)
    message = _("Appeal recorded. The marshal will decide.")
    if not marshal_decides(t, t.match(found(t.calls.get(number)).match)):
        message = _("Appeal recorded. The organiser will decide.")
    return _done(request, number, c.AppealRuling(number), message, stay=True)


def verdict(request: Request, tournament: str, number: CallNo) -> HttpResponse:
    command = c.GiveFinalVerdict(number, *_ruling(request))
    return _done(request, number, command, request.t.gettext("Final ruling saved."))


def _ruling(request: Request) -> tuple[str, str]:
    """The ruling and its rule; a rule that does not exist is left out."""
    rule_id = request.fields.raw("rule").upper()
    return request.fields.text("text", LONG_NOTE), rule_id if rule_of(rule_id) else ""


def _done(
    request: Request, number: CallNo, command: c.Command, message: str, stay: bool = False
) -> HttpResponse:
    """Back to the list, or to the call itself where there is more to do."""
    tournament = request.loaded.state.id
    back = url("judge-call", tournament, number) if stay else url("judge", tournament)
    answer = act(request, command, back, message)
    return call_page(request, tournament, number, answer) if isinstance(answer, Refusal) else answer
