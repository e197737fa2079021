"""How tests wait for another thread or process: until it has happened, and long enough on a busy machine."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds. Only a test that fails waits so long."""


def wait_until(happened: Callable[[], object]) -> bool:
    """Look again and again until it has happened; False if it does not happen at all."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def in_a_loop(steps: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own: the browser may have a loop in the main thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, steps).result(PATIENCE)
