"""Incidents: anybody may report that a rule was broken (COM-ROLE-17); staff read them and act."""

from collections.abc import Sequence

from django.http import HttpResponse, QueryDict

from komandor.app.queries.staff import judging
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import IncidentReported
from komandor.core.tournament.values import MOST_TABLES
from komandor.web.console.status_bar import StaffPage
from komandor.web.forms.fields import LONG_NOTE, Fields
from komandor.web.forms.form_commands import act
from komandor.web.judge.judge_page import judge, log_of
from komandor.web.rendering.event_page import EventFrame, event_response, opened
from komandor.web.routing.request import Request, url
from komandor.web.server.limits import remember_visitor, too_often


class IncidentsPage(StaffPage, template="judge/incidents.html"):
    entries: Sequence[tuple[str, str, IncidentReported]]  # when, by whom and what
    values: QueryDict
    categories: Sequence[str] = judging.INCIDENTS


class ReportIncidentPage(EventFrame, template="judge/report.html"):
    values: QueryDict
    categories: Sequence[str] = judging.INCIDENTS


def every(request: Request, tournament: str) -> HttpResponse:
    """GET: what was reported, newest first. POST: staff note one themselves."""
    p, back, message = opened(request), url("judge-incidents", tournament), request.t.gettext("Noted.")
    refusal = act(request, _reported(request.fields), back, message) if request.method == "POST" else None
    if isinstance(refusal, HttpResponse):
        return refusal
    reported = [x for x in reversed(log_of(p)) if not x.voided]
    entries = [(x.at, x.by, x.event) for x in reported if isinstance(x.event, IncidentReported)]
    return judge(request, p, IncidentsPage(p, entries=entries, values=request.POST), "incidents", refusal)


def report(request: Request, tournament: str) -> HttpResponse:
    """The form for everybody in the hall; nobody's name is noted, also not a player's."""
    refusal: Refusal | None = None
    if request.method == "POST":
        if later := too_often(request, tournament, "incident"):
            return later
        message = request.t.gettext("Thank you. The organisers have your report.")
        back = url("report-incident", tournament)
        answer = act(request, _reported(request.fields), back, message)
        if isinstance(answer, HttpResponse):
            return answer
        refusal = answer
    p = opened(request)
    response = event_response(request, p, ReportIncidentPage(p, values=request.POST), refusal)
    remember_visitor(request, response)
    return response


def _reported(fields: Fields) -> c.ReportIncident:
    text, table = fields.text("text", LONG_NOTE), fields.optional_number("table", 1, MOST_TABLES)
    return c.ReportIncident(text, table, fields.choice("category", (*judging.INCIDENTS, ""), ""))
