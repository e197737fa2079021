"""Sends new versions of an event to all open connections, a few times a second at most.

The store calls `heard` from any thread after each commit. The loop then writes to all who watch that
tournament, without waking a task for each, and rests before it does so again: reports that arrive in the
meantime travel as one message. What travels is the version number and the server's time, never content:
pages are fetched by conditional GET, so nothing private passes here and nothing is lost by a missed message.
"""

import asyncio
import logging
import threading
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from komandor.log.store import ReadOnly
from komandor.web.turns import Turns

_log = logging.getLogger(__name__)
HEARTBEAT = 15.0  # seconds; clients judge the connection by it, not by navigator.onLine
PULSE = 2.0  # seconds between questions to the store: is it there, and was a version missed
PATIENCE = 3.0  # seconds; a store that has not answered by then counts as unreachable
PACE = 0.4  # seconds of rest after all were told; more after it took long
REST = 2.0  # times the processor time that telling took
SLICE = 200  # streams that are written to before others have their turn
ABSENT = 2.0  # seconds for which a tournament that does not exist is not looked up again
MOST_ABSENT = 1000

Message = dict[str, Any]
Send = Callable[[Message], Coroutine[Any, Any, None]]
Receive = Callable[[], Awaitable[Message]]


class Hub:
    """The latest version of every tournament somebody watches, and who watches it."""

    def __init__(self, read: Callable[[str], int], heartbeat: float = HEARTBEAT) -> None:
        self._read = read
        self.heartbeat = heartbeat
        self.pace = PACE
        self.turns = Turns()
        self.trouble: ReadOnly | None = None  # why the store did not answer the last question
        self._versions: dict[str, int] = {}
        self._lock = threading.Lock()  # of the versions; the rest belongs to the loop
        self._sent: dict[str, int] = {}  # versions that the streams have heard of
        self._absent: dict[str, float] = {}
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._watchers: defaultdict[str, dict[Send, asyncio.Event]] = defaultdict(dict)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._reader = ThreadPoolExecutor(1, "komandor-versions")  # a stalled database holds this thread only
        self._closed = False

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on this loop tells the clients."""
        self._loop = loop

    def heard(self, tournament: str, version: int) -> None:
        """Take note that a log has grown. The store calls this, from any thread."""
        # at once, not in the loop: whoever wrote must not be served the page from before their own change
        with self._lock:
            self._versions[tournament] = max(version, self._versions.get(tournament, 0))
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell, tournament)

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
        return len(self._watchers.get(tournament, ()))

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
                for tournament in [name for name, watchers in self._watchers.items() if watchers] or [""]:
                    version = await self._ask(tournament)
                    if version > self.known(tournament):
                        self.heard(tournament, version)

    async def stream(self, tournament: str, receive: Receive, send: Send) -> None:
        """The version now, heartbeats in silence, until the client leaves; changes come by `_sweep`."""
        over = asyncio.Event()
        listening = asyncio.ensure_future(_until_gone(receive, over))
        self._watchers[tournament][send] = over
        try:
            await send(_chunk("version", self.known(tournament)))
            while not (self._closed or await _happens(over, self.heartbeat)):
                await send(_chunk("beat", self.known(tournament)))
        finally:
            listening.cancel()
            del self._watchers[tournament][send]
            if not self._watchers[tournament]:
                del self._watchers[tournament]

    async def _ask(self, tournament: str) -> int:
        """What the store says, asked beside the loop. Raises ReadOnly if it says nothing."""
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
                    await self._sweep(tournament, version)
                await asyncio.sleep(max(self.pace, REST * (time.thread_time() - began)))
        finally:
            del self._telling[tournament]

    async def _sweep(self, tournament: str, version: int) -> None:
        message = _chunk("version", version)
        watchers = tuple(self._watchers.get(tournament, {}).items())
        for first in range(0, len(watchers), SLICE):
            for send, over in watchers[first : first + SLICE]:
                if not over.is_set() and not _write(send, message):
                    over.set()
            await asyncio.sleep(0)
            await self.turns.to_tell()

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
