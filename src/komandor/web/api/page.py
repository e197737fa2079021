"""The description of the API for people, and for programs: `/api` and `/api/v1/openapi.json`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from komandor.texts import Lang
from komandor.web.api import openapi
from komandor.web.api.openapi import QUERIES, Described, described
from komandor.web.api.schemas import Schemas
from komandor.web.rendering.i18n import N_, translations
from komandor.web.rendering.jinja import render
from komandor.web.rendering.records import NOBODY, Page
from komandor.web.routing.request import url
from komandor.web.server.cache import CachedPage
from komandor.web.server.site import Site

GROUPS = ((N_("Reading"), "GET"), (N_("Actions"), "POST"))


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedField:
    """A field of a request."""

    name: str
    needed: bool
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiRow:
    """One operation: its address, what it does, the scope it needs, and what it asks."""

    method: str
    path: str
    summary: str
    scope: str
    fields: Sequence[AskedField]


class ApiPage(Page, template="public/api.html"):
    groups: Sequence[tuple[str, Sequence[ApiRow]]]
    description: str  # where programs find the same


def page(site: Site, lang: Lang) -> str:
    rows = [_row(one, lang) for one in described(Schemas(), lang)]
    groups = [(title, [row for row in rows if row.method == method]) for title, method in GROUPS]
    shown = ApiPage(groups=groups, description=url("api-openapi"))
    return render(site.assets, lang, shown, replace(NOBODY, path=url("api-page")))


def _row(one: Described, lang: Lang) -> ApiRow:
    body = one.body or {}
    parts, needed = body.get("properties", {}), body.get("required", ())
    assert isinstance(parts, Mapping)
    assert isinstance(needed, Sequence)
    fields = [
        AskedField(name=name, needed=name in needed, about=_in(lang, str(part.get("description", ""))))
        for name, part in parts.items()
    ]
    query = [
        AskedField(name=name, needed=False, about=_in(lang, str(QUERIES[name]["description"])))
        for name in one.asks
    ]
    return ApiRow(
        method=one.method,
        path=one.path,
        summary=one.summary,
        scope=one.scope or "",
        fields=[*query, *fields],
    )


def _in(lang: Lang, text: str) -> str:
    return translations(lang).gettext(text) if text else ""


def description(site: Site, lang: Lang) -> bytes:
    return openapi.written()


PAGES: tuple[CachedPage, ...] = (
    CachedPage("/api", page, "api-page"),
    CachedPage("/api/v1/openapi.json", description, "api-openapi", "application/json", for_scripts=True),
)
