"""What every public page shares: the event as the public sees it, its tabs, its live part.

A public page is a whole page around one part; the part has an address of its own, under which it is
fetched again when the log moves (`data-live`). Both are cached and see no request.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from komandor.app.queries.everybody.visible import visible_loaded
from komandor.texts.catalogue import Lang
from komandor.web.rendering.event_page import EventPage, opened_without_request
from komandor.web.rendering.i18n import translations
from komandor.web.rendering.jinja import render_names
from komandor.web.rendering.records import Tab
from komandor.web.routing.paths import url
from komandor.web.server.cache import CachedPage
from komandor.web.server.site import Site

WITH_TIMES = 30.0  # seconds for which a page with times of the day lasts

Model = Callable[..., Mapping[str, Any] | None]
"""`model(page, **parts of the path)`: what the template shows beside the event; None = no such page."""


@dataclass(frozen=True, slots=True)
class View:
    """One public page: its name, `tail` after /t/<tournament>/, its template, its tab, its model."""

    name: str
    tail: str
    template: str
    tab: str
    model: Model
    lasts: float = inf  # seconds


def public_page(site: Site, tournament: str, lang: Lang) -> EventPage | None:
    """The event without what is not published yet, with short names."""
    whole = opened_without_request(site, tournament, lang)
    return None if whole is None else replace(whole, loaded=visible_loaded(whole.loaded))


def rendered(template: str, model: Model) -> Callable[..., str | None]:
    """How a cached page of an event is rendered."""

    def made(site: Site, lang: Lang, tournament: str, **parts: str) -> str | None:
        p = public_page(site, tournament, lang)
        shown = model(p, **parts) if p else None
        if p is None or shown is None:
            return None
        return render_names(site.assets, lang, template, p.context(**shown))

    return made


def pages(view: View) -> tuple[CachedPage, CachedPage]:
    """The page, and its part alone."""
    page, part = f"/t/<tournament>/{view.tail}", f"/t/<tournament>/part/{view.tail or 'event'}"
    inner = f"public/parts/{view.template}"

    def whole(p: EventPage, **parts: str) -> Mapping[str, Any] | None:
        path, live = (url(name, p.t.id, *parts.values()) for name in (view.name, f"{view.name}-part"))
        shown = view.model(p, **parts)
        more = {"path": path, "live": live, "part": inner, "tabs": tabs(p, view.tab), "lasts": view.lasts}
        return None if shown is None else {**shown, **more}

    return (
        CachedPage(page, rendered(f"public/{view.template}", whole), view.name, lasts=view.lasts),
        CachedPage(part, rendered(inner, view.model), f"{view.name}-part", lasts=view.lasts),
    )


def tabs(p: EventPage, current: str) -> list[Tab]:
    """Tabs that would be empty are hidden."""
    t, _ = p.t, translations(p.lang).gettext
    rows = [
        ("event", _("Event"), "public"),
        ("pairings", _("Pairings"), "public-pairings"),
        ("standings", _("Standings"), "public-standings"),
        ("players", _("Players"), "public-players"),
        ("verify", _("Fair draw"), "public-verify"),
        ("changes", _("Changes"), "public-changes"),
    ]
    if t.lists_shown == "all":
        rows.insert(4, ("lists", _("Lists"), "public-lists"))
    if any(s.kind.bracket for s in t.stages.values()):
        rows.insert(3, ("bracket", _("Bracket"), "public-bracket"))
    return [Tab(text=text, href=url(name, t.id), current=id == current) for id, text, name in rows]
