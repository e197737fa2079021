"""A template uses exactly what its record declares, also inside records, loops and macros.

Every record of a page (`Page` with a template) is read with the types of its fields: its template, what that
extends, includes and imports, and every macro with the types of each call (`template_check.py`).
"""

import importlib
import inspect
import pkgutil
from dataclasses import fields
from functools import cache
from types import SimpleNamespace

from komandor import web
from komandor.web.forms.form_tag import form
from komandor.web.rendering.event_page import ON_EVERY_PAGE, EventPage, EventPart
from komandor.web.rendering.jinja import COMPONENTS, environment
from komandor.web.rendering.records import PAGES, Page, Visit
from komandor.web.server.assets import Assets
from tests.support import template_types as tt
from tests.support.template_check import Checker, Scope

RETURNS = {
    **dict.fromkeys(
        ("_", "gettext", "ngettext", "word", "label", "choice", "field_hint", "setting_help"), tt.TEXT
    ),
    **dict.fromkeys(("metric_value", "round_title", "setting_value", "asset"), tt.TEXT),
    "word_options": tt.Seq(tt.Tup((tt.TEXT, tt.TEXT))),
    **dict.fromkeys(("range", "dict", "namespace", "joiner", "cycler", "lipsum"), tt.ANY),
}
"""Globals of templates whose functions carry no hints of their own."""


OPEN = frozenset({"components/listform.html"})
"""What a list contains is as its form says: values of any shape, which no record can declare."""


def load_all() -> None:
    for module in pkgutil.walk_packages(web.__path__, "komandor.web."):
        if not module.name.endswith(("asgi", "wsgi", "run_server")):
            importlib.import_module(module.name)


@cache
def checked() -> tuple[Checker, dict[type[Page], set[str]]]:
    """The templates of all records, read once."""
    load_all()
    env = environment("en", Assets.load())
    checker = Checker(env, {}, Page, OPEN)
    checker.globals |= {name: _global(name, value) for name, value in env.globals.items() if name != "ui"}
    ui = tt.Module("ui", {"form": _global("form", form)})
    checker.globals["ui"] = ui
    for name in COMPONENTS:
        ui.names |= checker.module(f"components/{name}.html", Scope(dict(checker.globals))).names
    visit = {f.name: tt.declared(tt.Cls(Visit), f.name) or tt.ANY for f in fields(Visit)}
    of_event = {name: tt.declared(tt.Cls(EventPage), name) or tt.ANY for name in ON_EVERY_PAGE}
    used = {}
    for record, names in PAGES.items():
        own = {name: tt.declared(tt.Cls(record), name) or tt.ANY for name in names}
        shared = of_event if issubclass(record, EventPart) else {}
        used[record] = checker.page(record.template, record.__name__, {**visit, **shared, **own})
    return checker, used


def _global(name: str, value: object) -> tt.Type:
    if name in RETURNS:
        return tt.Fn(RETURNS[name])
    if inspect.isroutine(value) or hasattr(value, "__wrapped__"):
        return tt.Fn(tt.returned(value))
    if isinstance(value, dict):
        return tt.Map(tt.TEXT, tt.TEXT)
    return tt.ANY if isinstance(value, SimpleNamespace) else tt.Cls(type(value))


def test_every_name_in_a_template_is_declared() -> None:
    found = [f"{what} [{record}]" for what, record in sorted(checked()[0].found.items())]
    told = "\n".join(found)
    assert not found, f"a template uses what no record declares: mend the template or the record\n{told}"


def test_every_field_of_a_record_is_shown() -> None:
    load_all()
    _, used = checked()
    idle = [
        f"{record.__module__}.{record.__name__}.{name} is not used by {record.template}: remove the field"
        for record in PAGES
        for name in vars(record).get("__annotations__", {})
        if name[0].islower() and name not in used[record]
    ]
    assert not idle, "\n".join(sorted(idle))


def test_nothing_written_in_a_dictionary_is_lost() -> None:
    unread = checked()[0].unread()
    assert not unread, "a macro does not read what a template gives it: mend one of both\n" + "\n".join(
        unread
    )


def test_every_template_has_a_record() -> None:
    checker, _ = checked()
    left = [name for name in checker.env.list_templates() if name not in checker.reached]
    assert not left, f"no record shows these templates: give them one with template=…, or delete them: {left}"
