"""The ASGI application. It answers itself what must be quick, and passes the rest to Django in a few threads.

/live/<tournament>           server-sent events: version numbers and heartbeats
/live/<tournament>/version   the same by polling
/api/v1/events/…/stream      the same events for programs, which end with their token
/healthz                     alive, which version, which store, and whether the store answers
/readyz                      the same, with 503 while requests had better go elsewhere
/metrics                     counts for Prometheus, on the machine itself or with a key of the host
/local/keys                  the terminal of this machine asks for keys of the host
/follow/<tournament>         a hall sends its event, record by record
/static/…                    assets from memory
cached pages                 bytes rendered once per version
anything else                Django (WSGI, which costs a quarter of its ASGI handler)
"""

import asyncio
import json
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from komandor import __version__
from komandor.app.api_tokens import ApiToken, opened_by
from komandor.app.parcels import PATH
from komandor.log.store import ReadOnly
from komandor.texts import LANGUAGES
from komandor.web.api.answers import PROBLEM_JSON, PROBLEMS, Code, problem_details
from komandor.web.forms.fields import version_seen
from komandor.web.server import follow_door, local_door
from komandor.web.server.assets import KEEP
from komandor.web.server.bodies import Bodies, Unread
from komandor.web.server.cache import Headers, Rendered, language
from komandor.web.server.connections import TRANSPORT
from komandor.web.server.live import Line, Message, Receive, Send, now_ms
from komandor.web.server.metrics import kept_in, may_read
from komandor.web.server.plain_words import in_plain_words
from komandor.web.server.security import HEADERS, HSTS, host_allowed, length
from komandor.web.server.site import Site
from komandor.web.server.write_priority import PLACES, SHORT
from komandor.web.server.wsgi import Django, Scope

WRITERS = 6  # threads: whoever reports does not wait behind everybody who looks
TOO_MUCH: Mapping[int, Code] = {400: "bad-request", 408: "too-slow", 413: "too-large", 503: "busy"}
API_STREAM = re.compile(r"/api/v1/events/([^/]+)/stream")
SWEEP = 15.0  # seconds between two looks for pages and names that are out of date
CLOSE = (b"connection", b"close")
PLAIN_TEXT = b"text/plain; charset=utf-8"
PROMETHEUS = b"text/plain; version=0.0.4; charset=utf-8"
NOT_YOURS = b"Ask on the machine itself, or send a key of the host: Authorization: Bearer KEY\n"
NO_STORE = (b"cache-control", b"no-store")


