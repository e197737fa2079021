"""Calls Django in a thread: a whole request goes in and a whole answer comes out.

So a request passes from the event loop to its thread once and back once. Each passing costs a turn of a busy
loop, and a report must not wait for five of them.
"""

import asyncio
import io
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any, NamedTuple

from komandor.web.server.middleware import SITE
from komandor.web.server.security import length
from komandor.web.server.site import Site

Scope = dict[str, Any]
BODILESS = (204, 304)
UNPREFIXED = {"CONTENT_TYPE", "CONTENT_LENGTH"}


class Answer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Django:
    """Django's handler for one site, and the threads in which it runs."""

    def __init__(self, site: Site, threads: int) -> None:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "komandor.web.server.settings")
        from django.core.wsgi import get_wsgi_application

        self._site = site
        self._handler: Callable[..., Any] = get_wsgi_application()
        self._threads = ThreadPoolExecutor(threads, "komandor-django")

    async def answer(self, scope: Scope, body: bytes) -> Answer:
        """What Django answers to this request."""
        environ = {**_environ(scope, body), SITE: self._site}
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._call, environ)

    def _call(self, environ: dict[str, Any]) -> Answer:
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], _: object = None) -> None:
            started.append((status, headers))

        reads = environ["REQUEST_METHOD"] in ("GET", "HEAD")
        with self._site.hub.turns.making() if reads else nullcontext():
            parts = self._handler(environ, start_response)
            try:
                body = b"".join(parts)
            finally:
                parts.close()
        line, given = started[-1]
        status = int(line.split(" ", 1)[0])
        headers = [(name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in given]
        if status not in BODILESS and not any(name == b"content-length" for name, _ in headers):
            headers.append(length(body))
        return Answer(status, headers, body)


def _environ(scope: Scope, body: bytes) -> dict[str, Any]:
    """The request as WSGI describes it."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for raw, value in scope["headers"]:
        if b"_" in raw:
            continue  # WSGI could not tell it from a header that a proxy has set
        name = raw.decode("latin-1").upper().replace("-", "_")
        key, text = name if name in UNPREFIXED else f"HTTP_{name}", value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ
