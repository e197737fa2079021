"""Lets long work, such as rendering a large page, yield to requests that write.

All threads share one interpreter. A page of a thousand players takes tens of milliseconds of it, a report a
few; a report that meets such a page would take several times as long. So whatever is made row by row passes
its rows through `in_turn`: between two of them the thread waits while somebody writes.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
_here = threading.local()


@contextmanager
def yielding(wait: Callable[[], None]) -> Iterator[None]:
    """Until the block ends, `in_turn` calls `wait` between two items in this thread."""
    _here.wait = wait
    try:
        yield
    finally:
        del _here.wait


def in_turn(items: Iterable[T]) -> Iterator[T]:
    """The same items, one by one: between two of them the thread lets others write."""
    wait: Callable[[], None] | None = getattr(_here, "wait", None)
    if wait is None:
        yield from items
        return
    for item in items:
        yield item
        wait()
