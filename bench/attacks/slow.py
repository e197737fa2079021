"""Clients that send slowly, endlessly or far too much, all at once, beside one honest player.

    python -m bench.attacks.slow [--bodies 100] [--headers 100] [--half-open 6000] [--uploads 50]
        [--megabytes 400] [--seconds 30]

A real `komandor serve` on 127.0.0.1. Whoever is cut off comes back at once. An honest player reports twice a
second; every report must be acknowledged within 2 seconds, and the server stay under 400 MB. Ends by itself.
"""

import argparse
import asyncio
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings as django_settings

from bench.options import parser_of
from bench.served import ask, here, load, memory_of, percentiles, prepare, serving, show
from komandor.web.server.run_server import raise_file_limit

LONGEST, MOST_MB = 2.0, 400
KINDS = (("bodies", 100), ("headers", 100), ("half-open", 6000), ("uploads", 50))
POST = b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
CHUNK = b"x" * 65536
Writer = asyncio.StreamWriter
Seen = tuple[list[float], list[int], int]  # how long each took, what was answered, the most memory
Attack = Callable[[Writer, int], Coroutine[Any, Any, None]]


async def bodies(writer: Writer, _: int) -> None:
    """A form of a thousand bytes, one byte every two seconds."""
    writer.write(POST % b"/join/cup" + b"Content-Length: 1000\r\n\r\na=")
    while True:
        await asyncio.sleep(2)
        writer.write(b"x")
        await writer.drain()


async def headers(writer: Writer, _: int) -> None:
    """Headers that do not end."""
    writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    while True:
        writer.write(b"X-A: " + b"a" * 1000 + b"\r\n")
        await writer.drain()
        await asyncio.sleep(0.2)


async def half_open(writer: Writer, _: int) -> None:
    """A beginning of a request, and then nothing."""
    writer.write(b"GET / HTTP/1.1\r\nHost: ")
    await writer.drain()


async def uploads(writer: Writer, megabytes: int) -> None:
    """A huge file, as fast as it goes."""
    writer.write(POST % b"/import" + b"Content-Length: %d\r\n\r\n" % (megabytes << 20))
    for _ in range(megabytes * 16):
        writer.write(CHUNK)
        await writer.drain()


ATTACKS: dict[str, Attack] = {
    "bodies": bodies,
    "headers": headers,
    "half-open": half_open,
    "uploads": uploads,
}


async def again_and_again(port: int, kind: str, megabytes: int, made: Counter[str]) -> None:
    """One attacker, who comes back when the connection is closed."""
    attack = ATTACKS[kind]
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            made[kind] += 1
            sending = asyncio.ensure_future(attack(writer, megabytes))
            try:
                with suppress(OSError):
                    while await reader.read(65536):
                        pass
            finally:
                sending.cancel()
                writer.transport.abort()
                await asyncio.gather(sending, return_exceptions=True)
        await asyncio.sleep(0.1)


async def attack(port: int, counts: dict[str, int], megabytes: int, seconds: float) -> None:
    """All attackers, until this process is ended; then it says how many connections they made."""
    made: Counter[str] = Counter()
    over = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, over.set)
    tasks = []
    for kind, count in counts.items():
        for n in range(count):
            tasks.append(asyncio.ensure_future(again_and_again(port, kind, megabytes, made)))
            if n % 200 == 199:
                await asyncio.sleep(0.05)
    while any(made[kind] < count for kind, count in counts.items()):
        await asyncio.sleep(0.1)
    print("begun", flush=True)
    with suppress(TimeoutError):
        await asyncio.wait_for(over.wait(), seconds)
    print(dict(made), flush=True)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def honest(port: int, phones: Sequence[Any], process: int, seconds: float) -> Seen:
    """Reports twice a second, by one player after the other: a single one may report every other second."""
    taken, statuses, most, start = [], [], 0, time.perf_counter()
    for n in range(int(seconds * 2)):
        await asyncio.sleep(max(0.0, start + n / 2 - time.perf_counter()))
        status, passed = await ask(port, phones[n % len(phones)].report(here(port), 10 + n, 5), 30)
        taken.append(passed)
        statuses.append(status)
        most = max(most, memory_of(process))
    return taken, statuses, most


def run(options: argparse.Namespace, counts: dict[str, int]) -> bool:
    with tempfile.TemporaryDirectory(prefix="komandor-slow-") as name:
        phones = prepare(Path(name), 40)
        with serving(Path(name)) as (process, port):
            asyncio.run(honest(port, phones[-8:], process.pid, 3))  # the first requests find a cold server
            given = [f"--{kind}={count}" for kind, count in counts.items()]
            more = [f"--seconds={options.seconds + 300}", f"--megabytes={options.megabytes}"]
            command = [sys.executable, "-m", "bench.attacks.slow", f"--attack={port}", *given, *more]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as attackers:
                assert attackers.stdout
                assert attackers.stdout.readline() == "begun\n"
                taken, statuses, most = asyncio.run(honest(port, phones[:8], process.pid, options.seconds))
                attackers.terminate()
                tries = attackers.stdout.read().strip()
    answered = statuses.count(302)
    others = dict(Counter(status for status in statuses if status != 302))
    row = {"reports": len(taken), "acknowledged": answered, "other": others, **percentiles(taken)}
    show({**row, "most_mb": most, "load": load(), "connections": tries})
    return answered == len(taken) and max(taken) <= LONGEST and most < MOST_MB


def main() -> int:
    parser = parser_of(__doc__)
    for kind, usual in KINDS:
        parser.add_argument(f"--{kind}", type=int, default=usual)
    parser.add_argument("--megabytes", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--attack", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    counts = {kind: getattr(options, kind.replace("-", "_")) for kind, _ in KINDS}
    raise_file_limit()
    if options.attack:
        asyncio.run(attack(options.attack, counts, options.megabytes, options.seconds))
        return 0
    django_settings.configure()
    return 0 if run(options, counts) else 1


if __name__ == "__main__":
    sys.exit(main())
