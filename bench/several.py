"""Several processes behind nginx with TLS while one after another is killed: what is lost, doubled or late?

    python -m bench.several [--processes 4] [--streams 6000] [--rate 20] [--seconds 300] [--kill 20]
                            [--players 400] [--renew]

Starts PostgreSQL, `komandor serve --processes N` and Debian's nginx with the shipped configuration, all on
loopback. Phones hold streams open (and open them again when they end), report results at a steady rate and
send again what was not answered, as their page does; others open their own page. Every `--kill` seconds a
process is killed without warning (0: never), or with `--renew` all are renewed. At the end the log is read:
what was acknowledged stands there once. Then the same list is sent 100 times through the proxy: one verdict.
"""

import argparse
import asyncio
import os
import random
import select
import signal
import socket
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from django.conf import settings as django_settings

from bench.options import parser_of
from bench.served import (
    EVENT,
    PATIENCE,
    Phone,
    Row,
    cookie_of,
    get,
    load,
    memory_of,
    phones_in,
    post,
    show,
)
from komandor.app.access import THE_ORGANISER
from komandor.app.card_data import keep_catalogue
from komandor.app.identity import issue
from komandor.log.store import EventStore
from komandor.store import open_store
from komandor.web.server.run_server import raise_file_limit
from tests.lists.made import FLEET, catalogue
from tests.support.nginx import NAME, free_port, proxy
from tests.support.postgres import running_server

SECRET = "s" * 40
AFTER_A_KILL = 5.0  # seconds in which phones may wait longer
AGAIN = 0.3  # seconds before a phone sends again
TOLD = 3.0  # seconds until everybody has heard of the last report
OWN_PAGES = 4.0  # of players, in a second


