"""The one way to write a form that posts, and what each such form carries.

`{% call ui.form("my-call", event.id, about=("match", 7)) %}…{% endcall %}` writes the form of a route with
its hidden fields: a token against forged requests, an id by which a double tap counts once, the version of
the event that the page shows, and what it was made for: the seat, whom or which match it is `about`, and the
`step` of the day that it takes. The guard compares these with the state (`forms/guard.py`).
"""

import re
import secrets
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from komandor.app.workflow import NextStep
from komandor.web.routing.request import FORMS, Request, url

FORM_ID = re.compile(r"[A-Za-z0-9_.-]{1,64}")
NUMBERED = re.compile(r"/([a-z]+)/([1-9][0-9]*)(?=/|$)")
SUBJECTS = {"match": "match", "call": "call", "player": "player", "people": "player", "lists": "player"}
CALLS = re.compile(r"ui\.form\(\s*([^,)]*)")
ALSO = re.compile(r"\balso=\(?([^)]*)\)")
QUOTED = re.compile(r"[\"']([\w-]+)[\"']")


def fresh_id() -> str:
    """For the hidden field `command_id` of a form."""
    return secrets.token_urlsafe(12)


def sent_id(request: Request) -> str:
    """The id that the form sent, so that sending it twice does it once; a new one if it sent no good one."""
    sent = request.POST.get("command_id", "")
    return sent if FORM_ID.fullmatch(sent) else fresh_id()


def step_mark(step: NextStep) -> str:
    """The step that a page shows as the next one, as its form carries it."""
    return f"{step.code}:{step.round}"


@pass_context
def form(
    context: Context,
    route: str,
    *parts: str | int,
    about: tuple[str, int] | None = None,
    round: int | None = None,
    step: NextStep | None = None,
    also: str | tuple[str, ...] = (),
    newest: bool = True,
    action: str = "",
    attrs: Mapping[str, object] | None = None,
    caller: Any = None,
    **plain: object,
) -> Markup:
    """The form of a route; `attrs` and further keywords are its attributes.

    `round`: the round in which it means what its page says, where it is about something else as well.
    `also`: routes to which its buttons or scripts send it. `newest`: whether it says which version was seen.
    """
    to, token = action or url(route, *parts), context["csrf_input"]
    hidden = (
        {
            "command_id": (context["route"] == route and context["kept_id"]) or fresh_id(),
            "seen": context.get("version", "") if newest else "",
            "made_for": context["me"].acting(FORMS[route].split("/", 2)[1]),
            "about": _about(about or _subject(to), round),
            "step": step_mark(step) if step else "",
        }
        if token
        else {}
    )  # a page from the cache belongs to nobody
    fields = (token, *(_input(name, value) for name, value in hidden.items() if value))
    tag = {"method": "post", "action": to, **plain, **(attrs or {})}
    written = Markup("").join(_attribute(name, value) for name, value in tag.items())
    return Markup("<form{}>{}{}</form>").format(written, Markup("").join(fields), caller() if caller else "")


def _about(subject: tuple[object, ...], round: int | None) -> str:
    of_round = () if round is None else (("round", round),)
    return " ".join(":".join(map(str, one)) for one in (subject, *of_round) if one)


def _subject(to: str) -> tuple[str, ...]:
    """Whom or what the path names by its number, as "/c/cup/match/3/extend"."""
    return next(((SUBJECTS[kind], number) for kind, number in NUMBERED.findall(to) if kind in SUBJECTS), ())


def _input(name: str, value: object) -> Markup:
    return Markup('<input type="hidden" name="{}" value="{}">').format(name, value)


def _attribute(name: str, value: object) -> Markup:
    return Markup(" ") + escape(name) if value is True else Markup(' {}="{}"').format(name, value)


def without_form(routes: Iterable[str]) -> dict[str, list[str]]:
    """The routes whose form no template makes, each with the templates that speak of it."""
    sources = {str(one): one.read_text() for one in _templates(files("komandor.web") / "templates")}
    texts = (found for source in sources.values() for how in (CALLS, ALSO) for found in how.findall(source))
    made = {name for text in texts for name in QUOTED.findall(text)}
    return {
        route: [path for path, source in sources.items() if route in QUOTED.findall(source)]
        for route in routes
        if route not in made
    }


def _templates(folder: Any) -> Iterable[Any]:
    for one in folder.iterdir():
        yield from _templates(one) if one.is_dir() else (one,)
