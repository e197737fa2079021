"""Pages for when something is not as it should be: each says what happened and what to do."""

from django.http import HttpResponse

from komandor.app.handle import cannot_be_saved
from komandor.app.ledger import Unreadable
from komandor.log.store import ReadOnly
from komandor.texts import sentence
from komandor.web.rendering.i18n import N_
from komandor.web.rendering.records import Page
from komandor.web.rendering.responses import page
from komandor.web.routing.request import Request

TEXTS = {
    400: (N_("This request couldn't be read"), N_("Go back and try again.")),
    403: (
        N_("You don't have access"),
        N_("Open the link you were given, or ask the organiser for one."),
    ),
    404: (N_("Page not found"), N_("The address is wrong, or the event has been removed.")),
    409: (N_("This form was made for someone else"), N_("Go back, reload the page and try again.")),
    422: (
        N_("This event cannot be opened here"),
        N_("It was saved by a different version of Komandor."),
    ),
    429: (N_("One moment, please"), N_("Wait a few minutes and try again.")),
    503: (N_("Nothing can be saved at the moment"), N_("Go back and try again in a moment.")),
    500: (
        N_("Something went wrong in Komandor"),
        N_("Everything shown as saved is safe. Go back and try again."),
    ),
}
HOSTS = N_(
    "You host this site, but this browser isn't signed in as organiser of this event."
    " Sign in here; other browsers stay signed in."
)
EXPIRED = N_("This form has expired")
FORM_TOO_OLD = N_(
    "Nothing was saved: the form is too old or came from another site."
    " Go back, reload the page and send it again."
)


class ErrorPage(Page, template="base_error.html"):
    """What happened and what to do; `claim`, `to_run`: the event whose seat can be taken here."""

    title: str
    text: str
    code: int
    claim: str
    to_run: str
    home: str


def error(
    request: Request,
    status: int,
    text: str | None = None,
    exception: Exception | None = None,
    home: str = "",
    title: str = "",
) -> HttpResponse:
    """The error page of this status, with the way `home`; Django calls it with what it caught."""
    usual_title, usual = TEXTS[status]
    to_run = _to_run(request, status)
    text = HOSTS if to_run else text or usual
    claim = _event(request, status)
    shown = ErrorPage(
        title=title or usual_title, text=text, code=status, claim=claim, to_run=to_run, home=home
    )
    return page(request, shown, status)


def _to_run(request: Request, status: int) -> str:
    """The event of which the host, in this browser, is not the organiser yet."""
    me, loaded = getattr(request, "me", None), getattr(request, "loaded", None)
    return loaded.state.id if status == 403 and me and me.host and not me.staff and loaded else ""


def _event(request: Request, status: int) -> str:
    """The event whose player lost the way: they are offered to enter the code of their slip."""
    area, _, rest = request.path.strip("/").partition("/")
    loaded = getattr(request, "loaded", None)
    return rest.partition("/")[0] if status == 403 and area in ("m", "p") and loaded else ""


def unreadable(request: Request, problem: Unreadable) -> HttpResponse:
    """The page instead of an event whose log another version wrote."""
    return error(request, 422, why_unreadable(request, problem))


def why_unreadable(request: Request, problem: Unreadable) -> str:
    return sentence(problem.reason, request.lang)


def not_saved(request: Request, problem: ReadOnly) -> HttpResponse:
    """For what is kept beside the log (links, switches); commands are refused on their own page."""
    return error(request, 503, " ".join(sentence(r, request.lang) for r in cannot_be_saved(problem).reasons))


def csrf_failure(request: Request, reason: str = "") -> HttpResponse:
    return error(request, 403, FORM_TOO_OLD, title=EXPIRED)
