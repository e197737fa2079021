"""From a posted form to `app.handle` and back: what a view that changes something calls.

`act` answers with a redirect that says what was done and offers Undo, or gives the refusal back for
the page to show.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from django.http import HttpResponse

from komandor.app.access import Actor
from komandor.app.handle import Accepted, Answer, Refused, Stale, handle
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import commands as c
from komandor.log.store import Person
from komandor.web.forms.fields import version_seen
from komandor.web.forms.form_ids import form_id
from komandor.web.rendering.event_page import opened
from komandor.web.rendering.responses import redirect
from komandor.web.routing.browser_seats import can_open
from komandor.web.routing.request import Request, url
from komandor.web.server.live import now_ms

Commands = c.Command | Sequence[c.Command]
SAVED_ALREADY = {"list.nothing_changes", "list.nothing_new", "check_in.nothing_to_do", "prize.marked_already"}
"""What is asked for is already so: nothing failed, and nobody is shown an error."""


def perform(
    request: Request,
    commands: Commands,
    *,
    persons: Sequence[Person | None] = (),
    namesake: bool = False,
    part: str = "",
) -> Answer:
    """Carry out what the form asks, in the name of whoever sent it; `part` names its second command.

    Refuses a form that cannot be read. Afterwards `request.loaded` is the event as it is now.
    """
    _named_by_the_route(request, commands)
    if unreadable := request.fields.refusal:
        return Refused(unreadable)
    ledger, tournament = request.site.services.ledger, request.loaded.state.id
    answer = handle(
        ledger,
        tournament,
        commands,
        request.actor,
        form_id(request, part),
        seen_version=version_seen(request.POST.get("seen", "")),
        persons=persons,
        namesake=namesake or request.fields.ticked("another"),
    )
    request.loaded = ledger.load(tournament)
    return answer


def _named_by_the_route(request: Request, commands: Commands) -> None:
    """A route that does not name a command cannot give it: its roles follow from what it names."""
    given = {type(x) for x in ((commands,) if isinstance(commands, c.Command) else commands)}
    if unnamed := given - set(request.route.posts):
        raise LookupError(f"route {request.route.name} gives {unnamed} without naming it in `posts`")


def act(
    request: Request,
    commands: Commands,
    back: str,
    message: str | Callable[[Accepted], str],
    *,
    persons: Sequence[Person | None] = (),
    namesake: bool = False,
    undo: bool = True,
) -> HttpResponse | Refusal:
    """Done: a redirect to `back` that says so, with Undo. Not done: the refusal."""
    answer = perform(request, commands, persons=persons, namesake=namesake)
    if isinstance(answer, Accepted):
        said = message if isinstance(message, str) else message(answer)
        return redirect(request, back, said, undo_path(request, answer) if undo else "")
    refusal = refusal_of(answer)
    if {one.code for one in refusal.reasons} <= SAVED_ALREADY:
        return redirect(request, back, " ".join(map(opened(request).say, refusal.reasons)), tone="info")
    return refusal


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
    """Where Undo posts to; empty for everybody but the organiser at the desk, whom the others ask."""
    at_desk = request.actor.kind == "staff" and can_open(request.me, "console-undo", "POST")
    if not at_desk or not answer.records:
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
