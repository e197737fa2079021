"""Forged logs: each is caught by both verifiers or by the checker, or noted by both, as its kind says.

    python -m bench.attacks.forged [--count 1000] [--first SEED] [--kind "bye exchanged"]

A simulated tournament is forged by somebody who holds all its secrets: pairs, dice, seeds, freezes, fields,
results, brackets, missions, deck checks, raffles.  The chain is computed again, so that no hash is wrong.
Then the Python verifier, the verifier of the browser (in node) and the independent checker look at it.
One line for each forgery that was missed, a table of the kinds, exit code 1 if anything was missed.
"""

import base64
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random

from bench.attacks import forgeries_of_acts, forgeries_of_keys, forgeries_of_prizes, forgeries_of_results
from bench.attacks.forgeries import KINDS, NoPlace
from bench.attacks.forging import Log
from bench.attacks.javascript import in_javascript
from bench.options import parser_of
from komandor.check import verify
from komandor.check.check_file import check_bytes
from komandor.core.ids import PrizeNo
from komandor.core.tournament import commands as c
from komandor.simulate import simulate
from komandor.simulate.axes import AXES, Value
from komandor.simulate.hall import Stuck

SCRIPTS = (
    "hashes.js",
    "verify.js",
    "pairing-plan.js",
    "fold-pairs.js",
    "pairs.js",
    "raffles.js",
    "shapes.js",
    "redraw.js",
    "acts.js",
)
DRIVER = """
function answer(file) {
  const { ok, lines } = verifyFile(new Uint8Array(Buffer.from(file, "base64")));
  return { ok, codes: lines.filter((line) => line.ok !== true).map((line) => line.code) };
}
"""
BATCH = 50
TRIES = 8
KNOWN = (forgeries_of_keys, forgeries_of_results, forgeries_of_prizes, forgeries_of_acts)
"""Imported: their kinds are in KINDS."""

QUIET: Mapping[str, Value] = {axis.name: 0 for axis in AXES if axis.rate}
USUAL: Mapping[str, Value] = {
    **QUIET,
    "level": "casual",
    "rounds": "usual",
    "teams": 0,
    "leaders": 0,
    "settings": "default",
    "lists": "none",
    "check_in": "not used",
    "ending": "closed",
    "changes": 0,
    "randomness": "dice",
}
BASES: tuple[Mapping[str, Value], ...] = (
    {"game": "armada", "structure": "swiss", "players": 11, "drops": 60, "swaps": 900, "point_sanctions": 99},
    {"game": "conquest", "structure": "swiss+single", "players": 14, "drops": 40, "corrections": 60},
    {"game": "imperial-assault", "structure": "swiss+single", "players": 13, "deck_checks": 900},
    {"game": "destiny", "structure": "swiss+swiss", "players": 12, "carry": 0, "late": 600, "drops": 50},
    {"game": "star-wars-lcg", "structure": "swiss", "players": 13, "deck_checks": 900, "sides": 0},
    {"game": "imperial-assault", "structure": "single", "players": 11},
    {"game": "star-wars-lcg", "structure": "double", "players": 8, "sides": 0},
    {"game": "destiny", "structure": "swiss", "players": 8, "late": 700, "late_choice": "awarded_bye"},
)


PRIZES = (
    c.AddPrize("a mat", "places", 1, 4),
    c.AddPrize("dice", "raffle", count=2),
    c.AddPrize("a box", "raffle", among="no_prize"),
    *(c.DrawRaffle(PrizeNo(2)), c.DrawRaffle(PrizeNo(3))),
)
"""Every tournament ends with these."""


@cache
def honest(base: int, seed: int) -> Log | None:
    """A simulated tournament in which nobody finds anything; None if the simulation does not end."""
    try:
        made = simulate(f"forged {seed}", {**USUAL, **BASES[base]})
    except Stuck:
        return None
    for command in PRIZES:
        made.hall.ask(command)
    for player, _ in made.state.places[:1]:
        made.hall.ask(c.HandOutPrize(PrizeNo(1), player))
    return Log.read(made.file())


@dataclass(frozen=True)
class Case:
    kind: str
    base: int
    seed: int
    data: bytes


def cases(count: int, first: int, only: str = "", logs: int = 6) -> Iterator[Case]:
    """Forgeries of all kinds in turn, each of a log taken by chance that has a place for it."""
    names = [name for name in KINDS if only in ("", name)]
    for n in range(first, first + count):
        name, rnd = names[n % len(names)], Random(f"{n}")
        places = [(base, seed) for base in range(len(BASES)) for seed in range(logs)]
        rnd.shuffle(places)
        for base, seed in places * TRIES:  # chance may choose a draw that has no place for it
            log = honest(base, seed)
            if log is None:
                continue
            forged = log.copy()
            try:
                KINDS[name][1](forged, rnd)
            except NoPlace:
                continue
            yield Case(name, base, seed, forged.write())
            break
        else:
            raise LookupError(f"{name}: no log has a place for it")


def missed(many: list[Case]) -> Iterator[tuple[Case, str]]:
    """The forgeries that were not caught as their kind says."""
    files = [base64.b64encode(case.data).decode() for case in many]
    for case, browser in zip(many, in_javascript(SCRIPTS, DRIVER, files), strict=True):
        report = verify.verify(case.data)
        codes = [line.code for line in report.lines if line.ok is not True]
        if (report.ok, codes) != (browser["ok"], browser["codes"]):
            yield case, f"the two verifiers differ: {codes} and {browser['codes']}"
        by = KINDS[case.kind][0]
        if by == "both" and report.ok:
            yield case, "both verifiers accept it"
        elif by == "check" and not check_bytes(case.data).violations:
            yield case, "the checker accepts it"
        elif by not in ("both", "check") and by not in codes:  # what is wrong besides is caught the more
            yield case, f"no {by}: {codes}"


def main() -> int:
    options = parser_of(__doc__)
    options.add_argument("--count", type=int, default=1000)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--kind", default="")
    asked = options.parse_args()
    began, seen, bad = time.perf_counter(), Counter[str](), 0
    made = cases(asked.count, asked.first, asked.kind)
    while batch := list(islice(made, BATCH)):
        seen.update(case.kind for case in batch)
        for case, why in missed(batch):
            bad += 1
            print(f"MISSED {case.kind} (base {case.base}, log {case.seed}): {why}", flush=True)
    for kind, (by, _) in KINDS.items():
        print(f"{seen[kind]:5}  {by:14} {kind}")
    took = time.perf_counter() - began
    print(f"{seen.total()} forged logs of {len(seen)} kinds, {bad} missed, {took:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
