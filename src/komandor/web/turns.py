"""Whoever writes goes first: pages are made while nobody waits for a result to be saved.

All threads share one interpreter. A report takes a few milliseconds of it, a page many; so a page begins when
no report is under way, or after a short wait. Used from the event loop only.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

LONGEST = 0.25  # seconds that a page waits for writers before it is made
SHORT = 0.05  # and before it is sent, if it is in memory


class Turns:
    """How many are writing now."""

    def __init__(self) -> None:
        self._writing = 0
        self._free = asyncio.Event()
        self._free.set()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Somebody writes until the block ends."""
        self._writing += 1
        self._free.clear()
        try:
            yield
        finally:
            self._writing -= 1
            if not self._writing:
                self._free.set()

    async def reading(self, longest: float = LONGEST) -> None:
        """Wait until nobody writes, but not for long."""
        if self._writing:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._free.wait(), longest)
