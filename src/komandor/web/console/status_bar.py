"""The bar under the tabs of every page: who must act, the clock, and the next step."""

from django.http import HttpResponse

from komandor.app.queries.everybody.rounds import ClockView, clock_view
from komandor.app.queries.staff.attention import Alert, alerts
from komandor.app.workflow import next_step
from komandor.core.ids import NO_STAFF
from komandor.core.tournament.state import Staff
from komandor.web.console.step_words import step_says
from komandor.web.rendering.event_page import EventFrame, EventPage, EventPart, opened
from komandor.web.rendering.responses import live_part
from komandor.web.routing.request import Request
from komandor.web.routing.routes import LEADERS


class StatusBar(EventPart, template="console/bar.html"):
    """Who must act; and on other pages than the round: the clock and the next step."""

    alerts: tuple[Alert, ...]
    step: str
    clock: ClockView | None


class StaffPage(EventFrame):
    """A page for the staff: its area fills in the bar, and who is signed in."""

    bar: StatusBar | None = None
    staff: Staff | None = None


def bar_of(request: Request, p: EventPage, alone: bool = False) -> StatusBar:
    """What the bar shows; `alone` without clock and next step, which the page itself shows."""
    t = p.t
    return StatusBar(
        p,
        alerts=alerts(t, request.me.may(LEADERS)),
        step="" if alone else bar_step(request, p),
        clock=clock_view(t, t.round, p.now) if t.round and not alone else None,
    )


def signed_in(request: Request, p: EventPage) -> Staff | None:
    """The person of the staff who reads this page."""
    return p.t.staff.get((request.me.staff.staff if request.me.staff else None) or NO_STAFF)


def bar_step(request: Request, p: EventPage) -> str:
    """The title of the next step, or nothing when the event is over."""
    step = next_step(p.t)
    n = request.t.ngettext
    if step.code == "results":
        return n("%(num)d result is missing", "%(num)d results are missing", step.count) % {"num": step.count}
    return "" if step.code == "done" else step_says(p, "title", step.code, step.round)


def live(request: Request, tournament: str) -> HttpResponse:
    """The bar, asked for again at each version."""
    p, alone = opened(request), request.fields.ticked("alone")
    return live_part(request, f"bar-{request.me.actor}-{alone}", lambda: bar_of(request, p, alone))
