"""A table as the judge needs it: players, clock, extension in two taps, all that happened there."""

from collections.abc import Sequence

from django.http import HttpResponse, QueryDict

from komandor.app.handle import Accepted
from komandor.app.ledger import event_of
from komandor.app.queries.everybody.rounds import RoundView, round_view
from komandor.app.queries.staff import judging
from komandor.core.ids import MatchNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.values import CallKind
from komandor.web.console.status_bar import StaffPage
from komandor.web.forms.extension_form import extension
from komandor.web.forms.fields import NOTE
from komandor.web.forms.form_commands import act, perform, refusal_of
from komandor.web.judge.call_pages import call_page
from komandor.web.judge.judge_page import judge, log_of, staff_number
from komandor.web.rendering.event_page import opened
from komandor.web.rendering.responses import found, redirect
from komandor.web.routing.request import Request, url


class TablesPage(StaffPage, template="judge/tables.html"):
    view: RoundView | None


class TablePage(StaffPage, template="judge/table.html"):
    view: judging.TableView
    values: QueryDict
    call_kinds: Sequence[CallKind]
    extensions: Sequence[int] = judging.EXTENSIONS


def every(request: Request, tournament: str) -> HttpResponse:
    """All tables of the round that is being played."""
    p = opened(request)
    number = p.t.round_number
    shown = number and p.t.rounds[number].shown
    view = round_view(p.t, number, p.now) if shown else None
    return judge(request, p, TablesPage(p, view=view), "tables")


def by_number(request: Request, tournament: str, number: int) -> HttpResponse:
    """The match at this table in the latest round."""
    t = request.loaded.state
    latest = t.in_round(t.round_number)
    match = found(next((m for m in latest if m.table == number), None))
    return redirect(request, url("judge-match", tournament, match.number))


def match_page(
    request: Request, tournament: str, number: MatchNo, refusal: Refusal | None = None
) -> HttpResponse:
    p = opened(request)
    match = found(p.t.matches.get(number))
    view = judging.table_view(p.t, match, log_of(p), p.now, staff_number(request))
    shown = TablePage(p, view=view, values=request.POST, call_kinds=judging.call_kinds(p.t))
    return judge(request, p, shown, "tables", refusal)


def extend(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    """More minutes for this table; the usual ones are one tap (COM-LOST-3)."""
    command, message = extension(request, number)
    back = request.fields.raw("back") or url("judge-match", tournament, number)
    answer = act(request, command, back, message)
    return match_page(request, tournament, number, answer) if isinstance(answer, Refusal) else answer


def note_call(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    """What a judge hears in passing becomes a call, which they take at once; a dispute has one call only."""
    t = request.loaded.state
    known = next((n for n, one in t.calls.items() if one.match == number and one.pending), None)
    if known and request.fields.ticked("from_dispute"):
        return redirect(request, url("judge-call", tournament, known))
    kind = request.fields.choice("kind", judging.call_kinds(t), "question")
    called = perform(request, c.CallJudge(number, kind=kind, text=request.fields.text("text", NOTE)))
    if not isinstance(called, Accepted):
        return match_page(request, tournament, number, refusal_of(called))
    call = next(event.call for r in called.records if isinstance(event := event_of(r), e.JudgeCalled))
    taken = perform(request, c.TakeCall(call), part="take")
    if not isinstance(taken, Accepted):
        return call_page(request, tournament, call, refusal_of(taken))
    return redirect(request, url("judge-call", tournament, call))
