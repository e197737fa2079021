"""Public pages are rendered at most once per version and language, and then served as bytes.

A cached page is a pure function of the site, a language and the parts of its path. It sees no request:
no cookie, no query, no person, so it can be given to anyone. Many requests for a page that is not there
yet wait for one rendering (single flight). While a log grows quickly its pages are not rendered at every
version: the page that was the newest a moment ago is served while the next one is made. A script that has
heard of a version names it and never gets an older page; programs always get the newest. A page with times
of the day is made again after a while (`lasts`): the organiser's plan for the day stands beside the log, and
forecasts move with the clock.
The ETag names the version, the head of the log (a restored copy may reach the same version with other
records), the text and the language.
"""

import asyncio
import gzip
import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from komandor import __version__
from komandor.app.ledger import Unreadable
from komandor.log.store import ReadOnly
from komandor.texts.catalogue import Lang
from komandor.web.rendering import i18n
from komandor.web.server.security import HEADERS, length

if TYPE_CHECKING:
    from komandor.web.server.site import Site

Headers = list[tuple[bytes, bytes]]

Render = Callable[..., str | bytes | None]
"""`render(site, lang, **parts of the path)`; None means there is no such page."""

KEPT = 4096  # rendered pages in memory
MAKERS = 1  # pages that are rendered at the same time
PACE = 1.0  # seconds of rest before a page is rendered again; longer if rendering takes longer
BUSY = 10  # times as long as it took, but not so long that readers would wait for it
STALE = 2.0  # seconds for which a page that is no longer the newest may be served
PATIENCE = 5.0  # seconds after which an old page is served instead of one that is not ready
LONGEST = 30.0  # seconds that somebody waits for a page of which there is no old one
FORGET = 60.0  # seconds after which a page that nobody asks for any more is forgotten
FOR_SCRIPTS = [(b"access-control-allow-origin", b"*"), (b"access-control-expose-headers", b"ETag")]
PARTS = {"": r"[^/]+", "int": r"[0-9]{1,6}", "rest": r".+"}


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A path such as "/t/<tournament>/round/<int:number>" and the function that renders it.

    With a `<tournament>` in its path the page is as new as that log; without, as the program itself.
    """

    path: str
    render: Render
    name: str = ""  # for links to it (`paths.url`)
    content_type: str = "text/html; charset=utf-8"
    lasts: float = inf  # seconds after which it is made again although the log has not grown
    for_scripts: bool = False  # scripts of other sites may read it

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


@dataclass(slots=True)
class _Kept:
    """A page in memory."""

    page: Rendered
    newest: float  # when it was last known to be the newest version (monotonic)
    due: float  # before this moment it is not rendered again
    until: float  # after this moment it is no longer fresh
    plan: int  # of the day, as it was counted then (`Hub.plan`)


class PageCache:
    """Finds, renders and keeps cached pages. Used from the event loop only."""

    def __init__(self, pages: tuple[CachedPage, ...]) -> None:
        self._pages = tuple((page.pattern, page) for page in pages)
        self._kept: OrderedDict[tuple[str, str], _Kept] = OrderedDict()
        self._flights: dict[tuple[str, str], asyncio.Future[Rendered | None]] = {}
        self._makers = ThreadPoolExecutor(MAKERS, "komandor-pages")
        self.pace, self.stale = PACE, STALE

    def fresh(self, site: "Site", path: str, lang: str, seen: int = 0) -> Rendered | None:
        """The page if it is in memory and still the newest version, or not older than what was `seen`."""
        kept = self._kept.get((path, lang))
        if kept is None:
            return None
        page, now = kept.page, time.monotonic()
        if now > kept.until or (page.tournament and kept.plan != site.hub.plan(page.tournament)):
            return None
        if page.tournament is None or page.version >= site.hub.known(page.tournament) > 0:
            kept.newest = now
            return page
        return page if 0 < seen <= page.version else None

    def sweep(self, site: "Site", now: float) -> None:
        """Forget pages that have not been the newest for a while: nobody's erased name stays in memory."""
        for key, kept in list(self._kept.items()):
            page = kept.page
            old = page.tournament is not None and page.version < site.hub.known(page.tournament)
            if old and now - kept.newest > FORGET:
                del self._kept[key]

    def find(self, path: str) -> tuple[CachedPage, dict[str, str]] | None:
        """The cached page that answers this path, and the parts of the path."""
        for pattern, page in self._pages:
            if match := pattern.fullmatch(path):
                return page, match.groupdict()
        return None

    async def get(self, site: "Site", path: str, lang: str, seen: int = 0) -> Rendered | None:
        """The page; `seen` is the version that the reader has heard of, if they say so.

        Raises ReadOnly if the store does not answer and the page is not in memory.
        """
        if page := self.fresh(site, path, lang, seen):
            return page
        found = self.find(path)
        if found is None:
            return None
        kept = self._kept.get((path, lang))
        try:
            async with asyncio.timeout(PATIENCE if kept else LONGEST):
                return await self._newer(site, (path, lang), found, seen)
        except (ReadOnly, TimeoutError) as problem:
            if kept is None:
                raise ReadOnly("The page cannot be made now.", "store.unreachable") from problem
            return kept.page  # an old page is better than none

    async def _newer(
        self, site: "Site", key: tuple[str, str], found: tuple[CachedPage, dict[str, str]], seen: int
    ) -> Rendered | None:
        tournament = found[1].get("tournament")
        newest = await site.hub.version(tournament) if tournament else 0
        if tournament and not newest:
            return None
        if found[0].for_scripts:  # a program that wrote reads what it wrote
            seen = newest
        if page := self.fresh(site, *key, seen):  # somebody else's came while the version was asked for
            return page
        while True:
            flight = self._flights.get(key)
            if flight is None:
                flight = self._flights[key] = asyncio.ensure_future(self._render(site, key, *found))
                flight.add_done_callback(lambda done: self._landed(key, done))
            kept = self._kept.get(key)
            if kept and not seen and time.monotonic() - kept.newest < self.stale:
                return kept.page
            page = await asyncio.shield(flight)
            if page is None or page.version >= min(seen, newest):
                return page

    def _landed(self, key: tuple[str, str], done: asyncio.Future[Rendered | None]) -> None:
        self._flights.pop(key, None)
        if not done.cancelled():
            done.exception()  # whoever waits gets it; nobody may be waiting

    async def _render(
        self, site: "Site", key: tuple[str, str], page: CachedPage, parts: dict[str, str]
    ) -> Rendered | None:
        if kept := self._kept.get(key):
            await asyncio.sleep(kept.due - time.monotonic())
        tournament, run = parts.get("tournament"), asyncio.get_running_loop().run_in_executor
        await (
            site.hub.turns.to_read()
        )  # takes no place: everybody waits for a public page, one person for another
        began, version = time.monotonic(), site.hub.known(tournament) if tournament else 0
        plan = site.hub.plan(tournament) if tournament else 0
        rendered = await run(self._makers, _make, site, page, parts, key[1], version)
        if rendered is not None:
            ended = time.monotonic()
            rest = max(self.pace, min(BUSY * (ended - began), 0.75 * self.stale))
            self._kept[key] = _Kept(rendered, began, ended + rest, began + page.lasts, plan)
            self._kept.move_to_end(key)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return rendered


def _make(site: "Site", page: CachedPage, parts: dict[str, str], lang: str, version: int) -> Rendered | None:
    try:
        with site.hub.turns.making():
            body = page.render(site, lang, **parts)
    except Unreadable:
        body = None  # Django says why
    if body is None:
        return None
    plain = body.encode() if isinstance(body, str) else body
    packed = gzip.compress(plain, 6, mtime=0)
    last = site.store.read(parts["tournament"], version - 1)[:1] if version else ()
    head, text = "".join(r.hash[:12] for r in last), hashlib.sha256(plain).hexdigest()[:12]
    etag = f'"{version}-{head}-{text}-{lang}-{__version__}-{site.assets.stamp}"'.encode()
    common: Headers = [
        (b"etag", etag),
        (b"cache-control", b"no-cache"),
        (b"vary", b"Accept-Encoding, Accept-Language, Cookie"),
        *(FOR_SCRIPTS if page.for_scripts else []),
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
    cookie, accept = headers.get(b"cookie", b""), headers.get(b"accept-language", b"")
    return i18n.choose(
        i18n.asked_in(query.decode("latin-1")), cookie.decode("latin-1"), accept.decode("latin-1")
    )
