"""A hall at its worst moments, against a real `komandor serve` with SQLite on 127.0.0.1.

    python -m bench.crowd [--players 2000] [--window 60] [--streams 10000] [--json]

First `--streams` phones listen, the organiser looks at the drawn round in the console and publishes it, and
each phone's delay is measured from the moment his request is sent, and from the commit. Then every player's
phone posts its report within `--window` seconds (the two of a match say the same, so the second one
confirms), each over its own connection. When the last answer is in, the server is killed without warning,
and the store is read: every report that was acknowledged must stand in the log. Ends by itself; the data is
thrown away.
"""

import argparse
import asyncio
import json
import random
import re
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings as django_settings
from django.core import signing

from komandor.app.access import Actor
from komandor.app.day import commands_of
from komandor.app.handle import Accepted, create, handle
from komandor.app.identity import issue
from komandor.app.ledger import Ledger
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import StagePlan
from komandor.log.store import Person
from komandor.store import open_store
from komandor.store.data_folder import secret_of
from komandor.web.server import raise_file_limit

EVENT = "cup"
ORGANISER = Actor("staff", 1)
PATIENCE = 120.0  # seconds until an answer counts as missing
BATCH = 250
CSRF = "c" * 32

Row = dict[str, object]


@dataclass
class Phone:
    """One player's phone: its cookie, its match, and what became of its report."""

    match: int
    between: str  # the two players, as the form carries them
    cookie: str
    command: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    status: int = 0
    seconds: float = 0.0

    def request(self, port: int) -> bytes:
        fields = {
            "match": self.match,
            "between": self.between,
            "command_id": self.command,
            "g0.end": "rounds",
        }
        scores = {"g0.scores.a": "200", "g0.scores.b": "100"}
        return post(port, f"/m/{EVENT}/report", self.cookie, fields | scores)


def post(port: int, path: str, cookie: str, fields: dict[str, object]) -> bytes:
    body = urlencode({"csrfmiddlewaretoken": CSRF, **fields}).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        f"Connection: close\r\nCookie: csrf={CSRF}; seats={cookie}; lang=en\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def get(port: int, path: str, cookie: str) -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
        f"Cookie: seats={cookie}; lang=en\r\n\r\n"
    ).encode()


# ── before ───────────────────────────────────────────────────────────────────


def prepare(folder: Path, players: int) -> tuple[str, list[Phone]]:
    """A drawn, unpublished round for so many players; the organiser's cookie, and a phone for each."""
    store = open_store(folder)
    ledger = Ledger(store)
    stages = (StagePlan("swiss", 3),)
    made = create(
        ledger,
        c.CreateTournament(
            id=EVENT,
            game="armada",
            name="Bench",
            date="2026-11-14",
            commitment="",
            structure="custom",
            stages=stages,
        ),
    )
    assert isinstance(made, Accepted), made
    for done in range(0, players, BATCH):
        count = min(BATCH, players - done)
        persons: list[Person] = [{"first": f"P{done + n}", "last": "Bench"} for n in range(count)]
        do(ledger, [c.RegisterPlayer(checked_in=True) for _ in range(count)], persons)
    for step in ("announce", "draw"):
        do(ledger, commands_of(ledger.load(EVENT).state, step))
    seats = [
        (m.number, f"{m.a}-{m.b}", n) for m in ledger.load(EVENT).state.in_round(1) if m.b for n in m.players
    ]
    secret = secret_of(folder)
    phones = [
        Phone(m, pair, cookie_of(secret, issue(store, EVENT, Actor("player", n)))) for m, pair, n in seats
    ]
    organiser = cookie_of(secret, issue(store, EVENT, ORGANISER))
    store.close()
    return organiser, phones


def do(ledger: Ledger, wishes: Sequence[c.Command], persons: Sequence[Person] = ()) -> None:
    answer = handle(ledger, EVENT, wishes, ORGANISER, secrets.token_hex(6), persons=persons)
    assert isinstance(answer, Accepted), answer


def cookie_of(secret: str, token: str) -> str:
    return signing.dumps({"tokens": [token]}, key=secret, salt="komandor.cookie.seats")


def serve(folder: Path) -> tuple[subprocess.Popen[str], int]:
    where = ("--host", "127.0.0.1", "--port", "0", "--no-browser", "--data", str(folder))
    command = [sys.executable, "-m", "komandor", "serve", *where]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    found = re.search(r":(\d+)/", process.stdout.readline())
    assert found, "the server did not say where it is"
    return process, int(found[1])


# ── a published round reaches everybody ──────────────────────────────────────


