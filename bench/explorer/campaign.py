"""Many walks, in one process or several: what they found, and how often everything was done."""

import gc
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from bench.explorer.known import known
from bench.explorer.played import Found
from bench.explorer.shrink import leads_to, shrunk
from bench.explorer.terminal import typed
from bench.explorer.walk import Row, Walk

BATCH, SWEPT = 10, 100


class Fault(NamedTuple):
    """Something that was found, and the walk that found it."""

    sign: str
    text: str
    seed: int
    steps: int


@dataclass(frozen=True, slots=True)
class Walked:
    """The result of one walk, or of many."""

    walks: int = 0
    tried: int = 0
    accepted: int = 0
    known: int = 0  # walks that ended early in something known
    counts: Counter[Row] = field(default_factory=Counter)
    refusals: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: tuple[Fault, ...] = ()

    def __add__(self, other: "Walked") -> "Walked":
        both: Any = {one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self)}
        return Walked(**both)


def walked(seed: int, game: str = "") -> Walked:
    """One walk from its beginning to its end, or to what it found."""
    walk, faults = None, list[Fault]()
    if seed % SWEPT == 0:
        gc.collect()  # `run` switches off that it happens by itself
    try:
        walk = Walk(str(seed), game)
        walk.run()
    except Found as found:
        faults.append(Fault(found.sign, found.text, seed, len(walk.steps) if walk else 0))
    new = tuple(one for one in faults if not known(one.sign))
    if walk is None:
        return Walked(1, faults=new)
    accepted = sum(not step.aside for step in walk.steps)
    return Walked(1, walk.tried, accepted, len(faults) - len(new), walk.counts, walk.refusals, new)


def run(first: int, seconds: float, walks: int, processes: int, game: str) -> Iterator[Walked]:
    """Walks with the seeds from `first` on, until the time is over or enough were walked."""
    end = time.monotonic() + seconds
    gc.freeze()
    gc.disable()  # a walk leaves little behind, and looking for it takes a fifth of the time
    last = first + walks if walks else None
    if processes == 1:
        for seed in range(first, last or 10**12):
            if time.monotonic() > end:
                return
            yield walked(seed, game)
        return
    with ProcessPoolExecutor(processes) as pool:
        while time.monotonic() < end and (last is None or first < last):
            many = range(first, min(first + BATCH * processes, last or 10**12))
            yield from pool.map(walked, many, [game] * len(many), chunksize=max(1, BATCH // 4))
            first = many.stop


def explained(fault: Fault, game: str = "") -> Iterator[str]:
    """The fault with the shortest way to it, as it would be typed."""
    walk = Walk(str(fault.seed), game)
    with suppress(Found):
        walk.run()
    shorter = shrunk(walk, fault.sign)
    _, again, text = leads_to(shorter.opening, shorter.steps, fault.sign)
    yield f"{fault.sign} (seed {fault.seed}; {len(walk.steps)} steps, shrunk to {len(shorter.steps)})"
    yield f"  {text or fault.text}"
    written = again.event.written if again else {}
    yield from (f"    {line}" for line in typed(shorter.opening, shorter.steps, written))
