"""How tests wait for another thread or process: until it has happened, and long enough on a busy machine."""

import time
from collections.abc import Callable

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
