"""A site of many events: how long it takes to start and to show its first page, and what it holds in memory.

    python -m bench.many_events [--events 300] [--players 16]

A real `komandor serve` over that many announced events on SQLite. The first page lists them; its second time
comes from memory. Then each event's standings are asked for once.
"""

import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import httpx
from django.conf import settings as django_settings

from bench.options import parser_of
from bench.served import Row, announced, cpu_of, here, load, memory_of, serving, show
from komandor.store import open_store


def measured(folder: Path, events: int) -> Row:
    began = time.perf_counter()
    with serving(folder) as (process, port), httpx.Client(base_url=here(port), timeout=60) as client:
        start, busy = time.perf_counter() - began, cpu_of(process.pid)
        first, again = taken(client, "/"), taken(client, "/")
        light = memory_of(process.pid)
        pages = [taken(client, f"/t/cup{number}/standings") for number in range(events)]
        return {
            "events": events,
            "start_s": round(start, 2),
            "start_processor_s": round(busy, 2),
            "first_page_s": round(first, 3),
            "again_s": round(again, 3),
            "memory_mb": light,
            "standings_worst_s": round(max(pages), 3),
            "memory_after_all_mb": memory_of(process.pid),
            "load": load(),
        }


def taken(client: httpx.Client, path: str) -> float:
    start = time.perf_counter()
    client.get(path).raise_for_status()
    return time.perf_counter() - start


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--events", type=int, default=300)
    parser.add_argument("--players", type=int, default=16)
    options = parser.parse_args()
    django_settings.configure()
    with tempfile.TemporaryDirectory(prefix="komandor-events-") as name:
        with closing(open_store(name)) as store:
            for number in range(options.events):
                announced(store, f"cup{number}", options.players)
        show(measured(Path(name), options.events))
    return 0


if __name__ == "__main__":
    sys.exit(main())
