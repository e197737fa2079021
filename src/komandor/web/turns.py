"""Whoever writes goes first, then the news of it, then pages.

All threads share one interpreter. A report takes a few milliseconds of it, telling ten thousand phones or
making a page many. So news waits while a report is under way, and a page while either is; never for long.
Used from the event loop only.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

LONGEST = 0.25  # seconds that a page waits before it is made
SHORT = 0.05  # and before it is sent, if it is in memory
PLACES = 2  # pages for one person that are made at the same time: each one slows down a report
SHORTEST = 0.02  # that news waits, again and again while it is sent


class Turns:
    """What is under way now."""

    def __init__(self) -> None:
        self._writing, self._telling = _UnderWay(), _UnderWay()
        self._places = asyncio.Semaphore(PLACES)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Something is written until the block ends."""
        with self._writing.one_more():
            yield

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


class _UnderWay:
    """How many of one kind."""

    def __init__(self) -> None:
        self._count = 0
        self._none = asyncio.Event()

    @contextmanager
    def one_more(self) -> Iterator[None]:
        self._count += 1
        self._none.clear()
        try:
            yield
        finally:
            self._count -= 1
            if not self._count:
                self._none.set()

    async def over(self) -> None:
        if self._count:
            await self._none.wait()
