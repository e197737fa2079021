"""A hall at its worst moment, against a real `komandor serve` with SQLite on 127.0.0.1.

    python -m bench.crowd [--players 1000] [--streams 9500] [--fetchers 200] [--readers 4]
                          [--rate 20] [--seconds 60] [--alone 15]

Phones report results at a steady rate, each over a connection of its own. First nobody else is there; then
`--streams` phones listen, of which `--fetchers` also fetch their own page whenever they hear of something
new, and `--readers` read public pages without a pause. Measured are the time to each acknowledgement in both
parts, and the time from a report to each phone that hears of it. At the end the server is killed without
warning and the store is read: every acknowledged report must stand in the log once. Ends by itself.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from django.conf import settings as django_settings

from bench.options import parser_of
from bench.served import (
    EVENT,
    PAGES,
    PATIENCE,
    Phone,
    Row,
    ask,
    cpu_of,
    get,
    here,
    load,
    memory_of,
    percentiles,
    prepare,
    serving,
    show,
    use_uvloop,
)
from komandor.store import open_store
from komandor.web.server.run_server import raise_file_limit


class Reports:
    """The reports of a run: who sends which result when, and what became of it."""

    def __init__(self, phones: list[Phone]) -> None:
        self._phones = phones
        self._by_player = {phone.player: phone for phone in phones}
        self._next = count()
        self.sent: dict[tuple[int, int], int] = {}  # (player, own points) → status

    async def one(self, port: int) -> float:
        """Every result is another one, so that each can be told apart in the log."""
        turn = next(self._next)
        phone, points = self._phones[turn % len(self._phones)], 10 + turn // len(self._phones)
        return await self.again(port, (phone.player, points))

    async def again(self, port: int, key: tuple[int, int]) -> float:
        """The same report once more, as a phone sends it that got no answer."""
        phone = self._by_player[key[0]]
        self.sent[key], seconds = await ask(port, phone.report(here(port), key[1], 5))
        return seconds


async def steady(port: int, reports: Reports, rate: float, seconds: float) -> list[float]:
    """Reports at this rate, whether or not the earlier ones were answered; how long each took."""
    made, start = [], time.perf_counter()
    for n in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, start + n / rate - time.perf_counter()))
        made.append(asyncio.ensure_future(reports.one(port)))
    return list(await asyncio.gather(*made))


async def warm(port: int, reports: Reports, phone: Phone) -> None:
    """The first requests find a cold server: ask once for everything that will be measured."""
    for path in (*(f"/t/{EVENT}/{page}" for page in PAGES), f"/m/{EVENT}/live"):
        await ask(port, get(path, phone.cookie))
    await steady(port, reports, 10, 3)


class Watchers:
    """The process whose phones listen."""

    def __init__(self, port: int, streams: int, cookies: list[str], readers: int) -> None:
        counts = [str(n) for n in (port, streams, len(cookies), readers)]
        command = [sys.executable, "-m", "bench.watchers", *counts]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write("".join(f"{cookie}\n" for cookie in cookies))
        self._process.stdin.flush()
        assert self._process.stdout.readline() == "open\n"

    def end(self) -> dict[str, Any]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        found: dict[str, Any] = json.loads(self._process.stdout.readline())
        self._process.wait(PATIENCE)
        return found


def told(folder: Path, heard: dict[str, Any]) -> Row:
    """From each report to each phone that heard of it or of a later one."""
    store = open_store(folder)
    at = {r.seq: datetime.fromisoformat(r.at).timestamp() for r in store.read(EVENT)}
    store.close()
    delays: list[float] = []
    for before, version, hundredths, streams in heard["times"]:
        for seq in range(before + 1, version + 1):
            delays += [max(0.0, hundredths / 100 - at[seq])] * min(streams, 50)
    times = round(sum(streams for *_, streams in heard["times"]) / max(1, heard["open"]))
    row: Row = {"part": "told", "streams": heard["open"], "lost": heard["lost"], "times": times}
    row |= percentiles(delays)
    fetched = {f"fetch_{key}": value for key, value in percentiles(heard["fetched"]).items()}
    return row | {"fetches": heard["statuses"], **fetched}


def durable(folder: Path, reports: Reports) -> Row:
    """After the kill: what was acknowledged stands in the log, once."""
    store = open_store(folder)
    found: Counter[tuple[int, int]] = Counter()
    for r in store.read(EVENT):
        report = r.payload.get("report")
        if isinstance(report, dict) and r.by.startswith("player:"):
            found[int(r.by[7:]), report["scores"][0]] += 1
    store.close()
    acknowledged = [key for key, status in reports.sent.items() if status == 302]
    row: Row = {"part": "durable", "sent": len(reports.sent), "acknowledged": len(acknowledged)}
    lost, doubled = sum(not found[key] for key in acknowledged), sum(n > 1 for n in found.values())
    return row | {"lost": lost, "doubled": doubled, "statuses": dict(Counter(reports.sent.values()))}


def run(options: argparse.Namespace) -> bool:
    with tempfile.TemporaryDirectory(prefix="komandor-crowd-") as name:
        folder = Path(name)
        phones = prepare(folder, options.players)
        reports = Reports(phones[::2])
        with serving(folder) as (process, port):
            asyncio.run(warm(port, reports, phones[0]))
            before = cpu_of(process.pid)
            alone = asyncio.run(steady(port, reports, options.rate, options.alone))
            each = round((cpu_of(process.pid) - before) / len(alone) * 1000, 1)
            row: Row = {"part": "alone", "reports": len(alone), **percentiles(alone)}
            show({**row, "server_ms_each": each, "load": load()})
            cookies = [p.cookie for p in phones[: options.fetchers]]
            watching = Watchers(port, options.streams, cookies, options.readers)
            before = cpu_of(process.pid)
            seconds = asyncio.run(steady(port, reports, options.rate, options.seconds))
            used = (cpu_of(process.pid) - before) / options.seconds
            memory = memory_of(process.pid)
            heard = watching.end()
        show({"part": "crowd", "reports": len(seconds), **percentiles(seconds), "load": load()})
        taken: list[float] = heard["pages"]
        pages = {f"page_{key}": value for key, value in percentiles(taken).items()}
        row = {"part": "readers", "pages_per_s": round(len(taken) / options.seconds), **pages}
        show({**row, "server_mb": memory, "server_cores": round(used, 2)})
        show(told(folder, heard))
        end = durable(folder, reports)
        show(end)
        return end["lost"] == end["doubled"] == 0 and end["acknowledged"] == end["sent"]


def main() -> int:
    parser = parser_of(__doc__)
    for name, usual in (("players", 1000), ("streams", 9500), ("fetchers", 200), ("readers", 4)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    for name, usual in (("rate", 20), ("seconds", 60), ("alone", 15)):
        parser.add_argument(f"--{name}", type=float, default=usual)
    django_settings.configure()
    raise_file_limit()
    use_uvloop()
    return 0 if run(parser.parse_args()) else 1


if __name__ == "__main__":
    sys.exit(main())
