"""The switch that shows this event on another site while it runs here, and how far that has come."""

from django.http import HttpResponse

from komandor.app.parcels import Reply, reasons
from komandor.core.reasons import Refusal
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.forms.fields import LINE
from komandor.web.rendering.event_page import opened
from komandor.web.rendering.i18n import N_
from komandor.web.rendering.responses import redirect
from komandor.web.routing.request import Request, url
from komandor.web.server.publisher import published_to, show_at, state_of, target_of


class PublishPage(ConsolePage, template="console/prepare/publish.html"):
    address: str
    on: bool
    state: str  # "", "current", "sending", "waiting" or "refused"
    sent: int  # entries
    why: str


def publish(request: Request, tournament: str) -> HttpResponse:
    """GET: address and state. POST: the switch is set or taken away."""
    store, fields = request.site.store, request.fields
    refusal = None
    if request.method == "POST":
        stop = fields.raw("do") == "stop"
        address, key, hosted = fields.raw("address")[: LINE * 4], fields.raw("key"), bool(request.site.hosts)
        target = None if stop else target_of(address, key, hosted)
        if not isinstance(target, Refusal):
            show_at(store, tournament, target)
            if request.site.publisher:
                request.site.publisher.heard(tournament)
            said = N_("Sending stopped.") if stop else N_("Saved. Entries are being sent.")
            return redirect(request, url("console-publish", tournament), request.t.gettext(said))
        refusal = target
    p, target, state = opened(request), published_to(store, tournament), state_of(store, tournament)
    whys = reasons(Reply(no=state.no)) if state else ()
    page = PublishPage(
        p,
        address=fields.raw("address")[:500] if refusal else target.url if target else "",
        on=target is not None,
        state=state.state if state and target else "",
        sent=state.version if state else 0,
        why=" ".join(map(p.say, whys)),
    )
    return console(request, p, page, "settings", refusal)
