"""From a form to the one door and back: what a view that changes something does.

A form posts `command_id` (fresh with every page, so that a double tap is answered and not
repeated) and `seen` (the version it was made from).  `act` answers with a redirect that says
what was done and offers Undo, or gives the refusal back for the page to show.
"""

import secrets
from collections.abc import Sequence

from django.http import HttpResponse

from komandor.app.access import Actor
from komandor.app.handle import Accepted, Answer, Stale, handle
from komandor.core.reasons import Reason, Refusal, why
from komandor.core.tournament import commands as c
from komandor.log.store import Person, ReadOnly
from komandor.web.request import Request
from komandor.web.responses import redirect


def fresh_id() -> str:
    """For the hidden field `command_id` of every form."""
    return secrets.token_urlsafe(12)


def perform(
    request: Request,
    tournament: str,
    commands: c.Command | Sequence[c.Command],
    *,
    actor: Actor | None = None,
    persons: Sequence[Person | None] = (),
    suffix: str = "",
) -> Answer:
    """Carry out what the form asks, in the name of whoever sent it."""
    _named_by_the_route(request, commands)
    data = request.POST
    seen = data.get("seen", "")
    return handle(
        request.site.services.ledger,
        tournament,
        commands,
        actor or request.me.actor,
        (data.get("command_id") or fresh_id()) + suffix,
        seen_version=int(seen) if seen.isdecimal() else None,
        persons=persons,
    )


def _named_by_the_route(request: Request, commands: c.Command | Sequence[c.Command]) -> None:
    """A route that does not name a command cannot give it: its roles follow from what it names."""
    given = {type(x) for x in ((commands,) if isinstance(commands, c.Command) else commands)}
    if unnamed := given - set(request.route.posts):
        raise LookupError(f"route {request.route.name} gives {unnamed} without naming it in `posts`")


def act(
    request: Request,
    tournament: str,
    commands: c.Command | Sequence[c.Command],
    back: str,
    said: str,
    *,
    actor: Actor | None = None,
    persons: Sequence[Person | None] = (),
    undo: bool = True,
) -> HttpResponse | Refusal:
    """Done: a redirect to `back` that says so, with Undo. Not done: the refusal."""
    try:
        answer = perform(request, tournament, commands, actor=actor, persons=persons)
    except ReadOnly:
        return Refusal((why("store.read_only"),))
    if isinstance(answer, Accepted):
        way = undo_path(request, tournament, answer) if undo else ""
        return redirect(request, back, said, way)
    return refusal_of(answer)


def undo_path(request: Request, tournament: str, answer: Accepted) -> str:
    """Where Undo posts to: only the organiser undoes, everybody else asks him."""
    me = request.me
    if "organiser" not in me.roles or not answer.records:
        return ""
    return f"/c/{tournament}/undo/{answer.records[0].seq}"


def refusal_of(answer: Answer) -> Refusal:
    if isinstance(answer, Stale):
        return Refusal((stale(answer),))
    assert not isinstance(answer, Accepted)
    return answer.refusal


def stale(answer: Stale) -> Reason:
    return why("page.stale", None, news=len(answer.news))
