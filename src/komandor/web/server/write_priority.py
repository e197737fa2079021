"""Whoever writes goes first, then the news of it, then pages.

All threads share one interpreter. A report takes a few milliseconds of it; notifying ten thousand phones or
rendering a page takes much longer. So news waits while a report is under way, and a page while either is,
even when it is half rendered; never for long. Used from the event loop only, but for `making`.
"""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, suppress

from komandor.app.yield_to_writers import yielding

LONGEST = 0.25  # seconds that a page waits before it is made
SHORT = 0.05  # and before it is sent, if it is in memory
PLACES = 2  # pages for one person that are made at the same time: each one slows down a report
PAUSE = 0.05  # that a page which is being rendered yields at a time
PAUSES = 0.5  # and in all
SHORTEST = 0.02  # that news waits, again and again while it is sent


class Turns:
    """What is under way now."""

    def __init__(self) -> None:
        self._writing, self._telling = _UnderWay(), _UnderWay()
        self._places = asyncio.Semaphore(PLACES)
        self._nobody_writes = threading.Event()
        self._nobody_writes.set()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Something is written until the block ends."""
        with self._writing.one_more():
            self._nobody_writes.clear()
            try:
                yield
            finally:
                if self._writing.count == 1:
                    self._nobody_writes.set()

    @contextmanager
    def telling(self) -> Iterator[None]:
        """News is sent until the block ends."""
        with self._telling.one_more():
            yield

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[None]:
        """Wait for one of few places and a turn; a page for one person is made until the block ends."""
        async with self._places:
            await self.to_read()
            yield

    async def to_tell(self) -> None:
        """Wait until nobody writes, but not for long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SHORTEST):
                await self._writing.over()

    async def to_read(self, longest: float = LONGEST) -> None:
        """Wait until nobody writes and nothing is told, but not for long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(longest):
                await self._writing.over()
                await self._telling.over()

    def making(self) -> AbstractContextManager[None]:
        """Pages that this thread makes until the block ends let others write first. Used in any thread."""
        left = PAUSES

        def wait() -> None:
            nonlocal left
            if left > 0 and not self._nobody_writes.is_set():
                began = time.monotonic()
                self._nobody_writes.wait(PAUSE)
                left -= time.monotonic() - began

        return yielding(wait)


class _UnderWay:
    """How many of one kind."""

    def __init__(self) -> None:
        self.count = 0
        self._none = asyncio.Event()

    @contextmanager
    def one_more(self) -> Iterator[None]:
        self.count += 1
        self._none.clear()
        try:
            yield
        finally:
            self.count -= 1
            if not self.count:
                self._none.set()

    async def over(self) -> None:
        if self.count:
            await self._none.wait()
