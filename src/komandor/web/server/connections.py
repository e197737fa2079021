"""How many connections may wait without having sent a whole request, and for how long.

Uvicorn bounds the bytes of headers, but neither their time nor the number of connections that send nothing.
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

TRANSPORT = "transport"  # where a request's state holds its connection, for streams
HEADER_SECONDS = 20.0
MOST_WAITING = 2000  # connections whose request is not complete; beyond them the oldest are closed
YOUNG = 2.0  # seconds for which a connection is not closed for others: thousands may arrive before it is read

_WAITING: dict["PatientProtocol", float] = {}  # since when, by the loop's clock; the oldest first


class PatientProtocol(H11Protocol):
    """Closes a connection that does not finish the headers of a request in time."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.app_state = {**self.app_state, TRANSPORT: transport}
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        cycle: RequestResponseCycle | None = self.cycle  # none before the first request
        if cycle is not None and not cycle.response_complete:
            self._done_waiting()
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._done_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._deadline is not None or self.transport.is_closing():
            return
        self._deadline = self.loop.call_later(HEADER_SECONDS, self.give_up)
        _WAITING[self] = now = self.loop.time()
        oldest, since = next(iter(_WAITING.items()))
        if len(_WAITING) > MOST_WAITING and now - since >= YOUNG:
            oldest.give_up()

    def _done_waiting(self) -> None:
        _WAITING.pop(self, None)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def give_up(self) -> None:
        """Close the connection; nothing of a request was answered on it yet."""
        self._done_waiting()
        self.transport.close()
