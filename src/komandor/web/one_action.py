"""One address for every action that is no more than a button (`button=True` in its row).

A form posts the fields of the command.  A new action of this kind needs no view and no route, only
a button in a template, shown where `may(...)` says so.
"""

from typing import Any, get_type_hints

from django.http import HttpResponse

from komandor.app.access import Actor
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import ACTIONS
from komandor.web.event_page import opened
from komandor.web.fields import NOTE
from komandor.web.form_commands import act
from komandor.web.limits import too_often
from komandor.web.request import Request
from komandor.web.responses import found, redirect

_READ: dict[Any, Any] = {
    int: lambda form, name: form.number(name),
    str: lambda form, name: form.text(name, NOTE),
    bool: lambda form, name: form.ticked(name),
}
BUTTONS = {row.name: row.command for row in ACTIONS if row.button}
COMMANDS: tuple[type[c.Command], ...] = tuple(BUTTONS.values())


def by_staff(request: Request, tournament: str, action: str) -> HttpResponse:
    return _do(request, action, request.me.actor, f"/c/{tournament}/")


def by_player(request: Request, tournament: str, action: str) -> HttpResponse:
    player = request.me.player
    assert player is not None, "the guard lets only players in"
    if wait := too_often(request, tournament, "write"):
        return wait
    return _do(request, action, player, f"/m/{tournament}/")


def _do(request: Request, action: str, actor: Actor, home: str) -> HttpResponse:
    """Give the command that the path names; a refusal is said on the page that sent it."""
    command = found(BUTTONS.get(action))
    form, hints = request.fields, get_type_hints(command)
    values = {name: _READ[getattr(hint, "__supertype__", hint)](form, name) for name, hint in hints.items()}
    back = form.raw("back") or home
    done = _message(request, values.get("player"), actor)
    answer = act(request, command(**values), back, done, actor=actor)
    if isinstance(answer, Refusal):
        message = " ".join(text for text, _ in opened(request).reasons(answer))
        return redirect(request, back, message, tone="warn")
    return answer


def _message(request: Request, player: PlayerNo | None, actor: Actor) -> str:
    """That it is done; staff read with whom."""
    _, p = request.t.gettext, opened(request)
    if player not in p.t.players or actor.kind == "player":
        return _("Done.")
    return _("Done: %(name)s") % {"name": p.name(player)}
