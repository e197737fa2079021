"""Incidents: anybody may report that a rule was broken (COM-ROLE-17); staff read them and act."""

from django.http import HttpResponse

from komandor.app.access import PUBLIC
from komandor.app.queries import judging
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.web.event_page import form_fields
from komandor.web.form_commands import act
from komandor.web.judge.judge_page import judge, log_of, number_in, opened
from komandor.web.limits import remember_visitor, too_often
from komandor.web.request import Request
from komandor.web.responses import page

LONGEST = 1000


def every(request: Request, tournament: str) -> HttpResponse:
    """GET: what was reported, newest first. POST: staff note one themselves."""
    p = opened(request, tournament)
    refusal: Refusal | None = None
    if request.method == "POST":
        said = request.t.gettext("Noted.")
        answer = act(request, tournament, _reported(request), f"/j/{tournament}/incidents", said)
        if not isinstance(answer, Refusal):
            return answer
        refusal = answer
    entries = [e for e in log_of(p) if e.type == "incident_reported" and not e.voided]
    return judge(
        request, p, "incidents.html", "incidents", refusal, entries=entries[::-1],
        categories=judging.INCIDENTS, values=request.POST,
    )  # fmt: skip


def report(request: Request, tournament: str) -> HttpResponse:
    """The form for everybody in the hall; nobody's name is noted, also not a player's."""
    p = opened(request, tournament)
    reasons: list[tuple[str, str | None]] = []
    if request.method == "POST":
        if later := too_often(request, tournament, "incident"):
            return later
        said = request.t.gettext("Thank you. The organisers have your report.")
        answer = act(
            request, tournament, _reported(request), f"/t/{tournament}/report", said, actor=PUBLIC, undo=False
        )
        if not isinstance(answer, Refusal):
            return answer
        reasons = [(p.say(r), r.rule) for r in answer.reasons]
    context = p.context(reasons=reasons, values=request.POST, categories=judging.INCIDENTS, **form_fields(p))
    response = page(request, "judge/report.html", 422 if reasons else 200, **context)
    remember_visitor(request, response)
    return response


def _reported(request: Request) -> c.ReportIncident:
    data = request.POST
    category = data.get("category", "")
    return c.ReportIncident(
        data.get("text", "").strip()[:LONGEST], number_in(data.get("table"), 9999),
        category if category in judging.INCIDENTS else "",
    )  # fmt: skip
