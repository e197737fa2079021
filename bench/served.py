"""A real `komandor serve` on 127.0.0.1 with one event in its first round, and what its clients send.

Used by the commands of `docs/reference/assurance.md`; the data is thrown away.
"""

import asyncio
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

from django.core import signing

from komandor.app.access import Actor
from komandor.app.identity import issue
from komandor.core.tournament import commands as c
from komandor.log.store import EventStore, Person
from komandor.store import open_store
from komandor.store.data_folder import secret_of
from komandor.web.server.security import cookie_name
from tests.support.event import Event, swiss

EVENT = "cup"
PAGES = ("", "pairings", "standings", "players")  # public ones
PATIENCE = 120.0  # seconds until an answer counts as missing
BATCH = 250
NAMES = ("Żaneta", "Łukasz", "Anna", "Bartek", "Ścibor", "Celina")
CSRF = "c" * 32

Row = dict[str, object]


@dataclass(frozen=True)
class Phone:
    """One player's phone: its cookie and its match."""

    player: int
    match: int
    between: str  # the two players, as the form carries them
    cookie: str

    def report(self, site: str, ours: int, theirs: int) -> bytes:
        """The request that reports this result; the same one each time, so that it counts once."""
        scores = {"g0.end": "rounds", "g0.scores.a": ours, "g0.scores.b": theirs}
        fields = {
            "made_for": f"player:{self.player}",
            "about": f"match:{self.match}",
            "between": self.between,
            "command_id": f"{self.player}-{ours}-{theirs}",
        }
        return post(site, f"/m/{EVENT}/report", self.cookie, fields | scores)


def here(port: int) -> str:
    """A site on this port, as a browser names it."""
    return f"http://127.0.0.1:{port}"


def post(site: str, path: str, cookie: str, fields: dict[str, object]) -> bytes:
    body = urlencode({"csrfmiddlewaretoken": CSRF, **fields}).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {site.partition('://')[2]}\r\nOrigin: {site}\r\n"
        f"Connection: close\r\nCookie: csrf={CSRF}; {cookie}; lang=en\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def get(path: str, cookie: str = "", **headers: str) -> bytes:
    """A request that keeps its connection."""
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return (f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}; lang=en\r\n{more}\r\n").encode()


# ── the event and its server ─────────────────────────────────────────────────


def prepare(folder: Path, players: int) -> list[Phone]:
    """Round 1 for so many players with its clock running: a phone for each."""
    with closing(open_store(folder)) as store:
        return phones_in(store, secret_of(folder), players)


def phones_in(store: EventStore, secret: str, players: int) -> list[Phone]:
    """The same in a store that is open."""
    matches = announced(store, EVENT, players).start().matches()
    return [
        Phone(n, m.number, f"{m.a}-{m.b}", cookie_of(secret, issue(store, EVENT, Actor("player", n))))
        for m in matches
        for n in m.players
    ]


def announced(store: EventStore, id: str, players: int) -> Event:
    """An event of Armada that so many players wait for."""
    event = Event("armada", swiss(5), store=store, id=id, name="Bench")
    event.clock = datetime.now(UTC)
    for first in range(0, players, BATCH):
        numbers = range(first, min(first + BATCH, players))
        persons: list[Person] = [{"first": NAMES[n % len(NAMES)], "last": f"Nazwisko{n}"} for n in numbers]
        event.do(*(c.RegisterPlayer(checked_in=True) for _ in persons), persons=persons)
    return event.announce()


def cookie_of(secret: str, token: str) -> str:
    """The cookie of whoever has opened this link: name and value."""
    value = signing.dumps({"tokens": [token]}, key=secret, salt="komandor.cookie.seats")
    return f"{cookie_name('seats', secret)}={value}"


@contextmanager
def serving(
    folder: Path, first: Callable[[], None] | None = None
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The server and its port; killed without warning at the end. `first` runs in its process before it."""
    where = ("--host", "127.0.0.1", "--port", "0", "--no-browser", "--data", str(folder))
    command = [sys.executable, "-m", "komandor", "serve", *where]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=first)  # noqa: PLW1509
    try:
        assert process.stdout
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found, "the server did not say where it is"
        yield process, int(found[1])
    finally:
        process.kill()
        process.communicate()


def memory_of(process: int) -> int:
    """Megabytes of memory that a process holds now; 0 where this cannot be read."""
    with suppress(OSError):
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
        return int(next(x for x in lines if x.startswith("VmRSS")).split()[1]) // 1024
    return 0


def cpu_of(process: int) -> float:
    """Seconds of processor time that a process has used."""
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def load() -> str:
    """How busy the machine is: the load average of the last minute."""
    return f"{os.getloadavg()[0]:.1f}"


# ── asking and measuring ─────────────────────────────────────────────────────


async def ask(port: int, request: bytes, patience: float = PATIENCE) -> tuple[int, float]:
    """The answer's status, 0 when there was none, and how long it took."""
    start = time.perf_counter()
    try:
        async with asyncio.timeout(patience):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request)
            line = await reader.readline()
            writer.close()
        return int(line.split()[1]), time.perf_counter() - start
    except (OSError, TimeoutError, IndexError):
        return 0, time.perf_counter() - start


async def until(true: Callable[[], bool], seconds: float) -> None:
    deadline = time.perf_counter() + seconds
    while not true() and time.perf_counter() < deadline:
        await asyncio.sleep(0.05)


def percentiles(seconds: Sequence[float]) -> Row:
    if len(seconds) < 2:
        return {}
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return {"p50_s": round(cuts[49], 3), "p99_s": round(cuts[98], 3), "worst_s": round(max(seconds), 3)}


def use_uvloop() -> None:
    """Clients take less of the processor with it, where it is installed."""
    with suppress(ImportError):
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())


def show(row: Row) -> None:
    print("  ".join(f"{key}={value}" for key, value in row.items()), flush=True)
