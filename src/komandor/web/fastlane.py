"""The fast lane: a cached page that is in memory is written to the connection as soon as its request is read.

Uvicorn's way through ASGI makes a task, an event and two writes, and checks every header, for each answer.
For bytes that were checked when they were rendered this is four fifths of the time (bench/web.py). Anything
but a plain GET of a fresh page takes the usual road, so nothing depends on this file but speed.
"""

from typing import TYPE_CHECKING

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from komandor.web.cache import Rendered, Wire

if TYPE_CHECKING:
    from komandor.web.asgi import Application


def protocol(application: "Application") -> type[HttpToolsProtocol]:
    """Uvicorn's protocol with the fast lane of this application."""

    class FastLane(HttpToolsProtocol):
        answered = False

        def on_headers_complete(self) -> None:
            answer = application.at_once(self.url, self.headers) if self._plain() else None
            if answer is None:
                super().on_headers_complete()
                return
            self.answered = True
            status, rest = answer
            dated = [name + b": " + value + b"\r\n" for name, value in self.server_state.default_headers]
            self.transport.write(b"".join((status, *dated, rest)))

        def on_body(self, body: bytes) -> None:
            if not self.answered:
                super().on_body(body)

        def on_message_complete(self) -> None:
            if not self.answered:
                super().on_message_complete()
                return
            self.answered = False
            self.on_response_complete()

        def _plain(self) -> bool:
            """A GET that keeps the connection, with nothing under way before it."""
            return (
                (self.cycle is None or self.cycle.response_complete)  # type: ignore[redundant-expr]
                and not self.pipeline
                and not self.flow.write_paused
                and self.parser.get_method() == b"GET"
                and self.parser.get_http_version() == "1.1"
                and self.parser.should_keep_alive()
                and not self.parser.should_upgrade()
            )

    return FastLane


def wire(page: Rendered, headers: dict[bytes, bytes]) -> Wire:
    """The answer as it goes over the line."""
    if page.etag in headers.get(b"if-none-match", b""):
        return page.wire_same
    return page.wire_packed if b"gzip" in headers.get(b"accept-encoding", b"") else page.wire_plain


def split(url: bytes) -> tuple[str, bytes] | None:
    """Path and query of a request line; None for what needs real parsing."""
    path, _, query = url.partition(b"?")
    return None if b"%" in path or not path.startswith(b"/") else (path.decode("latin-1"), query)
