"""From a posted form to `app.handle` and back: what a view that changes something calls.

A form posts `command_id` (fresh with every page, so that a double tap is answered and not
repeated) and `seen` (the version it was made from).  `act` answers with a redirect that says
what was done and offers Undo, or gives the refusal back for the page to show.

The log is public, so the id that it keeps must be of no use to anybody who reads it: it is an HMAC of
the form's id, of who sent it and of what was asked, with the site's secret.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace

from django.http import HttpResponse

from komandor.app.access import Actor
from komandor.app.handle import Accepted, Answer, Refused, Stale, bound, handle
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import commands as c
from komandor.log.store import Person
from komandor.web.forms.fields import version_seen
from komandor.web.rendering.responses import redirect
from komandor.web.routing.open_to import can_open
from komandor.web.routing.paths import url
from komandor.web.routing.request import Request
from komandor.web.server.limits import visitor
from komandor.web.server.live import now_ms

Commands = c.Command | Sequence[c.Command]
UNTYPED = ("csrfmiddlewaretoken", "seen", "command_id")
FORM_ID = re.compile(r"[A-Za-z0-9_.-]{1,64}")


def fresh_id() -> str:
    """For the hidden field `command_id` of every form."""
    return secrets.token_urlsafe(12)


def command_id(request: Request) -> str:
    """The id that the form sent, so that sending it twice does it once; a new one if it sent no good one."""
    sent = request.POST.get("command_id", "")
    return sent if FORM_ID.fullmatch(sent) else fresh_id()


def logged_id(request: Request, commands: Commands, actor: Actor, suffix: str = "") -> str:
    """The id under which the log keeps these commands: the same only for the same form of the same sender,
    filled in alike. Who corrects their name after an answer was lost still registers once.

    A visitor without a seat is known by a cookie; without that cookie nothing is ever the same form.
    """
    sender = visitor(request) or fresh_id() if actor.kind == "public" else ""
    asked = (commands,) if isinstance(commands, c.Command) else commands
    registers = actor.kind == "public" and any(isinstance(x, c.RegisterPlayer) for x in asked)
    typed = "" if registers else repr(sorted((k, v) for k, v in request.POST.lists() if k not in UNTYPED))
    parts = (request.loaded.state.id, str(actor), sender, *(type(x).__name__ for x in asked), typed)
    text = "\n".join((*parts, command_id(request) + suffix))
    return hmac.new(request.site.secret.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]


def perform(
    request: Request,
    commands: Commands,
    *,
    actor: Actor | None = None,
    persons: Sequence[Person | None] = (),
    namesake: bool = False,
    suffix: str = "",
) -> Answer:
    """Carry out what the form asks, in the name of whoever sent it.

    Refuses a form that cannot be read. Afterwards `request.loaded` is the event as it is now.
    """
    _named_by_the_route(request, commands)
    if unreadable := request.fields.refusal:
        return Refused(unreadable)
    ledger, tournament = request.site.services.ledger, request.loaded.state.id
    actor = actor or request.me.actor
    answer = handle(
        ledger,
        tournament,
        commands,
        actor,
        logged_id(request, commands, actor, suffix),
        seen_version=version_seen(request.POST.get("seen", "")),
        persons=persons,
        namesake=namesake or request.fields.ticked("another"),
    )
    request.loaded = ledger.load(tournament)
    return answer


def sent_before(request: Request, commands: Commands, actor: Actor | None = None) -> bool:
    """Whether the log has this very form: its answer was lost, and it is sent again."""
    asked = (commands,) if isinstance(commands, c.Command) else commands
    known = bound(logged_id(request, commands, actor or request.me.actor), asked)
    return bool(request.site.store.by_command(request.loaded.state.id, known))


def _named_by_the_route(request: Request, commands: Commands) -> None:
    """A route that does not name a command cannot give it: its roles follow from what it names."""
    given = {type(x) for x in ((commands,) if isinstance(commands, c.Command) else commands)}
    if unnamed := given - set(request.route.posts):
        raise LookupError(f"route {request.route.name} gives {unnamed} without naming it in `posts`")


def act(
    request: Request,
    commands: Commands,
    back: str,
    message: str,
    *,
    actor: Actor | None = None,
    persons: Sequence[Person | None] = (),
    namesake: bool = False,
    undo: bool = True,
) -> HttpResponse | Refusal:
    """Done: a redirect to `back` that says so, with Undo. Not done: the refusal."""
    answer = perform(request, commands, actor=actor, persons=persons, namesake=namesake)
    if isinstance(answer, Accepted):
        return redirect(request, back, message, undo_path(request, answer) if undo else "")
    return refusal_of(answer)


def or_page(
    request: Request,
    answer: HttpResponse | Refusal,
    page: Callable[[Request, str, Refusal], HttpResponse],
) -> HttpResponse:
    """The answer, or `page` once more with the reasons why not on top."""
    return page(request, request.loaded.state.id, answer) if isinstance(answer, Refusal) else answer


def trying(actor: Actor) -> c.Context:
    """For commands that are only tried in somebody's name, to show what they would change."""
    return replace(c.TRYING, now=now_ms(), staff=actor.acts_as, player=actor.player)


def undo_path(request: Request, answer: Accepted) -> str:
    """Where Undo posts to; empty for everybody but the organiser, whom the others ask."""
    if not can_open(request.me, "console-undo", "POST") or not answer.records:
        return ""
    return url("console-undo", request.loaded.state.id, answer.records[0].seq)


def refusal_of(answer: Answer) -> Refusal:
    """Why it was not done."""
    if isinstance(answer, Stale):
        return refuse("page.stale", None, news=len(answer.news))
    assert isinstance(answer, Refused)
    return answer.refusal


def old_page() -> Refusal:
    """For a form of a page from before an upgrade, which asks for something that no longer exists."""
    return refuse("page.outdated")


def moved_on(request: Request) -> Refusal:
    """For a form whose moment has passed since its page was opened."""
    seen = version_seen(request.POST.get("seen", ""))
    news = request.loaded.version - seen if seen else 0
    return refuse("page.stale", None, news=news) if news > 0 else old_page()