def unchecked() -> ssl.SSLContext:
    """TLS without asking who signed the certificate: it is our own."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


TLS = unchecked()


# ── streams, in a process of their own ───────────────────────────────────────


class Streams:
    """Streams that nobody reads until the end: the kernel keeps what comes, and clients cost nothing."""

    def __init__(self, port: int, wanted: int) -> None:
        self.port, self.closed = port, select.epoll()
        self.open: dict[int, ssl.SSLSocket] = {}
        self.again = self.refused = 0
        for _ in range(wanted):
            self._one()

    def _one(self) -> None:
        try:
            raw = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
            line = TLS.wrap_socket(raw, server_hostname=NAME)
            line.sendall(f"GET /live/{EVENT} HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode())
            if b"200 OK" not in line.recv(64):
                raise OSError("refused")
        except OSError:
            self.refused += 1
            return
        self.open[line.fileno()] = line
        self.closed.register(line.fileno(), select.EPOLLRDHUP | select.EPOLLHUP | select.EPOLLERR)

    def renew(self) -> None:
        """Open again what has ended, each of them as its phone would."""
        for number, _ in self.closed.poll(0.2):
            self.closed.unregister(number)
            self.open.pop(number).close()
            self.again += 1
            self._one()

    def behind(self, version: int) -> int:
        """How many have not heard of this version."""
        return sum(f"id: {version}\n".encode() not in _waiting(line) for line in self.open.values())


def _waiting(line: ssl.SSLSocket) -> bytes:
    line.setblocking(False)
    found = b""
    with suppress(ssl.SSLWantReadError, OSError):
        while part := line.recv(65536):
            found += part
    return found


def hold(port: int, wanted: int, channel: Connection) -> None:
    raise_file_limit()
    streams = Streams(port, wanted)
    channel.send(len(streams.open))
    while not channel.poll():
        streams.renew()
    behind = streams.behind(channel.recv())
    row = {"open": len(streams.open), "opened_again": streams.again, "refused": streams.refused}
    channel.send({**row, "behind": behind})


# ── reports and pages ────────────────────────────────────────────────────────


async def ask(port: int, request: bytes) -> tuple[int, bytes]:
    """Status and beginning of the answer; 0 if there was none."""
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=TLS, server_hostname=NAME)
            writer.write(request)
            found = await reader.read()
            writer.transport.abort()
        return int(found.split(b" ", 2)[1]), found
    except (OSError, TimeoutError, IndexError, ssl.SSLError):
        return 0, b""


class Load:
    """Reports at a steady rate, each of them until it is answered."""

    def __init__(self, port: int, phones: Sequence[Phone]) -> None:
        self.port, self.phones, self.turn = port, phones, count()
        self.took: list[tuple[float, float]] = []  # when it was sent first, and how long it took
        self.pages: list[float] = []
        self.acknowledged: set[tuple[int, int]] = set()
        self.again: Counter[int] = Counter()  # statuses after which a report was sent again

    async def report(self) -> None:
        turn, began = next(self.turn), time.monotonic()
        phone, points = self.phones[turn % len(self.phones)], 10 + turn // len(self.phones)
        request = phone.report(f"https://{NAME}", points, 5)
        while (status := (await ask(self.port, request))[0]) != 302:
            self.again[status] += 1
            await asyncio.sleep(AGAIN * random.uniform(0.5, 1.5))
        self.acknowledged.add((phone.player, points))
        self.took.append((began, time.monotonic() - began))

    async def page(self) -> None:
        phone, began = random.choice(self.phones), time.perf_counter()
        request = get(f"/m/{EVENT}/", phone.cookie, Connection="close")
        if (await ask(self.port, request.replace(b"Host: 127.0.0.1", f"Host: {NAME}".encode())))[0] == 200:
            self.pages.append(time.perf_counter() - began)

    async def steady(self, rate: float, seconds: float) -> None:
        async def keep(job: object, rate: float) -> None:
            start, made = time.monotonic(), []
            for n in range(int(rate * seconds)):
                await asyncio.sleep(max(0.0, start + n / rate - time.monotonic()))
                made.append(asyncio.ensure_future(job()))  # type: ignore[operator]
            await asyncio.gather(*made)

        await asyncio.gather(keep(self.report, rate), keep(self.page, OWN_PAGES))


async def kill_one_after_another(supervisor: int, every: float, seconds: float, renew: bool) -> list[float]:
    killed: list[float] = []
    for _ in range(int((seconds - 1) // every) if every else 0):  # none at the very end
        await asyncio.sleep(every)
        victims = children(supervisor)
        os.kill(*((supervisor, signal.SIGHUP) if renew else (victims[0], signal.SIGKILL)))
        killed.append(time.monotonic())
    return killed


def children(pid: int) -> list[int]:
    """The processes that this one has started, the oldest first."""
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


async def under_load(work: Load, supervisor: int, options: argparse.Namespace) -> list[float]:
    kills = kill_one_after_another(supervisor, options.kill, options.seconds, options.renew)
    killed, _ = await asyncio.gather(kills, work.steady(options.rate, options.seconds))
    return killed


# ── the whole ────────────────────────────────────────────────────────────────


@contextmanager
def site(database: str, folder: Path, processes: int) -> Iterator[tuple[subprocess.Popen[str], int]]:
    port = free_port()
    own = {
        "KOMANDOR_DATABASE": database,
        "KOMANDOR_SECRET": SECRET,
        "KOMANDOR_HOSTS": NAME,
        "KOMANDOR_PROXY": "1",
    }
    where = f"--host 127.0.0.1 --port {port} --no-browser --processes {processes} --data".split()
    command = [sys.executable, "-m", "komandor", "serve", *where, str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **own})
    try:
        assert process.stdout
        assert "runs at" in process.stdout.readline()
        yield process, port
    finally:
        process.terminate()
        process.wait(PATIENCE)


def spread(name: str, seconds: Sequence[float]) -> Row:
    if len(seconds) < 2:
        return {f"{name}s": len(seconds)}
    cuts = statistics.quantiles(seconds, n=1000, method="inclusive")
    at = {"p50": cuts[499], "p99": cuts[989], "p99.9": cuts[998], "worst": max(seconds)}
    return {f"{name}s": len(seconds)} | {f"{key}_s": round(value, 3) for key, value in at.items()}


def parted(took: Sequence[tuple[float, float]], killed: Sequence[float]) -> tuple[list[float], list[float]]:
    """How long reports took in usual times, and those under way at a kill or sent in the seconds after it."""

    def met(at: float, seconds: float) -> bool:
        return any(at - AFTER_A_KILL <= kill <= at + seconds for kill in killed)

    usual = [seconds for at, seconds in took if not met(at, seconds)]
    return usual, [seconds for at, seconds in took if met(at, seconds)]


def durable(store: EventStore, acknowledged: set[tuple[int, int]]) -> Row:
    found: Counter[tuple[int, int]] = Counter()
    for r in store.read(EVENT):
        report = r.payload.get("report")
        if isinstance(report, dict) and r.by.startswith("player:"):
            found[int(r.by[7:]), report["scores"][0]] += 1
    lost, doubled = acknowledged - set(found), [key for key, n in found.items() if n > 1]
    return {"part": "durable", "acknowledged": len(acknowledged), "lost": len(lost), "doubled": len(doubled)}


async def same_list(port: int, token_cookie: str) -> Row:
    """The verdicts on one list, sent 100 times to whoever answers."""
    fields: dict[str, object] = {"made_for": "staff:1", "do": "paste", "text": FLEET}
    request = post(f"https://{NAME}", f"/c/{EVENT}/lists/1", token_cookie, fields)
    request = request.replace(b"Connection: close", b"X-Fragment: 1\r\nConnection: close")
    answers = [await ask(port, request) for _ in range(100)]
    verdicts = Counter(
        next((v for v in ("illegal", "legal", "undecided") if f'data-verdict="{v}"'.encode() in text), "none")
        for _, text in answers
    )
    return {"part": "list", "statuses": dict(Counter(s for s, _ in answers)), "verdicts": dict(verdicts)}


def run(options: argparse.Namespace) -> bool:
    with tempfile.TemporaryDirectory(prefix="komandor-several-") as name, running_server() as database:
        folder, store = Path(name), open_store(database)
        keep_catalogue(store, catalogue("armada"))
        phones = phones_in(store, SECRET, options.players)
        cookie = cookie_of(SECRET, issue(store, EVENT, THE_ORGANISER))
        with (
            site(database, folder, options.processes) as (process, port),
            proxy(folder / "nginx", port) as before,
        ):
            ours, theirs = get_context("spawn").Pipe()
            holder = get_context("spawn").Process(target=hold, args=(before.port, options.streams, theirs))
            holder.start()
            show({"part": "streams", "open": ours.recv(), "load": load()})
            work = Load(before.port, phones[::2])
            killed = asyncio.run(under_load(work, process.pid, options))
            serving = children(process.pid) or [process.pid]
            time.sleep(TOLD)
            ours.send(store.version(EVENT))
            memory = sum(map(memory_of, serving))
            usual, late = parted(work.took, killed)
            show({"part": "usual", **spread("report", usual), "load": load()})
            show(
                {
                    "part": "after a kill",
                    "kills": len(killed),
                    **spread("report", late),
                    "again": dict(work.again),
                }
            )
            show({"part": "own page", **spread("page", work.pages), "processes": len(serving), "mb": memory})
            show({"part": "streams", **ours.recv()})
            holder.join(PATIENCE)
            show(asyncio.run(same_list(before.port, cookie)))
        end = durable(store, work.acknowledged)
        store.close()
        show(end)
        return end["lost"] == end["doubled"] == 0


def main() -> int:
    parser = parser_of(__doc__)
    for name, usual in (("processes", 4), ("streams", 6000), ("players", 400)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    for name, usual in (("rate", 20), ("seconds", 300), ("kill", 20)):
        parser.add_argument(f"--{name}", type=float, default=usual)
    parser.add_argument("--renew", action="store_true")
    django_settings.configure()
    raise_file_limit()
    return 0 if run(parser.parse_args()) else 1


if __name__ == "__main__":
    sys.exit(main())
