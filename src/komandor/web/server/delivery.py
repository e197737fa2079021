"""One request to another service, with the standard library: signed, timed, and to no forbidden address.

The address is looked up once and the connection made to what was found and allowed, so that a name cannot
point elsewhere a moment later. Redirects are not followed. It takes `CONNECTED` + `ANSWERED` at most.
"""

import base64
import hashlib
import hmac
import http.client
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from email.utils import parsedate_to_datetime
from functools import cache
from urllib.parse import SplitResult, urlsplit

from komandor import __version__
from komandor.app.outbox.targets import PREFIX, allowed
from komandor.app.outbox.turns import Attempt

CONNECT = 5.0  # seconds for one address
CONNECTED, ANSWERED = 15.0, 10.0  # seconds until we are connected, and until the whole answer is here
MOST_READ, MOST_KEPT = 4000, 200

Deliver = Callable[[str, dict[str, str], bytes, bool, float], Attempt]


def signed(secret: str, id: str, at: int, body: bytes) -> dict[str, str]:
    """The headers of Standard Webhooks: HMAC-SHA256 over id, seconds and body, with the target's own key."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    content = f"{id}.{at}.".encode() + body
    signature = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return {"webhook-id": id, "webhook-timestamp": str(at), "webhook-signature": f"v1,{signature}"}


def deliver(
    address: str, headers: dict[str, str], body: bytes, hosted: bool, now: float, answered: float = ANSWERED
) -> Attempt:
    """POST this once, and what came of it."""
    left = False
    try:
        parts, began = urlsplit(address), time.monotonic()
        with closing(_connection(parts, hosted)) as connection:
            if time.monotonic() - began > CONNECTED:
                raise TimeoutError("the connection took too long")
            assert connection.sock
            watch = threading.Timer(answered, _cut, (connection.sock,))
            watch.daemon = True
            watch.start()
            left = True
            try:
                return _asked(connection, parts, headers, body, now)
            finally:
                watch.cancel()
    except (OSError, http.client.HTTPException, ValueError) as problem:
        said = getattr(problem, "strerror", None) or f"{problem}" or type(problem).__name__
        return Attempt(0, _plain(said), left)


def _asked(
    connection: http.client.HTTPConnection,
    parts: SplitResult,
    headers: dict[str, str],
    body: bytes,
    now: float,
) -> Attempt:
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection.request("POST", path, body, {"User-Agent": f"Komandor/{__version__}", **headers})
    answer = connection.getresponse()
    text = ""
    with suppress(OSError, http.client.HTTPException):  # the status has said enough
        text = answer.read(MOST_READ).decode("utf-8", "replace")
    said = f"{answer.status} {answer.reason} {text}"
    return Attempt(
        answer.status, _plain(said), wait=asked_to_wait(answer.getheader("Retry-After") or "", text, now)
    )


def asked_to_wait(header: str, body: str, now: float) -> int | None:
    """Milliseconds from `Retry-After` (seconds or a date) or from Discord's `retry_after` in the body."""
    seconds: float | None = None
    with suppress(ValueError):
        seconds = float(header) if header[:1].isdigit() else parsedate_to_datetime(header).timestamp() - now
    if seconds is None:
        with suppress(ValueError, TypeError, AttributeError):
            seconds = float(json.loads(body).get("retry_after"))
    return max(0, int(seconds * 1000)) if seconds is not None and seconds < 1e9 else None


def _connection(parts: SplitResult, hosted: bool) -> http.client.HTTPConnection:
    secure = parts.scheme == "https"
    host, port = parts.hostname or "", parts.port or (443 if secure else 80)
    plain = connected_to(host, port, hosted)
    try:
        connection = (http.client.HTTPSConnection if secure else http.client.HTTPConnection)(host, port)
        connection.sock = tls().wrap_socket(plain, server_hostname=host) if secure else plain
    except BaseException:
        plain.close()
        raise
    return connection


def connected_to(host: str, port: int, hosted: bool) -> socket.socket:
    """A connection to an address that was looked up and allowed."""
    found = [one[4][:2] for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    usable = [(str(ip), int(at)) for ip, at in found if allowed(str(ip), hosted)]
    if not usable:
        raise OSError("this address is not allowed: it is inside the network of this site")
    problem = OSError("no address")
    for address in usable[:3]:
        try:
            made = socket.create_connection(address, timeout=CONNECT)
        except OSError as no:
            problem = no
        else:
            made.settimeout(ANSWERED)
            return made
    raise problem


@cache
def tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _cut(connected: socket.socket) -> None:
    """End an answer that takes too long, also one that comes byte by byte."""
    with suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)


def _plain(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:MOST_KEPT]
