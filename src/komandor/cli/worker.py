"""One process of a site that runs in several: `komandor serve --processes N` tells it what to serve."""

import asyncio
import json
import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from socket import socket
from typing import Any, BinaryIO

from komandor.cli.exits import BAD_INPUT, BadInput
from komandor.cli.serve import check_logs, copies, open_named, outbox, publish, site_on
from komandor.cli.supervisor import ALIVE, ENDS, LEAVE, READY
from komandor.log.store import ReadOnly
from komandor.web.server import run_server
from komandor.web.server.metrics import Metrics, shared_counts

BEAT = 1.0  # seconds


def main(channel: socket) -> int:
    """Serve until the supervisor says so, or is gone."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # concerns the supervisor
    words = channel.makefile("rb")
    orders: dict[str, Any] = json.loads(words.readline())
    listening, folder = socket(fileno=orders["listening"]), Path(orders["data"])
    try:
        store = open_named(orders["database"], folder)
        site = site_on(store, folder, listening, home=orders["home"])
    except (BadInput, ReadOnly) as problem:
        print(problem, file=sys.stderr, flush=True)
        return BAD_INPUT
    if orders["place"] == 0:  # one is enough to keep copies, to send events elsewhere and to look for damage
        copies(site, Path(orders["backup"]))
        publish(site)
        check_logs(site)
    site.metrics = Metrics(shared_counts(orders["counts"]), orders["row"])
    outbox(site)
    server = run_server.make_server(site, lambda: _ready(channel))
    threading.Thread(target=_obey, args=(words, server), name="komandor-orders", daemon=True).start()
    run_server.run(server, listening)
    return 0


def _ready(channel: socket) -> None:
    with suppress(OSError):
        channel.sendall(READY)
    loop = asyncio.get_running_loop()

    def beat() -> None:
        """Sent by the event loop itself, so that a process that hangs falls silent."""
        with suppress(OSError):
            channel.sendall(ALIVE)
            loop.call_later(BEAT, beat)

    beat()


def _obey(words: BinaryIO, server: run_server.Server) -> None:
    """Leave when told so, and end when the supervisor is gone, even if the loop hangs."""
    with suppress(OSError):  # a supervisor that was killed before it read the last beat resets the channel
        for word in words:
            if word == LEAVE:
                server.leave()
    server.should_exit = True
    threading.Event().wait(ENDS)
    os._exit(1)


if __name__ == "__main__":
    ended = main(socket(fileno=int(sys.argv[1])))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(ended)  # not by the interpreter, which waits for threads that wait for a network or the database
