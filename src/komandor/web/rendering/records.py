"""A page is a frozen record with exactly what its template shows.

`class SomePage(EventPart, template="area/page.html")` makes such a record of the fields in it. Its template
knows the record's fields, properties and methods without a leading underscore, the names of `Visit`, and the
globals of the environment (`jinja.py`); nothing else. `tests/contracts/test_templates.py` compares both, also
inside macros and records. A class without a template of its own is what the pages of one area share.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import ClassVar, TypedDict, dataclass_transform

from markupsafe import Markup

from komandor.web.routing.browser_seats import Me


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
@dataclass(frozen=True, kw_only=True)
class Page:
    """What one template shows: a whole page, or a part of one."""

    template: ClassVar[str] = ""

    def __init_subclass__(cls, template: str = "") -> None:
        dataclass(frozen=True, kw_only=True)(cls)
        if template:
            cls.template = template
            PAGES[cls] = names_of(cls)

    def names(self) -> dict[str, object]:
        """What the template knows, by name."""
        return {name: getattr(self, name) for name in PAGES[type(self)]}


PAGES: dict[type[Page], tuple[str, ...]] = {}
"""Every record with a template of its own → the names that the template knows from it."""


def names_of(record: type[Page]) -> tuple[str, ...]:
    """The fields, properties and methods that a template sees."""
    bases = [cls for cls in record.__mro__ if issubclass(cls, Page) and cls is not Page]
    named = {f.name for f in fields(record)}.union(*map(vars, bases))
    return tuple(sorted({name for name in named if name[0].islower()} - {"template"}))


STRANGER = Me()


class Toast(TypedDict):
    """What the last redirect said; `undo`: the path to post to for taking it back."""

    text: str
    undo: str
    tone: str


class Tab(TypedDict, total=False):
    """A tab or a filter; `count` and `key` where wanted."""

    text: str
    href: str
    current: bool
    key: str
    count: object
    urgent: bool
    alert: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """Who asks for a page, and how: what every template knows beside its record."""

    me: Me = STRANGER
    path: str = "/"
    posted: bool = False
    route: str = ""
    kept_id: str = ""  # the id of the form that was sent, where it stays one command after a correction
    csrf_input: Markup | str = ""
    toast: Toast | None = None
    can: Callable[[str], bool] = lambda _: False

    def names(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in VISIT}


VISIT = tuple(f.name for f in fields(Visit))
NOBODY = Visit()
"""Whoever reads a page from the cache."""
