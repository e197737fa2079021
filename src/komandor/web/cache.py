"""Public pages are rendered once per version and language, and then served as bytes.

A cached page is a pure function of the site, a language and the parts of its path. It sees no request:
no cookie, no query, no person, so it can be given to anyone. Many requests for a page that is not there
yet wait for one rendering (single flight). The ETag names the version, the head of the log (a restored copy
may reach the same version with other records) and the language.
"""

import asyncio
import gzip
import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from komandor import __version__
from komandor.app.ledger import Unreadable
from komandor.texts.catalogue import Lang
from komandor.web import i18n
from komandor.web.security import HEADERS, length

if TYPE_CHECKING:
    from komandor.web.site import Site

Headers = list[tuple[bytes, bytes]]

Render = Callable[..., str | bytes | None]
"""`render(site, lang, **parts of the path)`; None means there is no such page."""

KEPT = 4096  # rendered pages in memory
PARTS = {"": r"[^/]+", "int": r"[0-9]{1,6}", "rest": r".+"}


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A path such as "/t/<tournament>/round/<int:number>" and the function that renders it.

    With a `<tournament>` in its path the page is as new as that log; without, as the program itself.
    """

    path: str
    render: Render
    content_type: str = "text/html; charset=utf-8"

    @property
    def pattern(self) -> re.Pattern[str]:
        parts = re.split(r"<(?:(\w+):)?(\w+)>", self.path)
        text = re.escape(parts[0])
        for kind, name, after in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            text += f"(?P<{name}>{PARTS[kind or '']}){re.escape(after)}"
        return re.compile(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """One page at one version in one language, ready to send."""

    version: int
    tournament: str | None
    etag: bytes
    plain: bytes
    packed: bytes
    headers: Headers  # for the plain body
    headers_packed: Headers
    headers_same: Headers  # for 304


class PageCache:
    """Finds, renders and keeps cached pages. Used from the event loop only."""

    def __init__(self, pages: tuple[CachedPage, ...]) -> None:
        self._pages = tuple((page.pattern, page) for page in pages)
        self._kept: OrderedDict[tuple[str, str], Rendered] = OrderedDict()
        self._flights: dict[tuple[str, str, int], asyncio.Future[Rendered | None]] = {}

    def fresh(self, site: "Site", path: str, lang: str) -> Rendered | None:
        """The page if it is in memory and still the newest version."""
        page = self._kept.get((path, lang))
        if page is None:
            return None
        if page.tournament is not None and site.hub.version(page.tournament) != page.version:
            return None
        return page

    def find(self, path: str) -> tuple[CachedPage, dict[str, str]] | None:
        """The cached page that answers this path, and the parts of the path."""
        for pattern, page in self._pages:
            if match := pattern.fullmatch(path):
                return page, match.groupdict()
        return None

    async def get(self, site: "Site", path: str, lang: str) -> Rendered | None:
        """The page, rendered at most once however many ask at the same moment."""
        if page := self.fresh(site, path, lang):
            return page
        found = self.find(path)
        if found is None:
            return None
        tournament = found[1].get("tournament")
        version = site.hub.version(tournament) if tournament else 0
        if tournament and not version:
            return None
        key = (path, lang, version)
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = asyncio.ensure_future(self._render(site, key, *found))
            flight.add_done_callback(lambda _: self._flights.pop(key, None))
        return await asyncio.shield(flight)

    async def _render(
        self, site: "Site", key: tuple[str, str, int], page: CachedPage, parts: dict[str, str]
    ) -> Rendered | None:
        path, lang, version = key
        rendered = await asyncio.to_thread(_make, site, page, parts, lang, version)
        if rendered is not None:
            self._kept[path, lang] = rendered
            self._kept.move_to_end((path, lang))
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return rendered


def _make(site: "Site", page: CachedPage, parts: dict[str, str], lang: str, version: int) -> Rendered | None:
    try:
        body = page.render(site, lang, **parts)
    except Unreadable:
        body = None  # Django says why
    if body is None:
        return None
    plain = body.encode() if isinstance(body, str) else body
    packed = gzip.compress(plain, 6, mtime=0)
    last = site.store.read(parts["tournament"], version - 1)[:1] if version else ()
    head = "".join(r.hash[:12] for r in last)
    etag = f'"{version}-{head}-{lang}-{__version__}-{site.assets.stamp}"'.encode()
    common: Headers = [
        (b"etag", etag),
        (b"cache-control", b"no-cache"),
        (b"vary", b"Accept-Encoding, Accept-Language, Cookie"),
        *HEADERS,
    ]
    typed = [(b"content-type", page.content_type.encode()), (b"content-language", lang.encode()), *common]
    return Rendered(
        version=version,
        tournament=parts.get("tournament"),
        etag=etag,
        plain=plain,
        packed=packed,
        headers=[length(plain), *typed],
        headers_packed=[length(packed), (b"content-encoding", b"gzip"), *typed],
        headers_same=common,
    )


def language(query: bytes, headers: dict[bytes, bytes]) -> Lang:
    """The language of a request that Django does not see: `?lang=`, then the cookie, then the browser's."""
    asked = dict(parse_qsl(query.decode("latin-1"))).get("lang", "") if query else ""
    cookie, accept = headers.get(b"cookie", b""), headers.get(b"accept-language", b"")
    return i18n.choose(asked, cookie.decode("latin-1"), accept.decode("latin-1"))
