"""Sends new versions of an event to all open connections, a few times a second at most.

The store calls `heard` from any thread after each commit. The loop then writes the same bytes to all who
watch that tournament, straight to their connections, without waking a task for each, and rests before it
does so again: reports that arrive in the meantime travel as one message. What travels is the version number
and the server's time, never content: pages are fetched by conditional GET, so nothing private passes here
and nothing is lost by a missed message.
"""

import asyncio
import logging
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Collection, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

from komandor.log.store import ReadOnly
from komandor.web.server.write_priority import Turns

_log = logging.getLogger(__name__)
HEARTBEAT = 15.0  # seconds; clients judge the connection by it, not by navigator.onLine
PULSE = 2.0  # seconds between questions to the store: is it there, and was a version missed
PATIENCE = 3.0  # seconds; a store that has not answered by then counts as unreachable
PACE = 0.4  # seconds of rest after all were told; more after it took long
REST = 3.0  # times the processor time that telling took
SLICE = 50  # streams that are written to before others have their turn
ABSENT = 2.0  # seconds for which a tournament that does not exist is not looked up again
MOST_ABSENT = 1000
FULL = 16_384  # bytes that wait for a phone which reads nothing any more

Message = dict[str, Any]
Send = Callable[[Message], Coroutine[Any, Any, None]]
Receive = Callable[[], Awaitable[Message]]


class Line(NamedTuple):
    """The connection of one phone. The head of the answer was sent; what follows is written as it is."""

    transport: asyncio.WriteTransport
    chunked: bool  # HTTP/1.1; a proxy may speak 1.0

    def write(self, news: "News") -> None:
        """Write without waiting. A phone that reads nothing is let go, and hears of it when it comes back."""
        if self.transport.get_write_buffer_size() > FULL:
            self.transport.abort()
        elif not self.transport.is_closing():
            self.transport.write(news.chunk if self.chunked else news.plain)

    def end(self) -> None:
        if self.chunked and not self.transport.is_closing():
            self.transport.write(b"0\r\n\r\n")
        self.transport.close()


class News(NamedTuple):
    """One message of a stream, ready to write."""

    plain: bytes
    chunk: bytes


