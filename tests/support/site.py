"""A site served on a free port of this machine, for tests that talk to it over real connections."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from komandor.log.store import Appended, EventStore
from komandor.web.server import run_server
from komandor.web.server.site import Site
from tests.support.late import late
from tests.support.waiting import PATIENCE


@dataclass(frozen=True)
class Served:
    """A running site and a client for it."""

    site: Site
    url: str
    client: httpx.Client


def visitor(url: str, **more: Any) -> httpx.Client:
    """A client for a site on this machine. It reads no certificates, which takes longer than many a page."""
    return httpx.Client(base_url=url, timeout=PATIENCE, verify=False, **more)


@contextmanager
def serving(site: Site) -> Iterator[Served]:
    """Serve until the block ends."""
    site.hub.pace = site.pages.pace = site.pages.stale = 0.0  # tests look at once at what they wrote
    listening = run_server.listen("127.0.0.1", 0)
    ready = threading.Event()
    running = run_server.make_server(site, ready.set)
    running.config.app = late(running.config.app)
    running.config.loop = "asyncio"  # uvloop died in a process that ran one loop after another
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    assert ready.wait(PATIENCE), "the site did not start"
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    try:
        with visitor(url) as client:
            yield Served(site, url, client)
    finally:
        running.should_exit = True
        thread.join(PATIENCE)
        site.close()


def write(store: EventStore, tournament: str, command: str, text: str = '{"said":"x"}') -> int:
    """Append one event and return the new version."""
    store.create(tournament)
    seen = store.version(tournament)
    answer = store.append(tournament, seen, "2026-11-14T09:00:00Z", "test", command, (text,))
    assert isinstance(answer, Appended)
    return store.version(tournament)
