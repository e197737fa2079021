"""Players' lists: who handed one in, what is wrong with it by the rules, and what the judge says."""

from typing import Any

from django.http import HttpResponse

from komandor.app.queries.lists import SHOWS, list_row, lists_view, versions
from komandor.app.queries.names import sort_key
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.lists import list_problems
from komandor.core.tournament.readings.regulations import rules
from komandor.web import listform
from komandor.web.console.console_page import console
from komandor.web.event_page import EventPage, opened
from komandor.web.fields import NOTE
from komandor.web.form_commands import act, old_page
from komandor.web.request import Request
from komandor.web.responses import found

STATES = {"missing": "wait", "waiting": "info", "problems": "warn", "legal": "ok", "illegal": "danger"}


def lists(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    show = request.fields.choice("show", SHOWS, "all")
    view = lists_view(p.t, show)
    rows = sorted(view.rows, key=lambda r: sort_key(p.name(r.player)))
    shown = {"view": view, "rows": rows, "show": show, "shows": SHOWS, "tones": STATES}
    return console(request, p, "prepare/lists.html", "lists", None, **shown)


def one_list(request: Request, tournament: str, number: PlayerNo) -> HttpResponse:
    p = opened(request)
    kept = found(p.t.players.get(number)).lists
    form = rules(p.t).list_form
    content: dict[str, Any] = dict(kept[-1].content) if kept else _start(p, number)
    refusal: Refusal | None = None
    if request.method == "POST":
        if request.fields.raw("do") in ("submit", "amend", "try"):
            content = listform.content(form, request.POST)
        answer = _posted(request, p, number, content)
        if isinstance(answer, HttpResponse):
            return answer
        refusal = answer
    shown: dict[str, Any] = {
        "number": number,
        "row": list_row(p.t, number),
        "versions": versions(p.t, number),
        "parts": listform.parts(form, content, p.t.teams),
        "problems": p.sentences(list_problems(p.t, content)) if kept or request.POST else [],
        "tried": request.method == "POST",
        "tones": STATES,
        "locked": bool(p.t.rounds),
        "typed": request.POST,
        "form": form,
        "following": _next(p, number),
    }
    return console(request, p, "prepare/list.html", "lists", refusal, **shown)


def _posted(
    request: Request, p: EventPage, number: PlayerNo, content: dict[str, Any]
) -> HttpResponse | Refusal | None:
    """What the button asks for; None where the list is only tried."""
    fields, _ = request.fields, request.t.gettext
    wanted, note = fields.raw("do"), fields.text("note", NOTE)
    amended = c.AmendList(number, content, fields.text("reason", NOTE), fields.ticked("significant"))
    commands: dict[str, tuple[c.Command, str]] = {
        "submit": (c.SubmitList(number, content), _("The list is kept.")),
        "amend": (amended, _("The list is amended; both versions are kept.")),
        "legal": (c.CheckList(number, "legal", note), _("Checked: legal.")),
        "illegal": (c.CheckList(number, "illegal", note), _("Checked: illegal.")),
    }
    if wanted not in commands:
        return None if wanted == "try" else old_page()
    command, message = commands[wanted]
    following = _next(p, number) if wanted == "legal" else None
    return act(request, command, f"/c/{p.t.id}/lists/{following or number}", message)


def _start(p: EventPage, number: PlayerNo) -> dict[str, Any]:
    """An empty list with the player's name filled in, where the form asks for it."""
    keys = {one.key for one in rules(p.t).list_form}
    return {"player": p.name(number)} if "player" in keys else {}


def _next(p: EventPage, number: PlayerNo) -> int | None:
    """The next list that waits for a verdict, to go on to after this one."""
    waiting = [
        r.player for r in lists_view(p.t).rows if r.state in ("waiting", "problems") and r.player != number
    ]
    return next((n for n in waiting if n > number), waiting[0] if waiting else None)
