"""The bar under the tabs of every page: who must act, the clock, and the next step."""

from typing import Any

from django.http import HttpResponse

from komandor.app.queries.everybody.rounds import clock_view
from komandor.app.queries.staff.attention import alerts
from komandor.app.workflow import next_step
from komandor.web.console.step_words import step_name, words_of
from komandor.web.rendering.event_page import EventPage, form_fields, opened
from komandor.web.rendering.responses import live_part
from komandor.web.routing.request import Request
from komandor.web.routing.routes import LEADERS
from komandor.web.server.live import now_ms


def bar(request: Request, p: EventPage, alone: bool = False) -> dict[str, Any]:
    """What the bar shows; `alone` without clock and next step, which the page itself shows."""
    t = p.t
    return {
        "alone": alone,
        "alerts": alerts(t, request.me.may(LEADERS)),
        "bar_step": None if alone else bar_step(request, p),
        "bar_clock": clock_view(t, t.round, now_ms()) if t.round and not alone else None,
    }


def bar_step(request: Request, p: EventPage) -> str:
    """The title of the next step, or nothing when the event is over."""
    step = next_step(p.t)
    _, n = request.t.gettext, request.t.ngettext
    if step.code == "results":
        return n("%(num)d result is missing", "%(num)d results are missing", step.count) % {"num": step.count}
    names = {"round": step.round, "name": step_name(p, step.code)}
    return "" if step.code == "done" else _(words_of(p.t, step.code).title) % names


def live(request: Request, tournament: str) -> HttpResponse:
    """The bar, asked for again at each version."""
    p, alone = opened(request), request.fields.ticked("alone")
    return live_part(
        request,
        f"bar-{request.me.actor}-{alone}",
        "console/bar.html",
        lambda: p.context(me=request.me, **form_fields(p), **bar(request, p, alone)),
    )