class Stream(asyncio.Protocol):
    """A phone that listens: the first version it hears is how things stand, the next one is news."""

    def __init__(
        self, opened: list[float], heard: list[float], after: list[float], lost: list[float]
    ) -> None:
        self.opened, self.heard, self.after, self.lost, self.first = opened, heard, after, lost, True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.write(f"GET /live/{EVENT} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        if b"event: version" in data:
            (self.opened if self.first else self.heard).append(time.perf_counter())
            if not self.first:  # the server says when it began to tell
                self.after.append(time.time() - int(data.split(b"data: ")[1].split()[1]) / 1000)
            self.first = False

    def connection_lost(self, _: Exception | None) -> None:
        self.lost.append(time.perf_counter())


async def publish(port: int, organiser: str, streams: int) -> Row:
    opened: list[float] = []
    heard: list[float] = []
    after: list[float] = []
    lost: list[float] = []
    loop = asyncio.get_running_loop()
    made = []
    for n in range(streams):
        made.append(
            (await loop.create_connection(lambda: Stream(opened, heard, after, lost), "127.0.0.1", port))[0]
        )
        if n % 200 == 199:
            await asyncio.sleep(0.05)
    await until(lambda: len(opened) == streams, PATIENCE)
    await ask(port, get(port, f"/c/{EVENT}/", organiser))
    deed = post(port, f"/c/{EVENT}/step", organiser, {"code": "publish", "accept": "on"})
    start = time.perf_counter()
    status, answered = await ask(port, deed)
    await until(lambda: len(heard) >= len(opened), 30)
    row: Row = {"kind": "publish", "streams": len(opened), "heard": len(heard), "lost": len(lost)}
    for transport in made:
        transport.abort()
    await asyncio.sleep(0.5)
    delays = sorted(at - start for at in heard)
    told = {f"{key}_after_commit": value for key, value in percentiles(sorted(after)).items()}
    return row | {"status": status, "organiser_s": round(answered, 3), **percentiles(delays), **told}


# ── everybody reports ────────────────────────────────────────────────────────


async def report(port: int, phones: list[Phone], window: float) -> Row:
    chance = random.Random(1)
    start = time.perf_counter()

    async def one(phone: Phone) -> None:
        await asyncio.sleep(chance.random() * window)
        phone.status, phone.seconds = await ask(port, phone.request(port))

    await asyncio.gather(*(one(phone) for phone in phones))
    taken = round(time.perf_counter() - start, 1)
    statuses = {s: sum(1 for p in phones if p.status == s) for s in sorted({p.status for p in phones})}
    row: Row = {"kind": "report", "phones": len(phones), "window_s": window, "taken_s": taken}
    return row | {"statuses": statuses, **percentiles(sorted(p.seconds for p in phones))}


async def ask(port: int, request: bytes) -> tuple[int, float]:
    """The answer's status, 0 when there was none, and how long it took."""
    start = time.perf_counter()
    try:
        async with asyncio.timeout(PATIENCE):
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
        await asyncio.sleep(0.01)


def percentiles(seconds: list[float]) -> Row:
    if len(seconds) < 2:
        return {}
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return {"p50_s": round(cuts[49], 3), "p99_s": round(cuts[98], 3), "worst_s": round(seconds[-1], 3)}


def verified(folder: Path, phones: list[Phone]) -> Row:
    """After a kill: what was acknowledged stands in the log."""
    store = open_store(folder)
    written = {r.command_id for r in store.read(EVENT)}
    results = [m.result for m in Ledger(store).load(EVENT).state.in_round(1) if m.result]
    store.close()
    acknowledged = [p for p in phones if p.status == 302]
    return {
        "kind": "durable",
        "acknowledged": len(acknowledged),
        "refused_with_a_reason": sum(1 for p in phones if 400 <= p.status < 500),
        "unanswered_or_failed": sum(1 for p in phones if p.status == 0 or p.status >= 500),
        "acknowledged_but_lost": sum(1 for p in acknowledged if p.command not in written),
        "results_final": sum(1 for r in results if r.status == "final"),
    }


def run(players: int, window: float, streams: int) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="komandor-crowd-") as name:
        folder = Path(name)
        organiser, phones = prepare(folder, players)
        server, port = serve(folder)
        try:
            rows = [asyncio.run(publish(port, organiser, streams))]
            asyncio.run(ask(port, post(port, f"/c/{EVENT}/step", organiser, {"code": "start_clock"})))
            rows.append(asyncio.run(report(port, phones, window)))
        finally:
            server.send_signal(signal.SIGKILL)
            server.wait(10)
        return [*rows, verified(folder, phones)]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--window", type=float, default=60)
    parser.add_argument("--streams", type=int, default=10_000)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    django_settings.configure()
    raise_file_limit()
    for row in run(args.players, args.window, args.streams):
        named = {"bench": "crowd", **row}
        print(json.dumps(named) if args.json else "  ".join(f"{k}={v}" for k, v in row.items()), flush=True)


if __name__ == "__main__":
    main()
