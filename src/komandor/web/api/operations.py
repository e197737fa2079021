"""Every operation of the API: its address, what it needs, and what it answers."""

from django.http import HttpResponse

from komandor.app.api_tokens import ApiToken
from komandor.web.api.actions import new_event, one_action, several
from komandor.web.api.answers import Done, problem
from komandor.web.api.guard import Operation, not_this_way
from komandor.web.api.reading import EventList, OfferList, events, log, offers, one_view, open_to_scripts
from komandor.web.rendering.i18n import N_
from komandor.web.routing.request import Request

V1 = "api/v1"


def streamed(request: Request, token: ApiToken | None, tournament: str) -> HttpResponse:
    """The head of a stream. The stream itself is written by `server.asgi`, which asks here about the rest."""
    return open_to_scripts(HttpResponse(content_type="text/event-stream; charset=utf-8"), token)


EVENT = f"{V1}/events/<str:tournament>"
OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        f"{V1}/events",
        events,
        "api-events",
        N_("The events of this site, newest first, page by page."),
        answers=EventList,
        asks=("limit", "after"),
    ),
    Operation(
        "POST", f"{V1}/events", new_event, "api-events", N_("Create an event."), answers=Done, scope="host"
    ),
    Operation(
        "GET",
        f"{EVENT}/views/<str:view>",
        one_view,
        "api-view",
        "A view of the event, as the holder of the token may see it.",
        answers=object,
        asks=("round", "stage"),
    ),
    Operation(
        "GET",
        f"{EVENT}/offers",
        offers,
        "api-offers",
        N_("What this token can do now, and why it can't do the rest."),
        answers=OfferList,
        scope="read",
    ),
    Operation(
        "GET",
        f"{EVENT}/stream",
        streamed,
        "api-stream",
        N_("New versions of the event as they appear (server-sent events)."),
        answers=str,
    ),
    Operation("GET", f"{EVENT}/log", log, "api-log", N_("The log as a file."), answers=bytes, scope="read"),
    Operation(
        "POST",
        f"{EVENT}/actions",
        several,
        "api-actions",
        N_("Carry out several actions as one step."),
        answers=Done,
        scope="report",
    ),
    Operation(
        "POST",
        f"{EVENT}/actions/<str:action>",
        one_action,
        "api-action",
        "Carry out an action.",
        answers=Done,
        scope="report",
    ),
)


def nothing_here(request: Request, rest: str = "") -> HttpResponse:
    """What no operation answers: no such address, or a public part asked in another way than by GET."""
    cached = request.site.pages.find(request.path)
    return (
        not_this_way(request, "GET")
        if cached and request.method not in ("GET", "HEAD")
        else problem(request, "not-found")
    )