class Hub:
    """The latest version of every tournament somebody watches, and who watches it."""

    def __init__(
        self,
        read: Callable[[str], int],
        heartbeat: float = HEARTBEAT,
        valid: Callable[[Collection[str]], Collection[str]] = frozenset,
    ) -> None:
        self._read = read
        self._valid = valid  # which of these ids of tokens still open something
        self.heartbeat = heartbeat
        self.pace = PACE
        self.turns = Turns()
        self.trouble: ReadOnly | None = None  # why the store did not answer the last question
        self._versions: dict[str, int] = {}
        self._lock = threading.Lock()  # of the versions; the rest belongs to the loop
        self._plans: Counter[str] = Counter()  # how often the plan for the day was changed
        self._sent: dict[str, int] = {}  # versions that the streams have heard of
        self._absent: dict[str, float] = {}
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._spoke: dict[str, float] = {}  # when all streams were written to (monotonic)
        self._lines: defaultdict[str, dict[Line, str]] = defaultdict(dict)  # with the id of a program's token
        self._loop: asyncio.AbstractEventLoop | None = None
        self._reader = ThreadPoolExecutor(1, "komandor-versions")  # a stalled database holds this thread only
        self._closed = False
        self.leaving = False  # this process makes room for another; streams begin anew there

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on this loop tells the clients."""
        self._loop = loop

    def heard(self, tournament: str, version: int) -> None:
        """Take note that a log has grown, or its plan was changed. The store calls this, from any thread."""
        if version < 0:
            self.planned(tournament, -version)
            return
        # at once, not in the loop: whoever wrote must not be served the page from before their own change
        with self._lock:
            self._versions[tournament] = max(version, self._versions.get(tournament, 0))
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell, tournament)

    def forget(self, tournament: str) -> None:
        """Ask the store again how far this log reaches: a copy of it was removed."""
        with self._lock:
            self._versions.pop(tournament, None)

    def planned(self, tournament: str, number: int) -> None:
        """Take note that the plan for the day, which stands beside the log, was changed so often."""
        with self._lock:
            if number <= self._plans[tournament]:
                return
            self._plans[tournament] = number
        if self._loop is not None and not self._loop.is_closed():
            again = _news("again", self.known(tournament))
            asyncio.run_coroutine_threadsafe(self._sweep(tournament, again), self._loop)

    def plan(self, tournament: str) -> int:
        """How often the plan for the day was changed, as far as it was heard of."""
        return self._plans[tournament]

    def known(self, tournament: str) -> int:
        """The newest version that was heard of; 0 if the store has to be asked."""
        return self._versions.get(tournament, 0)

    async def version(self, tournament: str) -> int:
        """The newest version; read from the store the first time. 0 when there is no such log.

        Raises ReadOnly if the store does not answer in time.
        """
        if found := self.known(tournament):
            return found
        if not tournament.isprintable() or self._absent.get(tournament, 0) > time.monotonic():
            return 0
        found = await self._ask(tournament)
        with self._lock:
            if found:
                self._versions[tournament] = max(found, self._versions.get(tournament, 0))
        if not found:
            if len(self._absent) > MOST_ABSENT:
                self._absent.clear()
            self._absent[tournament] = time.monotonic() + ABSENT
        return self.known(tournament)

    def watching(self, tournament: str) -> int:
        """How many streams are open on this tournament."""
        return len(self._lines.get(tournament, ()))

    def leave(self) -> None:
        """End every stream, and those that still come: phones open them again, at another process."""
        self.leaving = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end_all)

    def close(self) -> None:
        """End every stream, so that the server can stop at once."""
        self._closed = True
        self._reader.shutdown(wait=False, cancel_futures=True)
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end_all)

    async def keep_fresh(self) -> None:
        """Ask the store now and then whether it is there: a lost notification costs seconds at most."""
        while True:
            await asyncio.sleep(PULSE)
            with suppress(ReadOnly):
                for tournament in list(self._lines) or [""]:
                    version = await self._ask(tournament)
                    if version > self.known(tournament):
                        self.heard(tournament, version)
                await self.end_revoked()

    async def end_revoked(self) -> None:
        """End the streams of programs whose tokens or seats are gone, here or by another process."""
        held = {line: token for lines in self._lines.values() for line, token in lines.items() if token}
        if held:
            asked = frozenset(held.values())
            valid = await asyncio.get_running_loop().run_in_executor(self._reader, self._valid, asked)
            for line in (line for line, token in held.items() if token not in valid):
                line.end()

    async def keep_beating(self) -> None:
        """Break the silence on every stream now and then, so that phones know that they are connected."""
        while True:
            await asyncio.sleep(self.heartbeat / 3)
            silent = time.monotonic() - self.heartbeat
            for tournament in [name for name in self._lines if self._spoke.get(name, 0) <= silent]:
                await self._sweep(tournament, _news("beat", self.known(tournament)))

    async def stream(self, tournament: str, receive: Receive, line: Line, token: str = "") -> None:
        """Write the version now; changes and heartbeats come by `_sweep`, until the client leaves."""
        self._lines[tournament][line] = token
        self._spoke.setdefault(tournament, time.monotonic())
        line.write(_news("version", self.known(tournament)))
        if self.leaving:
            line.end()
        try:
            while not self._closed and (await receive())["type"] != "http.disconnect":
                pass
        finally:
            del self._lines[tournament][line]
            if not self._lines[tournament]:
                del self._lines[tournament]
                self._spoke.pop(tournament, None)

    async def _ask(self, tournament: str) -> int:
        """Ask the store in a worker thread for the version. Raises ReadOnly if it does not answer."""
        if self._closed:
            raise ReadOnly("The site is being closed.", "store.unreachable")
        asked = asyncio.get_running_loop().run_in_executor(self._reader, self._read, tournament)
        try:
            version = await asyncio.wait_for(asked, PATIENCE)
        except ReadOnly as problem:
            self.trouble = problem
            raise
        except TimeoutError:
            self.trouble = ReadOnly("The database does not answer.", "store.unreachable")
            raise self.trouble from None
        except Exception as problem:
            _log.exception("the store cannot be read")
            self.trouble = ReadOnly("The database is damaged.", "store.damaged")
            raise self.trouble from problem
        self.trouble = None
        return version

    def _tell(self, tournament: str) -> None:
        if tournament not in self._telling:
            self._telling[tournament] = asyncio.ensure_future(self._keep_telling(tournament))

    async def _keep_telling(self, tournament: str) -> None:
        """Tell everybody, rest, and do so again as long as the log has grown meanwhile."""
        try:
            while (version := self.known(tournament)) > self._sent.get(tournament, 0):
                self._sent[tournament] = version
                began = time.thread_time()
                with self.turns.telling():
                    await self._sweep(tournament, _news("version", version))
                await asyncio.sleep(max(self.pace, REST * (time.thread_time() - began)))
        finally:
            del self._telling[tournament]

    async def _sweep(self, tournament: str, news: News) -> None:
        lines = tuple(self._lines.get(tournament, ()))
        if lines:
            self._spoke[tournament] = time.monotonic()
        for first in range(0, len(lines), SLICE):
            for line in lines[first : first + SLICE]:
                line.write(news)
            await asyncio.sleep(0)
            await self.turns.to_tell()

    def _end_all(self) -> None:
        for lines in self._lines.values():
            for line in lines:
                line.end()


def now_ms() -> int:
    """The server's time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _news(event: str, version: int) -> News:
    plain = f"event: {event}\nid: {version}\ndata: {version} {now_ms()}\n\n".encode()
    return News(plain, b"%x\r\n%s\r\n" % (len(plain), plain))
