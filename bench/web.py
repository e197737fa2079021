"""How fast the site serves: a cached page of 512 pairings against Django's own trivial view, in one run.

    python -m bench.web [--seconds 2] [--connections 32] [--json]

The site runs in a process of its own on 127.0.0.1. The client is the cheapest that Python can do: raw
keep-alive connections, whose answers are counted by their length. Kinds are measured in turn, three times,
and the median is given. How soon live streams hear of a new version is measured by `bench.crowd`.
"""

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from bench.options import parser_of
from bench.served import announced, use_uvloop

ROUNDS = 3
ROWS = 512
KINDS = (
    ("django", "/bench/trivial", b""),
    ("page", "/t/hall/pairings", b"Accept-Encoding: gzip\r\n"),
    ("304", "/t/hall/pairings", b"If-None-Match: %s\r\n"),
)


class Counter(asyncio.Protocol):
    """Sends the same request again as soon as its answer is complete."""

    def __init__(self, request: bytes, length: int) -> None:
        self.request, self.length, self.got, self.answers = request, length, 0, 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        transport.write(self.request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        self.got += len(data)
        while self.got >= self.length:
            self.got -= self.length
            self.answers += 1
            self.transport.write(self.request)  # type: ignore[attr-defined]


async def rate(port: int, path: str, header: bytes, seconds: float, connections: int) -> float:
    """Answers per second of one kind of request."""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode() + header + b"\r\n"
    length = len(await _once(port, request))
    loop = asyncio.get_running_loop()
    made = [
        await loop.create_connection(lambda: Counter(request, length), "127.0.0.1", port)
        for _ in range(connections)
    ]
    await asyncio.sleep(0.2)
    before, start = sum(counter.answers for _, counter in made), time.perf_counter()
    await asyncio.sleep(seconds)
    answers, passed = sum(counter.answers for _, counter in made) - before, time.perf_counter() - start
    for transport, _ in made:
        transport.abort()
    return answers / passed


async def _once(port: int, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    whole = await reader.readuntil(b"\r\n\r\n")
    if length := re.search(rb"content-length: (\d+)", whole):
        whole += await reader.readexactly(int(length[1]))
    writer.close()
    return whole


async def etag(port: int, path: str) -> bytes:
    answer = await _once(port, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return answer.split(b"etag: ")[1].split(b"\r\n")[0]


async def measure(port: int, seconds: float, connections: int) -> list[dict[str, object]]:
    """Requests per second of each kind, interleaved, medians."""
    tag = await etag(port, KINDS[1][1])
    figures: dict[str, list[float]] = {name: [] for name, _, _ in KINDS}
    for _ in range(ROUNDS):
        for name, path, header in KINDS:
            asked = header.replace(b"%s", tag)
            figures[name].append(await rate(port, path, asked, seconds, connections))
    base = statistics.median(figures["django"])
    return [
        {
            "bench": "web",
            "kind": name,
            "per_second": round(statistics.median(values)),
            "times": round(statistics.median(values) / base, 1),
        }
        for name, values in figures.items()
    ]


# The site under test -------------------------------------------------------------------------------------


def serve() -> None:
    """A site with an event of 512 tables in its second round, and Django's trivial view beside it."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "komandor.web.server.settings"
    from django.http import HttpResponse
    from django.urls import path

    from komandor.store import open_store
    from komandor.web.routing import urls
    from komandor.web.server import run_server
    from komandor.web.server.make_site import make_site

    store = open_store("memory:")
    announced(store, "hall", 2 * ROWS).play_round().publish()
    urls.urlpatterns.append(path("bench/trivial", lambda _: HttpResponse("ok")))
    site = make_site(store, secret="bench")
    found = site.pages.find("/t/hall/pairings")
    assert found
    fresh = _fresh(lambda: found[0].render(site, "pl", tournament="hall"))
    listening = run_server.listen("127.0.0.1", 0)
    greet = partial(print, listening.getsockname()[1], *fresh, flush=True)
    run_server.run(run_server.make_server(site, greet), listening)


def _fresh(render: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of one rendering, by the wall and of the processor; medians after one that warms up."""
    render()
    walls, own = [], []
    for _ in range(7):
        wall, cpu = time.perf_counter(), time.process_time()
        render()
        walls.append((time.perf_counter() - wall) * 1000)
        own.append((time.process_time() - cpu) * 1000)
    return round(statistics.median(walls), 1), round(statistics.median(own), 1)


@contextmanager
def served() -> Iterator[tuple[int, float, float]]:
    """The site in its own process: its port, and milliseconds of a fresh rendering, wall and processor."""
    command = [sys.executable, "-m", "bench.web", "--serve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port, wall, cpu = process.stdout.readline().split()
        yield int(port), float(wall), float(cpu)
        process.kill()


def main() -> int:
    options = parser_of(__doc__)
    options.add_argument("--seconds", type=float, default=2)
    options.add_argument("--connections", type=int, default=32)
    options.add_argument("--json", action="store_true")
    options.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    asked = options.parse_args()
    if asked.serve:
        serve()
        return 0
    use_uvloop()
    with served() as (port, wall, cpu):
        lines: list[dict[str, object]] = [
            {"bench": "web", "kind": "fresh", "rows": ROWS, "ms": wall, "cpu_ms": cpu}
        ]
        lines += asyncio.run(measure(port, asked.seconds, asked.connections))
    for line in lines:
        print(json.dumps(line) if asked.json else " ".join(f"{key}={value}" for key, value in line.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
