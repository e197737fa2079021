"""Ways into a site: a call of Django in this process, or real connections to one or more servers."""

import io
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from itertools import cycle
from typing import Any, Protocol
from urllib.parse import urlencode

import httpx

from komandor.web.server.middleware import SITE
from komandor.web.server.site import Site
from tests.support.waiting import PATIENCE

Pairs = Sequence[tuple[str, str]]
FORM = "application/x-www-form-urlencoded"
MOST_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    text: str
    to: str  # where it sends the browser
    html: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: what is posted is None for a reading."""

    path: str
    posted: Pairs | None = None


@dataclass
class Cookies:
    """What one browser keeps, in all its tabs."""

    kept: dict[str, str] = field(default_factory=lambda: {"lang": "en"})

    def header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.kept.items())

    def take(self, headers: Sequence[str]) -> None:
        for one in headers:
            for name, cookie in SimpleCookie(one).items():
                gone = cookie["max-age"] in ("0", 0) or not cookie.value
                self.kept.pop(name, None) if gone else self.kept.update({name: cookie.value})


class Door(Protocol):
    """Sends requests, one or several at the same time."""

    def ask(self, cookies: Cookies, asked: Asked) -> Answer: ...

    def at_once(self, asked: Sequence[tuple[Cookies, Asked]]) -> list[Answer]: ...


class InProcess:
    """Django's handler, called without a socket; requests at the same time run in threads."""

    def __init__(self, site: Site) -> None:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "komandor.web.server.settings")
        from django.core.wsgi import get_wsgi_application

        self.site = site
        self._handler: Callable[..., Any] = get_wsgi_application()
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE)

    def ask(self, cookies: Cookies, asked: Asked) -> Answer:
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], _: object = None) -> None:
            started.append((status, headers))

        parts = self._handler(self._environ(cookies, asked), start_response)
        try:
            body = b"".join(parts)
        finally:
            parts.close()
        line, headers = started[-1]
        cookies.take([value for name, value in headers if name.lower() == "set-cookie"])
        return answer_of(int(line.split(" ", 1)[0]), {n.lower(): v for n, v in headers}, body)

    def at_once(self, asked: Sequence[tuple[Cookies, Asked]]) -> list[Answer]:
        return list(self._threads.map(lambda one: self.ask(*one), asked))

    def _environ(self, cookies: Cookies, asked: Asked) -> dict[str, Any]:
        path, _, query = asked.path.partition("?")
        body = urlencode(asked.posted).encode() if asked.posted is not None else b""
        return {
            "REQUEST_METHOD": "GET" if asked.posted is None else "POST",
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_PROTOCOL": "HTTP/1.1",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "127.0.0.1",
            "HTTP_COOKIE": cookies.header(),
            "CONTENT_TYPE": FORM,
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            SITE: self.site,
        }


class Served:
    """Real connections to servers of one store, in turns: each request may come to another process."""

    def __init__(self, urls: Sequence[str]) -> None:
        self.clients = [httpx.Client(base_url=url, timeout=PATIENCE, verify=False) for url in urls]
        self._turns = cycle(self.clients)
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE)

    def ask(self, cookies: Cookies, asked: Asked, client: httpx.Client | None = None) -> Answer:
        client = client or next(self._turns)
        client.cookies.clear()
        headers = {
            "Cookie": cookies.header(),
            "Content-Type": FORM,
            "Origin": str(client.base_url).rstrip("/"),
        }
        method = "GET" if asked.posted is None else "POST"
        body = urlencode(asked.posted or ())
        got = client.request(method, asked.path, content=body, headers=headers)
        cookies.take(got.headers.get_list("set-cookie"))
        return answer_of(got.status_code, got.headers, got.content)

    def at_once(self, asked: Sequence[tuple[Cookies, Asked]]) -> list[Answer]:
        clients = [next(self._turns) for _ in asked]
        return list(self._threads.map(lambda one, by: self.ask(one[0], one[1], by), asked, clients))

    def close(self) -> None:
        for one in self.clients:
            one.close()


def answer_of(status: int, headers: Mapping[str, str], body: bytes) -> Answer:
    html = headers.get("content-type", "").startswith("text/html")
    return Answer(status, body.decode() if html else "", headers.get("location", ""), html)
