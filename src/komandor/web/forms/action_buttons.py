"""One address for every action that is no more than a button (`button=True` in its row).

A form posts the fields of the command.  A new action of this kind needs no view and no route, only
a button in a template, shown where `may(...)` says so.
"""

from typing import Any, get_type_hints

from django.http import HttpResponse

from komandor.app.handle import Accepted
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import ACTIONS
from komandor.web.forms.fields import MOST, NOTE
from komandor.web.forms.form_commands import act
from komandor.web.rendering.event_page import opened
from komandor.web.rendering.i18n import N_
from komandor.web.rendering.responses import found, redirect
from komandor.web.routing.request import Request, url
from komandor.web.server.limits import too_often

_READ: dict[Any, Any] = {
    int: lambda form, name: form.number(name, -MOST),
    str: lambda form, name: form.text(name, NOTE),
    bool: lambda form, name: form.ticked(name),
}
TO_PLAYERS = {"AppealRuling": N_("Your appeal was sent. Stay near the table.")}
BUTTONS = {row.name: row.command for row in ACTIONS if row.button}
COMMANDS: tuple[type[c.Command], ...] = tuple(BUTTONS.values())


def by_staff(request: Request, tournament: str, action: str) -> HttpResponse:
    return _do(request, action, url("console", tournament))


def by_player(request: Request, tournament: str, action: str) -> HttpResponse:
    return too_often(request, tournament, "write") or _do(request, action, url("my-table", tournament))


def _do(request: Request, action: str, home: str) -> HttpResponse:
    """Give the command that the path names; a refusal is said on the page that sent it."""
    command = found(BUTTONS.get(action))
    form, hints = request.fields, get_type_hints(command)
    values = {name: _READ[getattr(hint, "__supertype__", hint)](form, name) for name, hint in hints.items()}
    back = form.raw("back") or home
    answer = act(request, command(**values), back, lambda done: _message(request, action, done))
    if isinstance(answer, HttpResponse):
        return answer
    message = " ".join(text for text, _ in opened(request).reasons(answer))
    return redirect(request, back, message, tone="warn")


def _message(request: Request, action: str, done: Accepted) -> str:
    """What was done, as the log says it; a player, who has just pressed it, reads what follows."""
    p = opened(request)
    if request.actor.kind == "player":
        return request.t.gettext(TO_PLAYERS.get(action, "Saved."))
    if not done.records:
        return request.t.gettext("Done.")
    events = dict(p.loaded.history)
    return "; ".join(p.event_line(events[r.seq]) for r in done.records) + "."
