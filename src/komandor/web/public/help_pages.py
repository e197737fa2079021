"""The manual: its guides, and one field that finds words in all of them. Also what only programs ask for."""

import os
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.http import HttpResponse
from markupsafe import Markup

from komandor.texts import Lang
from komandor.web.forms.fields import LINE
from komandor.web.public import manual
from komandor.web.public.manual import FoundSection, Guide
from komandor.web.rendering.jinja import render
from komandor.web.rendering.records import NOBODY, Page
from komandor.web.routing.request import Request, url
from komandor.web.server.cache import CachedPage
from komandor.web.server.site import Site

HIDDEN = ("c", "j", "m", "s", "p", "host", "join")
ROBOTS = "User-agent: *\n" + "".join(f"Disallow: /{area}/\n" for area in HIDDEN)


class HelpPage(Page, template="public/help/index.html"):
    """All guides, or the sections in which a search has found its words (`found`)."""

    q: str = ""
    guides: Sequence[Guide]
    found: Sequence[FoundSection] | None = None


class ReadSection(NamedTuple):
    """A section as it is read."""

    id: str
    title: str
    html: Markup


class GuidePage(Page, template="public/help/guide.html"):
    guide: Guide
    sections: Sequence[ReadSection]


def index(site: Site, lang: Lang) -> str:
    shown = HelpPage(guides=tuple(manual.guides(lang).values()))
    return render(site.assets, lang, shown, replace(NOBODY, path=url("help")))


def guide_page(site: Site, lang: Lang, guide: str) -> str | None:
    found = manual.guides(lang).get(guide)
    if found is None:
        return None
    sections = [ReadSection(one.id, one.title, manual.html(guide, one.text, lang)) for one in found.sections]
    shown = GuidePage(guide=found, sections=[one for one in sections if one.id or one.html])
    return render(site.assets, lang, shown, replace(NOBODY, path=url("help-guide", guide)))


def search_page(request: Request) -> HttpResponse:
    """Words in any order, with or without accents; needs neither script nor cookie."""
    q, lang = request.fields.text("q", LINE), request.lang
    guides = tuple(manual.guides(lang).values())
    shown = HelpPage(q=q, guides=guides, found=manual.search(q, lang) if q.strip() else None)
    text = render(request.site.assets, lang, shown, replace(NOBODY, path=request.get_full_path()))
    return HttpResponse(text, headers={"Content-Language": lang, "Vary": "Accept-Language, Cookie"})


def robots(site: Site, lang: Lang) -> str:
    """Secret links and what stands behind them are nothing for search engines."""
    return ROBOTS


def security(site: Site, lang: Lang) -> str | None:
    """Whom to tell of a security problem (RFC 9116); nothing where the host has named nobody."""
    contact = os.environ.get("KOMANDOR_CONTACT", "")
    if not contact:
        return None
    where = contact if ":" in contact else f"mailto:{contact}"
    ends = (datetime.now(UTC) + timedelta(days=365)).isoformat(timespec="seconds")
    return f"Contact: {where}\nExpires: {ends}\nPreferred-Languages: en, pl\n"


def favicon(site: Site, lang: Lang) -> str | None:
    """For browsers that ask for it unbidden; pages name the picture themselves."""
    found = site.assets.find(site.assets.url("img/favicon.svg"))
    return found[0].plain.decode() if found else None


PAGES: tuple[CachedPage, ...] = (
    CachedPage("/help", index, "help"),
    CachedPage("/help/<guide>", guide_page, "help-guide"),
    CachedPage("/robots.txt", robots, content_type="text/plain; charset=utf-8"),
    CachedPage("/.well-known/security.txt", security, content_type="text/plain; charset=utf-8"),
    CachedPage("/favicon.ico", favicon, content_type="image/svg+xml"),
)
