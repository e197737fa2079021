"""A network between two servers that breaks: a proxy that cuts connections in the middle."""

import random
import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

PIECE = 512  # bytes that travel at once


class CutNetwork:
    """Passes connections on to a port of this machine, and cuts so many of them somewhere, either way.

    A cut falls after a random number of bytes of the request or of the answer, or before anything.
    """

    def __init__(self, port: int, cuts: int, seed: int) -> None:
        self._to, self.left, self.made, self.all = port, cuts, 0, 0
        self.silent = False  # nothing comes through
        self._chance, self._lock = random.Random(seed), threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        up, down = self._allowed()
        with suppress(OSError), client, socket.create_connection(("127.0.0.1", self._to)) as server:
            back = threading.Thread(target=_copy, args=(server, client, down), daemon=True)
            back.start()
            _copy(client, server, up)
            back.join()

    def _allowed(self) -> tuple[int | None, int | None]:
        """After how many bytes the request and the answer are cut; None: never."""
        with self._lock:
            self.all += 1
            if self.silent:
                return 0, 0
            if self.left <= 0 or self._chance.random() < 0.2:
                return None, None
            self.left -= 1
            self.made += 1
            most = self._chance.choice((1, 400, 3_000, 40_000))
            bytes_ = self._chance.randrange(most)
            return (bytes_, None) if self._chance.random() < 0.5 else (None, bytes_ % 400)


def _copy(source: socket.socket, target: socket.socket, most: int | None) -> None:
    """Copy until one side ends, or until so many bytes have passed: then both ends break."""
    with suppress(OSError):
        while piece := source.recv(PIECE):
            if most is not None and len(piece) > most:
                target.sendall(piece[:most])
                break
            most = None if most is None else most - len(piece)
            target.sendall(piece)
        else:
            target.shutdown(socket.SHUT_WR)
            return
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
