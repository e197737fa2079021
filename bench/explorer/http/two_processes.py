"""Walks on two real servers that share one PostgreSQL: a request may come to either, or to both at once."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import psycopg

from bench.explorer.http.campaign import PRESSES, Pressed, outcome
from bench.explorer.http.doors import Served
from bench.explorer.http.hall import events_of
from bench.explorer.http.walk import Walk
from komandor.app.ledger import Ledger
from komandor.store import open_store
from tests.support.postgres import running_server

TOGETHER = 0.2
SECRET = "a secret of both processes"


@contextmanager
def process(database: str) -> Iterator[str]:
    """A `komandor serve` on this database: its address."""
    with tempfile.TemporaryDirectory(prefix="komandor-two-") as folder:
        where = ("--host", "127.0.0.1", "--port", "0", "--no-browser", "--data", str(Path(folder) / "data"))
        command = [sys.executable, "-m", "komandor", "serve", *where]
        settings = {**os.environ, "KOMANDOR_DATABASE": database, "KOMANDOR_SECRET": SECRET}
        running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=settings)
        try:
            assert running.stdout
            found = re.search(r":(\d+)/", running.stdout.readline())
            assert found, "the server did not say where it is"
            yield f"http://127.0.0.1:{found[1]}"
        finally:
            running.terminate()
            running.wait(30)


def run_on_two(first: int, seconds: float, presses: int, game: str, walks: int | None = None) -> Pressed:
    """Walks from this seed on, until so many presses or walks were made or the time is over."""
    total = Pressed()
    with ExitStack() as stack:
        url = stack.enter_context(running_server())
        with psycopg.connect(url, autocommit=True) as admin:
            admin.execute("CREATE DATABASE walked")
        database = url.replace("/postgres?", "/walked?")
        servers = [stack.enter_context(process(database)) for _ in range(2)]
        store = open_store(database)
        stack.callback(store.close)
        door = Served(servers)
        stack.callback(door.close)
        end = time.monotonic() + seconds
        while total.presses < presses and total.walks != walks and time.monotonic() < end:
            seed = first + total.walks
            hall = events_of(Random(f"hall {seed}"), f"two-{seed}", store, Ledger(store), game)
            total += outcome(Walk(seed, hall, door, together=TOGETHER), seed, min(PRESSES, presses))
    return total