class Application:
    """Routes one site's requests."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._django = Django(site, WRITERS + PLACES)
        self._hosts: set[bytes] = set()
        self.bodies = Bodies(site)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._answer(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._live(receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        send = self._marked(scope, send)
        if not self._known_host(headers.get(b"host", b"")):
            await _no(scope, send, "other-site")
            return
        reads = scope["method"] in ("GET", "HEAD")
        try:
            if reads and await self._quick(scope, headers, receive, send):
                return
        except ReadOnly:
            await _no(scope, send, "no-store")
            return
        try:
            body = await self.bodies.read(scope["path"], headers, receive)
        except Unread as no:
            await _no(scope, send, TOO_MUCH[no.status], close=True)
            return
        if scope["path"] == local_door.PATH and scope["method"] == "POST":
            await self._through_local_door(headers, body, send)
        elif scope["path"].startswith(PATH):
            answer = follow_door.answer
            args = (self.site, scope["method"], scope["path"], headers, body)
            await _json(send, *await asyncio.to_thread(answer, *args))
        else:
            await self._through_django(scope, body, send)

    def _marked(self, scope: Scope, send: Send) -> Send:
        """Every answer, be it a page from memory, a stream or of Django, is counted and says that TLS is used
        from now on, and of a process that leaves, that the next request needs another connection."""
        began, tls = time.perf_counter(), scope.get("scheme") == "https"

        async def write(message: Message) -> None:
            if message["type"] == "http.response.start":
                took = time.perf_counter() - began
                self.site.metrics.answered(scope["method"], scope["path"], message["status"], took)
                more = [HSTS] * tls + [CLOSE] * (self.site.hub.leaving and CLOSE not in message["headers"])
                message = {**message, "headers": [*message["headers"], *more]} if more else message
            await send(message)

        return write

    async def _through_local_door(self, headers: dict[bytes, bytes], body: bytes, send: Send) -> None:
        signature = headers.get(local_door.SIGNATURE.encode(), b"").decode("latin-1")
        store, secret = self.site.store, self.site.secret
        try:
            answer = await asyncio.to_thread(local_door.answer, store, secret, signature, body)
        except ReadOnly:
            await _text(send, 503, b"".join(in_plain_words("no-store", lang) for lang in LANGUAGES))
        else:
            await _json(send, *answer)

    async def _through_django(self, scope: Scope, body: bytes, send: Send) -> None:
        """The answer is sent when it is complete: a client who reads it slowly holds no thread."""
        if scope["method"] in ("GET", "HEAD"):
            async with self.site.hub.turns.reading():
                answer = await self._django.answer(scope, body)
        else:
            with self.site.hub.turns.writing():
                answer = await self._django.answer(scope, body)
        await _send(_forgiving(send), *answer)

    async def _quick(self, scope: Scope, headers: dict[bytes, bytes], receive: Receive, send: Send) -> bool:
        path: str = scope["path"]
        bare = scope["method"] == "HEAD"
        lang = language(scope["query_string"], headers)
        seen = version_seen(headers.get(b"x-version", b"").decode("latin-1")) or 0
        page = self.site.pages.fresh(self.site, path, lang, seen)
        if page is None:
            if path.startswith("/static/"):
                return await self._asset(path, headers, send, bare)
            if path.startswith("/live/"):
                return await self._news(scope, receive, send, bare)
            if stream := API_STREAM.fullmatch(path):
                return await self._api_stream(stream[1], scope, headers, receive, send)
            if path == "/healthz":
                return await _json(send, 200, self._health())
            if path == "/readyz":
                return await _json(send, *self._readiness())
            if path == "/metrics":
                return await self._counts(scope, headers, send)
            page = await self.site.pages.get(self.site, path, lang, seen)
        if page is None:
            return False
        await self.site.hub.turns.to_read(SHORT)
        return await _page(send, page, headers, bare)

    def _health(self) -> dict[str, Any]:
        """Answered from memory: a dead database must not make a live server look dead."""
        trouble = self.site.hub.trouble or self.site.store.trouble
        health = {"status": "degraded" if trouble else "ok", "version": __version__}
        return {**health, "store": self.site.store.name} | ({"trouble": trouble.code} if trouble else {})

    def _readiness(self) -> tuple[int, dict[str, Any]]:
        health = self._health() | ({"status": "leaving"} if self.site.hub.leaving else {})
        return 200 if health["status"] == "ok" else 503, health

    async def _counts(self, scope: Scope, headers: dict[bytes, bytes], send: Send) -> bool:
        client, store = (scope.get("client") or ("", 0))[0], self.site.store
        if not await asyncio.to_thread(may_read, client, headers, store):
            return await _text(send, 403, NOT_YOURS)
        info = f'komandor_info{{version="{__version__}",store="{store.name}"}}'
        now: dict[str, float] = {info: 1, "komandor_ready": int(self._readiness()[0] == 200)}
        with suppress(ReadOnly):
            now |= await asyncio.to_thread(kept_in, store, self.site.clock())
        counted = self.site.metrics.text(now)
        return await _typed(send, 200, PROMETHEUS, counted.encode())

    async def _asset(self, path: str, headers: dict[bytes, bytes], send: Send, bare: bool) -> bool:
        found = self.site.assets.find(path)
        if found is None:
            return await _text(send, 404, b"No such file.\n")
        asset, current = found
        packed = asset.packed if b"gzip" in headers.get(b"accept-encoding", b"") else None
        body, head = (asset.plain, asset.headers) if packed is None else (packed, asset.headers_packed)
        kept = (b"cache-control", KEEP if current else b"no-cache")
        return await _send(send, 200, [*head, kept], b"" if bare else body)

    async def _news(self, scope: Scope, receive: Receive, send: Send, bare: bool) -> bool:
        tournament, _, tail = unquote(scope["path"][6:]).partition("/")
        version = await self.site.hub.version(tournament)
        if tail not in ("", "version") or not version:
            return await _json(send, 404, {"error": "no such tournament"})
        if tail == "version" or bare:
            watching = self.site.hub.watching(tournament)
            return await _json(send, 200, {"version": version, "now": now_ms(), "watching": watching})
        return await self._open_stream(tournament, scope, receive, send, None)

    async def _open_stream(
        self, tournament: str, scope: Scope, receive: Receive, send: Send, token: ApiToken | None
    ) -> bool:
        # a proxy must not send the next request on a connection whose stream is ended by us, and then closed
        headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"x-accel-buffering", b"no"),
            CLOSE,
        ]
        if scope["path"].startswith("/api/") and token is None:
            headers.append((b"access-control-allow-origin", b"*"))
        await send({"type": "http.response.start", "status": 200, "headers": [*headers, NO_STORE, *HEADERS]})
        line = Line(scope["state"][TRANSPORT], scope["http_version"] == "1.1")
        self.site.metrics.add("komandor_streams")
        try:
            await self.site.hub.stream(tournament, receive, line, token.id if token else "")
        finally:
            self.site.metrics.add("komandor_streams", -1)
        await send({"type": "http.response.body", "body": b"", "more_body": False})
        return True

    async def _api_stream(
        self, tournament: str, scope: Scope, headers: dict[bytes, bytes], receive: Receive, send: Send
    ) -> bool:
        """The versions of an event for programs. Whether a token may read them is asked of Django."""
        if scope["method"] != "GET" or not await self.site.hub.version(tournament):
            return False
        header, token = headers.get(b"authorization"), None
        if header is not None:
            async with self.site.hub.turns.reading():
                head = await self._django.answer(scope, b"")
            text = header.decode("latin-1").partition(" ")[2].strip()
            token = await asyncio.to_thread(opened_by, self.site.store, text)
            if head.status != 200 or token is None:
                return await _send(send, *head)
        return await self._open_stream(tournament, scope, receive, send, token)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        self.site.hub.attach(asyncio.get_running_loop())
        hub = self.site.hub
        jobs = (hub.keep_fresh(), hub.keep_beating(), self._forget_old())
        tasks = [asyncio.create_task(job) for job in jobs]
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for task in tasks:
            task.cancel()
        await send({"type": "lifespan.shutdown.complete"})

    async def _forget_old(self) -> None:
        """Keep no older names and pages in memory than are needed; all of them while the store is silent."""
        while True:
            await asyncio.sleep(SWEEP)
            if self.site.store.trouble is None:
                self.site.pages.sweep(self.site, time.monotonic())
                self.site.services.forget_old(self.site.hub.known)

    def _known_host(self, host: bytes) -> bool:
        if host in self._hosts:
            return True
        known = host_allowed(host.decode("latin-1"), self.site.hosts)
        if known and len(self._hosts) < 1000:
            self._hosts.add(host)
        return known


def _forgiving(send: Send) -> Send:
    """Ignore that a client has closed its connection before the answer was sent."""

    async def write(message: Message) -> None:
        try:
            await send(message)
        except RuntimeError as problem:
            if "closed" not in str(problem):
                raise

    return write


async def _page(send: Send, page: Rendered, headers: dict[bytes, bytes], bare: bool) -> bool:
    if page.etag in headers.get(b"if-none-match", b""):
        return await _send(send, 304, page.headers_same, b"")
    if b"gzip" in headers.get(b"accept-encoding", b""):
        return await _send(send, 200, page.headers_packed, b"" if bare else page.packed)
    return await _send(send, 200, page.headers, b"" if bare else page.plain)


async def _json(send: Send, status: int, value: dict[str, Any]) -> bool:
    return await _typed(send, status, b"application/json", json.dumps(value).encode())


async def _text(send: Send, status: int, body: bytes) -> bool:
    return await _typed(send, status, PLAIN_TEXT, body)


async def _no(scope: Scope, send: Send, code: Code, close: bool = False) -> bool:
    """What is refused before Django: problem details for programs, a line of text for everybody else."""
    status, more = PROBLEMS[code][0], (CLOSE,) if close else ()
    lang = language(scope["query_string"], dict(scope["headers"]))
    if not f"{scope['path']}/".startswith("/api/v1/"):
        return await _typed(send, status, PLAIN_TEXT, in_plain_words(code, lang), more)
    return await _typed(send, status, PROBLEM_JSON.encode(), problem_details(code, lang), more)


async def _typed(
    send: Send, status: int, kind: bytes, body: bytes, more: tuple[tuple[bytes, bytes], ...] = ()
) -> bool:
    headers = [(b"content-type", kind), length(body), NO_STORE, *HEADERS, *more]
    return await _send(send, status, headers, body)


async def _send(send: Send, status: int, headers: Headers, body: bytes) -> bool:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
    return True
