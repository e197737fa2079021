"""What every public page shares: the event as the public sees it, its tabs, its live part.

A public page is a whole page around one part; the part has an address of its own, under which it is
fetched again when the log moves (`data-live`). Both are cached and see no request.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import ClassVar

from komandor.app.following import Followed, followed_event
from komandor.texts.catalogue import Lang
from komandor.web.rendering.event_page import EventPage, EventPart, opened_without_request
from komandor.web.rendering.i18n import translations
from komandor.web.rendering.jinja import render
from komandor.web.rendering.records import Page, Tab
from komandor.web.routing.request import url
from komandor.web.server.cache import CachedPage
from komandor.web.server.site import Site

WITH_TIMES = 30.0  # seconds for which a page with times of the day lasts


class PublicPart(EventPart):
    """The part of a public page that follows the log; `heading` is the title of the page around it."""

    HEADING: ClassVar[str] = ""

    @property
    def heading(self) -> str:
        return self.HEADING

    @property
    def scripts(self) -> Sequence[str]:
        return ()


class PublicPage(EventPart, template="public/page.html"):
    """A whole page around one part; `live` is the address of the part, `lasts` how long it holds."""

    path: str
    live: str
    lasts: float
    tabs: Sequence[Tab]
    part: PublicPart
    followed: Followed | None  # it runs elsewhere and is only shown here
    newest: str  # when the newest entry was made
    shows_how: bool  # how anybody can check the draws stands above the part

    @property
    def for_machines(self) -> Mapping[str, object]:
        """The event as search engines and calendars read it (schema.org)."""
        day = {"startDate": self._p.event.date} if self._p.event.date else {}
        place = {"location": {"@type": "Place", "name": self._p.event.place}} if self._p.event.place else {}
        return {
            "@context": "https://schema.org",
            "@type": "Event",
            "name": self._p.event.name,
            **day,
            **place,
        }


Make = Callable[..., Page | None]
"""`make(page, **parts of the path)`: what is shown; None = no such page."""


@dataclass(frozen=True, slots=True)
class View:
    """One public page: its name, `tail` after /t/<tournament>/, its tab, and what makes its part."""

    name: str
    tail: str
    tab: str
    make: Callable[..., PublicPart | None]
    lasts: float = inf  # seconds


def public_page(site: Site, tournament: str, lang: Lang) -> EventPage | None:
    """The event without what is not published yet, with short names."""
    whole = opened_without_request(site, tournament, lang)
    return None if whole is None else whole.published()


def rendered(make: Make) -> Callable[..., str | None]:
    """How a cached page of an event is rendered."""

    def made(site: Site, lang: Lang, tournament: str, **parts: str) -> str | None:
        p = public_page(site, tournament, lang)
        shown = make(p, **parts) if p else None
        return None if shown is None else render(site.assets, lang, shown)

    return made


def pages(view: View) -> tuple[CachedPage, CachedPage]:
    """The page, and its part alone."""
    page, part = f"/t/<tournament>/{view.tail}", f"/t/<tournament>/part/{view.tail or 'event'}"

    def whole(p: EventPage, **parts: str) -> PublicPage | None:
        path, live = (url(name, p.t.id, *parts.values()) for name in (view.name, f"{view.name}-part"))
        shown = view.make(p, **parts)
        if shown is None:
            return None
        return PublicPage(
            p,
            path=path,
            live=live,
            lasts=view.lasts,
            tabs=tabs(p, view.tab),
            part=shown,
            followed=followed_event(p.site.store, p.t.id) if p.followed else None,
            newest=p.loaded.notes[p.version - 1].at,
            shows_how=view.tab == "verify",
        )

    return (
        CachedPage(page, rendered(whole), view.name, lasts=view.lasts),
        CachedPage(part, rendered(view.make), f"{view.name}-part", lasts=view.lasts),
    )


def tabs(p: EventPage, current: str) -> list[Tab]:
    """Tabs that would be empty are hidden."""
    t, _ = p.t, translations(p.lang).gettext
    rows = [
        ("event", _("Event"), "public"),
        ("pairings", _("Pairings"), "public-pairings"),
        ("standings", _("Standings"), "public-standings"),
        ("players", _("Teams") if t.teams else _("Players"), "public-players"),
        ("verify", _("Check the draw"), "public-verify"),
        ("changes", _("Changes"), "public-changes"),
    ]
    if t.lists_shown == "all":
        rows.insert(4, ("lists", _("Lists"), "public-lists"))
    if any(s.kind.bracket for s in t.stages.values()):
        rows.insert(3, ("bracket", _("Bracket"), "public-bracket"))
    return [Tab(text=text, href=url(name, t.id), current=id == current) for id, text, name in rows]
