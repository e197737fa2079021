"""Many walks over HTTP, each in one process: what they found, and how often what was pressed."""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import Any
from unittest import mock

from bench.explorer.http.doors import InProcess
from bench.explorer.http.hall import events_of
from bench.explorer.http.walk import Walk
from bench.explorer.known import known
from bench.explorer.played import Found
from komandor.store.memory import MemoryStore
from tests.support.world import STARTED, site_of

PRESSES, BATCH = 400, 20


@dataclass(frozen=True, slots=True)
class Pressed:
    """The result of one walk, or of many."""

    walks: int = 0
    presses: int = 0
    accepted: int = 0
    known: int = 0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: tuple[tuple[str, str, int], ...] = ()  # sign, text, seed

    def __add__(self, other: "Pressed") -> "Pressed":
        both: Any = {one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self)}
        return Pressed(**both)


def pressed(seed: int, game: str = "", presses: int = PRESSES) -> Pressed:
    """One walk in this process, the same each time."""
    store, rnd = MemoryStore(), Random(f"hall {seed}")
    salts = Random(f"salts {seed}")
    store.salt = lambda: salts.randbytes(16).hex()
    site = site_of(store)
    now = [STARTED.timestamp()]
    site.clock = lambda: now[0]

    def tick(seconds: float) -> None:
        now[0] += seconds

    def moment() -> datetime:
        return datetime.fromtimestamp(now[0], UTC)

    with mock.patch("komandor.app.handle.now", moment):
        # times are in the log, the log's head is in the key of each draw: another clock, other pairs
        hall = events_of(rnd, str(seed), store, site.services.ledger, game)
        try:
            return outcome(Walk(seed, hall, InProcess(site), tick), seed, presses)
        finally:
            site.close()


def outcome(walk: Walk, seed: int, presses: int) -> Pressed:
    """The result of a walk, with what it found."""
    try:
        walk.run(presses)
    except Found as found:
        fault = () if known(found.sign) else ((found.sign, found.text, seed),)
        return Pressed(1, walk.presses, walk.accepted, not fault, walk.counts, fault)
    return Pressed(1, walk.presses, walk.accepted, 0, walk.counts)


def run(first: int, seconds: float, presses: int, processes: int, game: str) -> Iterator[Pressed]:
    """Walks with the seeds from `first` on, until so many presses were made or the time is over."""
    end, made = time.monotonic() + seconds, 0
    if processes == 1:
        for seed in count(first):
            if made >= presses or time.monotonic() > end:
                return
            one = pressed(seed, game)
            made += one.presses
            yield one
    with ProcessPoolExecutor(processes) as pool:
        while made < presses and time.monotonic() < end:
            for one in pool.map(pressed, range(first, first + BATCH), [game] * BATCH):
                made += one.presses
                yield one
            first += BATCH
