"""Thousands of simulated tournaments, each looked at by the independent checker and replayed.

    .venv/bin/python -m bench.attacks.campaign 20000 [--first SEED] [--jobs N] [--sizes small|all]

One line for every tournament that is not in order, and a summary: how many, how often each value of
each axis was seen, how long it took.  Exit code 1 when anything was found.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from typing import NamedTuple

from bench.options import parser_of
from komandor.app.ledger import event_of
from komandor.check.check_file import check_bytes
from komandor.check.verify import verify
from komandor.core.tournament.replay import replay
from komandor.simulate import simulate

BATCH = 20
SMALL = ("tiny", "small", "small", "middle")


class Found(NamedTuple):
    """What one tournament gave."""

    seed: int
    plan: dict[str, str | int]
    records: int
    rounds: int
    faults: tuple[str, ...]


def look(seed: int, sizes: str) -> Found:
    """Simulate, check, replay."""
    given = {"size": SMALL[seed % len(SMALL)]} if sizes == "small" else None
    try:
        made = simulate(seed, given)
    except Exception as stuck:  # noqa: BLE001 - whatever it was, the campaign goes on and names the seed
        return Found(seed, {}, 0, 0, (f"simulate: {type(stuck).__name__} {str(stuck)[:300]}",))
    report = check_bytes(made.file())
    faults = [f"{v.code}: {v}" for v in report.violations]
    faults += [f"verify: {line.code} {line.params}" for line in verify(made.file()).lines if line.ok is False]
    if replay((r.seq, event_of(r)) for r in made.records) != made.state:
        faults.append("replay: another state than the one carried on event by event")
    return Found(seed, dict(made.plan), len(made.records), len(made.state.rounds), tuple(faults))


def batch(job: tuple[int, int, str]) -> list[Found]:
    first, count, sizes = job
    return [look(seed, sizes) for seed in range(first, first + count)]


def run(first: int, count: int, jobs: int, sizes: str) -> Iterator[Found]:
    parts = [(n, min(BATCH, first + count - n), sizes) for n in range(first, first + count, BATCH)]
    if jobs == 1:
        for part in parts:
            yield from batch(part)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for found in pool.map(batch, parts):
            yield from found


def main() -> int:
    options = parser_of(__doc__)
    options.add_argument("count", type=int)
    options.add_argument("--first", type=int, default=1)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--sizes", choices=("small", "all"), default="all")
    asked = options.parse_args()
    began, seen, bad, records, rounds = time.perf_counter(), Counter[str](), 0, 0, 0
    for found in run(asked.first, asked.count, asked.jobs, asked.sizes):
        records, rounds = records + found.records, rounds + found.rounds
        seen.update(f"{axis}={_shown(value)}" for axis, value in found.plan.items())
        bad += bool(found.faults)
        for fault in islice(found.faults, 3):
            print(f"seed {found.seed}: {fault}", flush=True)
    seconds = time.perf_counter() - began
    print(json.dumps({"axes": dict(sorted(seen.items()))}))
    print(
        json.dumps(
            {
                "tournaments": asked.count,
                "rounds": rounds,
                "records": records,
                "not_in_order": bad,
                "seconds": round(seconds, 1),
            }
        )
    )
    return bool(bad)


def _shown(value: str | int) -> str:
    """Rates and sizes are counted as used or not."""
    return str(value) if isinstance(value, str) or value in (0, 1) else "some"


if __name__ == "__main__":
    sys.exit(main())
