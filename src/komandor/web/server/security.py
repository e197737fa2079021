"""Security of the site: headers for every answer, the host names that we answer to, signed cookies.

There are no server-side sessions. A person is known by opaque tokens in a signed cookie; what a token
may do is looked up in the store. Cookies are signed with the site's own secret and named after it: a browser
keeps one jar for all ports of a computer, and a demonstration must not end the real event's sign-in.
"""

import hashlib
import ipaddress
import logging
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse

from komandor.web.routing.request import Request

CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""No inline script or style anywhere: a name typed by a player can never become code."""

HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"geolocation=(), microphone=(), payment=()"),
    (b"x-answered-by", b"komandor"),  # a Wi-Fi that wants a log-in answers in our place (fragments.js)
)

LINKS = {"host": "host", "staff": "s", "player": "p"}
"""Whose seat a secret link opens → the first part of its path."""
SECRET_LINK = re.compile(rf"(/(?:{'|'.join(LINKS.values())})/)[^/\s]+")
LOCAL_SUFFIXES = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localhost")
SALT = "komandor.cookie."
YEAR = 365 * 24 * 3600
HSTS = (b"strict-transport-security", f"max-age={YEAR}".encode())
"""On every answer behind TLS: the browser never again asks this name without it."""

Answer = Callable[[HttpRequest], HttpResponse]


def length(body: bytes) -> tuple[bytes, bytes]:
    """The header that says how long an answer is."""
    return b"content-length", str(len(body)).encode()


def security_headers(get_response: Answer) -> Answer:
    """Django middleware: the same headers as on answers that never enter Django."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in HEADERS:
            response.headers.setdefault(name.decode(), value.decode())
        response.headers.setdefault("Cache-Control", "no-store")
        if request.is_secure():
            for cookie in response.cookies.values():
                cookie["secure"] = True
        return response

    return answer


class WithoutLinks(logging.Filter):
    """Keeps secret links out of the server's own log, where a request that failed is named by its path."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = SECRET_LINK.sub(r"\1…", record.getMessage()), ()
        return True


def host_allowed(host: str, public: frozenset[str]) -> bool:
    """The public names that this site was given; without any, addresses and names of the local network.

    A foreign name that resolves to us (DNS rebinding) is refused: it would make us part of another site.
    """
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    name = name.strip("[]").lower().rstrip(".")
    address = _ip(name)
    if public:  # a hosted site answers to its names, and to checks on the machine itself
        return name in (*public, "", "localhost") or bool(address and address.is_loopback)
    if not name or name.endswith(LOCAL_SUFFIXES):
        return True
    return address is not None or ("." not in name and ":" not in name)  # a name of this network


def _ip(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


@cache
def cookie_name(name: str, secret: str) -> str:
    """The name under which a site keeps a cookie: two sites on one computer share their browsers' cookies."""
    return f"{name}-{hashlib.sha256(f'{SALT}{secret}'.encode()).hexdigest()[:8]}"


def write_cookie(
    request: Request, response: HttpResponse, name: str, value: Mapping[str, Any], max_age: int = YEAR
) -> None:
    """Keep a small value in the browser so that it cannot be changed there."""
    response.set_cookie(
        cookie_name(name, request.site.secret),
        signing.dumps(dict(value), key=request.site.secret, salt=SALT + name),
        max_age=max_age,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def read_cookie(request: Request, name: str, max_age: int = YEAR) -> dict[str, Any]:
    """What `write_cookie` kept; empty when missing, expired or tampered with."""
    return unsigned(request.COOKIES, name, request.site.secret, max_age)


def drop_cookie(request: Request, response: HttpResponse, name: str) -> None:
    """Let the browser forget it."""
    response.delete_cookie(cookie_name(name, request.site.secret), samesite="Lax")


def unsigned(cookies: Mapping[str, str], name: str, secret: str, max_age: int = YEAR) -> dict[str, Any]:
    """The value of a signed cookie; empty when missing, expired or tampered with."""
    try:
        value = signing.loads(
            cookies.get(cookie_name(name, secret), ""), key=secret, salt=SALT + name, max_age=max_age
        )
    except signing.BadSignature:
        return {}
    return value if isinstance(value, dict) else {}


def safe_path(path: str) -> str:
    """A path on this site to go on to; the first page instead of anything that could lead elsewhere."""
    ours = bool(path) and path.startswith("/") and not path.startswith("//")
    return path if ours and "\\" not in path and path.isprintable() else "/"
