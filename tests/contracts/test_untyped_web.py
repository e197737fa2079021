"""What `web` hands on has a type: a dictionary of anything is left only where a protocol or cookie is one."""

from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import get_args, get_origin, get_type_hints

import pytest
from jinja2 import UndefinedError

from komandor import web
from komandor.web.console.console_page import console
from komandor.web.entrance.entrance_page import entrance
from komandor.web.judge.judge_page import judge
from komandor.web.phone.phone_page import phone
from komandor.web.rendering.event_page import event_response
from komandor.web.rendering.jinja import environment, render
from komandor.web.rendering.records import Page
from komandor.web.rendering.responses import fragment, live_part, page
from komandor.web.server.assets import Assets

ROOT = Path(web.__file__).parent
UNTYPED = "dict[str, Any]"
ALLOWED = {
    "server/": "messages of ASGI and WSGI, and what a signed cookie keeps",
    "routing/routes.py": "the parts of a path, which Django gives",
}
"""Where it is still written, and why."""


FOUND = [
    path.relative_to(ROOT).as_posix()
    for path in sorted(ROOT.rglob("*.py"))
    if UNTYPED in path.read_text("utf-8")
]
SHOWING = (render, page, fragment, live_part, event_response, console, judge, phone, entrance)
"""The functions that make a page of a record."""


def test_web_hands_on_no_dictionary_of_anything() -> None:
    wrong = [name for name in FOUND if not name.startswith(tuple(ALLOWED))]
    assert not wrong, f"{UNTYPED} in {wrong}: give it a record, or add the file to ALLOWED with a reason"


def test_every_exception_is_still_needed() -> None:
    idle = [row for row in ALLOWED if not any(name.startswith(row) for name in FOUND)]
    assert not idle, f"{UNTYPED} is no longer written there, take it out of ALLOWED in {__file__}: {idle}"


@pytest.mark.parametrize("function", SHOWING, ids=lambda f: f.__name__)
def test_a_page_is_made_of_one_record(function: Callable[..., object]) -> None:
    hints = get_type_hints(function)
    given = [hint for name, hint in hints.items() if name in ("page", "part", "shown")]
    (made,) = (get_args(hint)[-1] if get_origin(hint) is Callable else hint for hint in given)
    record = isinstance(made, type) and issubclass(made, Page)
    assert record, f"{function.__name__} takes one record (a Page), not {made}"
    more = [p.name for p in signature(function).parameters.values() if p.kind is p.VAR_KEYWORD]
    assert not more, f"{function.__name__} takes **{more}: what a template shows stands in its record"


def test_a_name_that_nobody_declared_is_an_error_also_in_a_question() -> None:
    env = environment("en", Assets.load())
    with pytest.raises(UndefinedError):
        env.from_string("{% if unheard %}yes{% endif %}").render()
