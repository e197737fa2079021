"""Logs with one odd field: the import refuses them, or no page fails over them.

    python -m bench.attacks.odd_fields [--game armada]

Every field of every kind of record in a busy round is replaced once by each odd value: a number beyond all
bounds, none, zero, another player's, nothing, a day that no calendar has. Hashes are computed again, as
somebody does who knows how. Whatever the import accepts is shown on the pages of the organiser, a judge, a
player and the public. Ends by itself; exit code 1 if a page failed.
"""

import json
import logging
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from bench.options import parser_of
from bench.served import load, show
from komandor.app.access import Actor
from komandor.app.identity import issue
from komandor.app.imports import unfit
from komandor.log.bundle import Bundle
from komandor.log.canonical import canonical
from komandor.log.record import GENESIS, Recorded, follow
from komandor.store.memory import MemoryStore
from tests.support.world import ORGANISER, PLAYERS, World, busy, client, opened, site_of

MOST = 2**53 - 1
ODD: tuple[object, ...] = (MOST, -MOST, 0, PLAYERS // 2, None, "", "2026-99-99")
OWN = ("/", "/c/cup/", "/c/cup/people", "/c/cup/log", "/c/cup/settings", "/j/cup/", "/m/cup/")
PUBLIC = ("/t/cup", "/t/cup/pairings", "/t/cup/standings", "/t/cup/changes", "/t/cup/screen/part/clock")
Path = tuple[str | int, ...]


def paths(value: Any, before: Path = ()) -> Iterator[Path]:
    """Where a value stands in an event; of a list only the first part."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield (*before, key)
            yield from paths(part, (*before, key))
    elif isinstance(value, list) and value:
        yield (*before, 0)
        yield from paths(value[0], (*before, 0))


def replaced(event: str, path: Path, odd: object) -> str:
    whole: Any = json.loads(event)
    inner = whole
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = odd
    return canonical(whole)


def forged(records: Sequence[Recorded], at: int, event: str) -> tuple[Recorded, ...]:
    """The log with another event in one place, chained again."""
    out: tuple[Recorded, ...] = ()
    for n, r in enumerate(records):
        head = out[-1].hash if out else GENESIS
        out += follow("cup", n, head, r.at, r.by, f"c{n}", (event if n == at else r.event,))
    return out


def failing(world: World, records: tuple[Recorded, ...]) -> str:
    """The first page that fails over this log; "refused" if the import does not take it."""
    people = world.store.people("cup")
    if unfit(Bundle("cup", records, people)):
        return "refused"
    store = MemoryStore()
    store.load("cup", records, people)
    site = site_of(store)
    browser = client(site, *(issue(store, "cup", who) for who in (Actor("player", 1), ORGANISER)))
    for path in OWN:
        if browser.get(path).status_code >= 500:
            return path
    for path in PUBLIC:
        page, parts = site.pages.find(path) or (None, {})
        try:
            assert page is not None
            page.render(site, "en", **parts)
        except Exception:  # noqa: BLE001 - whatever it is, the page has failed
            return path
    return ""


def run(game: str) -> bool:
    world = busy(opened(game).start())
    records, seen, found, began = world.store.read("cup"), set[object](), Counter[str](), time.perf_counter()
    for at, record in enumerate(records):
        for path in paths(json.loads(record.event)):
            place = (record.payload["type"], *("#" if isinstance(key, int) else key for key in path))
            if path == ("type",) or place in seen:
                continue
            seen.add(place)
            for odd in ODD:
                page = failing(world, forged(records, at, replaced(record.event, path, odd)))
                found["refused" if page == "refused" else "failed" if page else "shown"] += 1
                if page.startswith("/"):
                    print(f"{page}: {place} = {odd!r}", flush=True)
    took = round(time.perf_counter() - began)
    show({"game": game, "fields": len(seen), "logs": found.total(), **found, "seconds": took, "load": load()})
    return not found["failed"]


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--game", default="armada")
    logging.disable(logging.CRITICAL)  # pages that fail are listed here
    return 0 if run(parser.parse_args().game) else 1


if __name__ == "__main__":
    sys.exit(main())
