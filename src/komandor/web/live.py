"""Sends every new version of an event to all open connections at once.

The store calls `heard` from any thread after each commit; the loop then writes to all who watch that
tournament, without waking a task for each (bench/web.py: ten thousand phones in a few tenths of a second).
What travels is the version number and the server's time, never content: pages are fetched by conditional
GET, so nothing private passes here and nothing is lost by a missed message.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

HEARTBEAT = 15.0  # seconds; clients judge the connection by it, not by navigator.onLine

Message = dict[str, Any]
Send = Callable[[Message], Coroutine[Any, Any, None]]
Receive = Callable[[], Awaitable[Message]]


class Hub:
    """The latest version of every tournament somebody watches, and who watches it."""

    def __init__(self, read: Callable[[str], int], heartbeat: float = HEARTBEAT) -> None:
        self._read = read
        self.heartbeat = heartbeat
        self._versions: dict[str, int] = {}
        self._sent: dict[str, int] = {}  # versions that the streams have heard of
        self._watchers: defaultdict[str, dict[Send, asyncio.Event]] = defaultdict(dict)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on this loop tells the clients."""
        self._loop = loop

    def heard(self, tournament: str, version: int) -> None:
        """Take note that a log has grown. The store calls this, from any thread."""
        # at once, not in the loop: whoever wrote must not be served the page from before their own change
        self._versions[tournament] = max(version, self._versions.get(tournament, 0))
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._publish, tournament, version)

    def version(self, tournament: str) -> int:
        """The newest version known; read from the store the first time. 0 when there is no such log."""
        known = self._versions.get(tournament)
        if known is not None:
            return known
        version = self._read(tournament)
        return self._versions.setdefault(tournament, version) if version else 0

    def watching(self, tournament: str) -> int:
        """How many streams are open on this tournament."""
        return len(self._watchers.get(tournament, ()))

    def close(self) -> None:
        """End every stream, so that the server can stop at once."""
        self._closed = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end_all)

    async def keep_fresh(self) -> None:
        """Re-read watched versions now and then: a lost notification costs seconds at most."""
        while True:
            await asyncio.sleep(self.heartbeat)
            for tournament in [name for name, watchers in self._watchers.items() if watchers]:
                version = await asyncio.to_thread(self._read, tournament)
                if version > self._versions.get(tournament, 0):
                    self._publish(tournament, version)

    async def stream(self, tournament: str, receive: Receive, send: Send) -> None:
        """The version now, heartbeats in silence, until the client leaves; changes come by `_publish`."""
        over = asyncio.Event()
        listening = asyncio.ensure_future(_until_gone(receive, over))
        self._watchers[tournament][send] = over
        try:
            await send(_chunk("version", self.version(tournament)))
            while not (self._closed or await _happens(over, self.heartbeat)):
                await send(_chunk("beat", self.version(tournament)))
        finally:
            listening.cancel()
            del self._watchers[tournament][send]
            if not self._watchers[tournament]:
                del self._watchers[tournament]

    def _publish(self, tournament: str, version: int) -> None:
        if version <= self._sent.get(tournament, 0):
            return
        self._sent[tournament] = version
        self._versions[tournament] = max(version, self._versions.get(tournament, 0))
        message = _chunk("version", version)
        for send, over in tuple(self._watchers.get(tournament, {}).items()):
            if not _write(send, message):
                over.set()

    def _end_all(self) -> None:
        for watchers in self._watchers.values():
            for over in watchers.values():
                over.set()


def now_ms() -> int:
    """The server's time, for clocks that count down on many screens alike."""
    return time.time_ns() // 1_000_000


def _chunk(event: str, version: int) -> Message:
    text = f"event: {event}\nid: {version}\ndata: {version} {now_ms()}\n\n"
    return {"type": "http.response.body", "body": text.encode(), "more_body": True}


def _write(send: Send, message: Message) -> bool:
    """Write without waiting. A client whose buffer is full reads nothing any more: it is let go, and hears
    the newest version when it comes back."""
    step = send(message)
    try:
        step.send(None)
    except StopIteration:
        return True
    except (RuntimeError, OSError):  # the connection closed a moment ago
        return False
    step.close()
    return False


async def _happens(event: asyncio.Event, within: float) -> bool:
    try:
        await asyncio.wait_for(event.wait(), within)
    except TimeoutError:
        return False
    return True


async def _until_gone(receive: Receive, over: asyncio.Event) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    over.set()
