"""Counts for rate limits, in the memory of this process."""

import threading
from dataclasses import dataclass, field

MOST_COUNTED = 100_000


@dataclass(slots=True)
class Counters:
    """How often each key was counted in its running window."""

    _counted: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, key: str, window: int, now: float) -> int:
        """Add one to the counter of the window of so many seconds that holds `now`, and return it."""
        running = int(now) // window
        with self._lock:
            if len(self._counted) > MOST_COUNTED:
                self._forget_old(now)
            before = self._counted.get((key, window), (running, 0))
            counted = before[1] + 1 if before[0] == running else 1
            self._counted[key, window] = running, counted
        return counted

    def _forget_old(self, now: float) -> None:
        kept = {key: x for key, x in self._counted.items() if x[0] == int(now) // key[1]}
        self._counted = kept if len(kept) <= MOST_COUNTED // 2 else {}
