"""Who wants to hear of new versions inside this process."""

import logging
import threading
from collections.abc import Callable

Heard = Callable[[str, int], None]

_log = logging.getLogger(__name__)


class Listeners:
    """A listener that fails is logged and never stops the writer or the other listeners."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._heard: tuple[Heard, ...] = ()

    def add(self, heard: Heard) -> Callable[[], None]:
        def only(tournament: str, version: int) -> None:  # new for each call, so that `stop` removes this one
            heard(tournament, version)

        with self._lock:
            self._heard = (*self._heard, only)

        def stop() -> None:
            with self._lock:
                self._heard = tuple(h for h in self._heard if h is not only)

        return stop

    def tell(self, tournament: str, version: int) -> None:
        for heard in self._heard:
            try:
                heard(tournament, version)
            except Exception:  # noqa: BLE001 (whatever it is, the record stands)
                _log.exception("a listener failed on %s, version %s", tournament, version)
