"""Everyone hears of a new version at once: one shared future per tournament, not a queue per client.

The store calls `heard` from any thread after each commit; the loop then wakes all who wait for that
tournament in one step. What travels is the version number and the server's time, never content: pages
are fetched by conditional GET, so nothing private passes here and nothing is lost by a missed message.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

HEARTBEAT = 15.0  # seconds; clients judge the connection by it, not by navigator.onLine

Send = Callable[[dict[str, Any]], Any]
Receive = Callable[[], Any]


class Hub:
    """The latest version of every tournament somebody watches."""

    def __init__(self, read: Callable[[str], int], heartbeat: float = HEARTBEAT) -> None:
        self._read = read
        self.heartbeat = heartbeat
        self._versions: dict[str, int] = {}
        self._next: dict[str, asyncio.Future[None]] = {}
        self._watching: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on this loop wakes the clients."""
        self._loop = loop

    def heard(self, tournament: str, version: int) -> None:
        """A log has grown. Called by the store, from any thread."""
        if self._loop is None or self._loop.is_closed():
            self._versions[tournament] = max(version, self._versions.get(tournament, 0))
        else:
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
        return self._watching[tournament]

    def close(self) -> None:
        """End every stream, so that the server can stop at once."""
        self._closed = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake_all)

    async def keep_fresh(self) -> None:
        """Re-read watched versions now and then: a lost notification costs seconds at most."""
        while True:
            await asyncio.sleep(self.heartbeat)
            for tournament in [name for name, count in self._watching.items() if count > 0]:
                self._publish(tournament, await asyncio.to_thread(self._read, tournament))

    async def stream(self, tournament: str, receive: Receive, send: Send) -> None:
        """Send the version now and after every change, heartbeats in between, until the client leaves."""
        self._watching[tournament] += 1
        gone = asyncio.ensure_future(_left(receive))
        try:
            await self._talk(tournament, gone, send)
        finally:
            gone.cancel()
            self._watching[tournament] -= 1

    async def _talk(self, tournament: str, gone: "asyncio.Future[None]", send: Send) -> None:
        said = -1
        while not (gone.done() or self._closed):
            version = self.version(tournament)
            await send(_chunk("version" if version != said else "beat", version))
            said = version
            if self.version(tournament) == said:
                await asyncio.wait(
                    {self._change(tournament), gone}, timeout=self.heartbeat, return_when="FIRST_COMPLETED"
                )

    def _change(self, tournament: str) -> "asyncio.Future[None]":
        change = self._next.get(tournament)
        if change is None:
            change = self._next[tournament] = asyncio.get_running_loop().create_future()
        return change

    def _publish(self, tournament: str, version: int) -> None:
        if version > self._versions.get(tournament, 0):
            self._versions[tournament] = version
            self._wake(tournament)

    def _wake(self, tournament: str) -> None:
        change = self._next.pop(tournament, None)
        if change is not None and not change.done():
            change.set_result(None)

    def _wake_all(self) -> None:
        for tournament in tuple(self._next):
            self._wake(tournament)


def now_ms() -> int:
    """The server's time, for clocks that count down on many screens alike."""
    return time.time_ns() // 1_000_000


def _chunk(event: str, version: int) -> dict[str, Any]:
    text = f"event: {event}\nid: {version}\ndata: {version} {now_ms()}\n\n"
    return {"type": "http.response.body", "body": text.encode(), "more_body": True}


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
