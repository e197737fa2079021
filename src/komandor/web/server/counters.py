"""Counts for rate limits: in the memory of this process, or wherever `count` counts."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

MOST_COUNTED = 100_000

Count = Callable[[Sequence[str], int, int], Mapping[str, int]]
"""Adds one to each key's counter that ends at a time, given the time now, and gives the counters back."""


@dataclass(slots=True)
class Counters:
    """How often each key was counted in its running window."""

    _counted: dict[tuple[str, int], int] = field(default_factory=dict)
    _full: dict[tuple[str, int], int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def over(self, shares: Mapping[str, int], window: int, now: float, count: Count) -> bool:
        """Count each key in the window of seconds that holds `now`: does one have more than its share?

        Whoever has used up a share is not counted again, so that asking on costs no write.
        """
        until = (int(now) // window + 1) * window
        if any((key, until) in self._full for key in shares):
            return True
        counted = count(tuple(shares), until, int(now))
        full = {(key, until): counted[key] for key, share in shares.items() if counted[key] > share}
        with self._lock:
            self._full = _current(self._full, int(now)) | full
        return bool(full)

    def count(self, keys: Sequence[str], until: int, now: int) -> Mapping[str, int]:
        """As the store counts, for this process only."""
        with self._lock:
            self._counted = _current(self._counted, now)
            for key in keys:
                self._counted[key, until] = self._counted.get((key, until), 0) + 1
            return {key: self._counted[key, until] for key in keys}


def _current(counted: dict[tuple[str, int], int], now: int) -> dict[tuple[str, int], int]:
    """The counters; once there are too many, those whose window is over are dropped, or all of them."""
    if len(counted) <= MOST_COUNTED:
        return counted
    kept = {key: x for key, x in counted.items() if key[1] > now}
    return kept if len(kept) <= MOST_COUNTED // 2 else {}
