"""Reads what a client sends before a thread is taken: a slow or a huge body costs nobody else anything.

A form is at most 64 kB. More is read only from whoever holds a seat that needs it: staff bring lists of
names, the host imports a whole event, or card data, a hall sends the records of its event.
"""

import asyncio
from http.cookies import CookieError, SimpleCookie
from urllib.parse import unquote

from komandor.app.identity import seats_of
from komandor.app.parcels import MOST_BYTES, PATH
from komandor.log.bundle_reader import MAX_BYTES
from komandor.web.routing.browser_seats import COOKIE
from komandor.web.routing.request import url
from komandor.web.server.follow_door import granted
from komandor.web.server.live import Receive
from komandor.web.server.security import unsigned
from komandor.web.server.site import Site

FORM = 64 * 1024
NAMES = 4 * 1024 * 1024  # a list of names, by staff
WHOLE_EVENT = MAX_BYTES + FORM
FORM_SECONDS = 10.0
FILE_SECONDS = 120.0
MOST_AT_ONCE = 1000  # bodies that are being read


class Unread(Exception):
    """This body is not read to its end; `status` says why."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Bodies:
    """Reads bodies within their limits."""

    def __init__(self, site: Site, seconds: float = FORM_SECONDS) -> None:
        self._site = site
        self.seconds = seconds
        self._reading = 0

    async def read(self, path: str, headers: dict[bytes, bytes], receive: Receive) -> bytes:
        """The whole body. Raises Unread if it is too long, too slow, or one of too many."""
        declared = headers.get(b"content-length", b"0")
        size = int(declared) if declared.isdigit() and len(declared) < 16 else 0
        most, seconds = FORM, self.seconds
        if size > FORM and (granted := await asyncio.to_thread(_granted, self._site, path, headers)):
            most, seconds = granted, FILE_SECONDS
        if size > most:
            raise Unread(413)
        if self._reading >= MOST_AT_ONCE:
            raise Unread(503)
        self._reading += 1
        try:
            async with asyncio.timeout(seconds):
                return await _whole(receive, most)
        except TimeoutError:
            raise Unread(408) from None
        finally:
            self._reading -= 1


async def _whole(receive: Receive, most: int) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Unread(400)
        body += message.get("body", b"")
        if len(body) > most:
            raise Unread(413)
        if not message.get("more_body", False):
            return bytes(body)


def _granted(site: Site, path: str, headers: dict[bytes, bytes]) -> int:
    """How many bytes the sender may upload here beyond a form; 0 for strangers."""
    if path.startswith(PATH):
        return MOST_BYTES if granted(site, headers) else 0
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(headers.get(b"cookie", b"").decode("latin-1"))
    except CookieError:
        return 0
    sent = {name: cookie.value for name, cookie in cookies.items()}
    kept = unsigned(sent, COOKIE, site.secret).get("tokens")
    found = seats_of(site.store, map(str, kept if isinstance(kept, list) else ()))
    held = {(seat.actor.kind, seat.tournament) for seat in found.values()}
    if path in (url("import"), url("cards")):
        return WHOLE_EVENT if any(kind == "host" for kind, _ in held) else 0
    area, _, rest = unquote(path).lstrip("/").partition("/")
    return NAMES if area == "c" and ("staff", rest.partition("/")[0]) in held else 0
