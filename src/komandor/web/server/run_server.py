"""Runs a site: binds the socket, raises the limit on open files, ends cleanly on SIGTERM or Ctrl+C."""

import asyncio
import errno
import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from komandor.web.server.asgi import Application
from komandor.web.server.connections import PatientProtocol
from komandor.web.server.site import Site

GRACE = 2  # seconds for answers under way
DRAIN = 25  # seconds for which a process that leaves still answers on connections that are open
"""A proxy must let go of idle connections earlier (deploy/nginx.conf): whoever closes an idle connection may
meet a request that is just being sent on it."""
BACKLOG = 4096  # a hall full of phones connects within a second when a round is published
FILES = 65536
LONGEST_HEADERS = 32 * 1024  # bytes; httptools, the quicker parser, has no such limit
TRIES = 20
OBJECTS = 20_000  # made before Python looks for cycles: with ten thousand streams each look takes long
SWITCH = 0.0005  # seconds; threads take turns often, so that a report does not wait for a page to be rendered

PORT = 8000


class Server(uvicorn.Server):
    """Uvicorn that closes the live streams first, so that stopping does not wait for phones."""

    def __init__(self, config: uvicorn.Config, site: Site, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.site = site
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.site.hub.leaving:
            await self._drain()
        self.site.hub.close()
        await super().shutdown(sockets)

    def leave(self) -> None:
        """Accept nothing new, finish what is under way, then end. May be called from any thread."""
        self.site.hub.leave()
        self.should_exit = True

    async def _drain(self) -> None:
        for server in self.servers:
            server.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN):
                while self.server_state.connections:
                    await asyncio.sleep(0.1)


def run(server: Server, listening: socket.socket) -> None:
    """Serve until a signal ends it."""
    raise_file_limit()
    sys.setswitchinterval(SWITCH)
    gc.freeze()  # what the program is made of is never garbage
    gc.set_threshold(OBJECTS)
    _end_quietly()
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    finally:
        server.site.close()


def make_server(site: Site, ready: Callable[[], None] = lambda: None) -> Server:
    """A server for this site; set its `should_exit` to stop it. `ready` is called once it can answer."""
    config = uvicorn.Config(
        Application(site),
        http=PatientProtocol,
        h11_max_incomplete_event_size=LONGEST_HEADERS,
        proxy_headers=bool(os.environ.get("KOMANDOR_PROXY")),
        log_level="warning",
        access_log=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=30,
        server_header=False,
        lifespan="on",
        ws="none",
    )
    return Server(config, site, ready)


def _end_quietly() -> None:
    """Uvicorn raises SIGTERM again when it is done; then we only want to close the store and leave with 0."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: None)


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket; without a port, the first free one from 8000 on."""
    for candidate in [port] if port is not None else range(PORT, PORT + TRIES):
        try:
            return _bind(host, candidate)
        except OSError as problem:
            if port is not None or problem.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    return _bind(host, 0)


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":  # elsewhere it would let two servers share the port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    listening.set_inheritable(True)
    return listening


def raise_file_limit() -> None:
    """Ten thousand phones are ten thousand open files; the usual limit is 1,024."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
