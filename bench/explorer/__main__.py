"""Random people with random roles do random things in random order, and laws are asked after every step.

    .venv/bin/python -m bench.explorer --seconds 60 --seed 1 [--game armada] [--counts] [--processes 2]
    .venv/bin/python -m bench.explorer --seconds 60 --seed 1 --counts-in FILE
    .venv/bin/python -m bench.explorer --walk 4711

A walk is one event of its own: any game, level, edition, kind of stage and setting, 2 to 40 players or
teams. Whoever is there (host, organisers, judges, scorekeepers, on and off duty, players, the public) gives
commands, offered or not, with sensible, odd and senseless fields. After every step that was accepted the
checker is asked about its records; now and then, and at the end, the log is replayed, exported, checked,
verified and imported elsewhere; and from wherever it stands, somebody brings the event to its end.

What is found is shrunk to the few steps that lead there. The same seed gives the same walk. A run that is
stopped (Ctrl-C, SIGTERM) prints its result. With --counts-in what was counted is added to a file, and the
table is that of all runs that wrote there. Exit code 1 if anything was found.

Theory. A walk does not know what should happen; it knows what may never be. Four kinds of questions stand in
for an expected result: the laws of the checker at each record (`checks.Checks.take`), what only two states
side by side can show (`laws`), that different ways to the same state agree (replay, file, import, `checks`),
and that there is a way on (`ending`): a state from which nobody present can end the event is a fault too.

Everything random comes from the seed of the walk, and no step names the number of a record. So a walk is a
list of steps that keeps its meaning when some are left out, and `shrink` leaves out one part after another as
long as the same fault (`Found.sign`) appears.

The trap is a campaign that finds nothing because it tries nothing. Hence the weights (`commands.weight`), the
table of what was accepted too seldom (`counts`), and `unmended`: with a known mend taken out, the walks must
find its fault again.
"""

import signal
import sys
import time
from argparse import Namespace
from collections import defaultdict
from pathlib import Path

from bench.explorer.campaign import Fault, Walked, explained, run, walked
from bench.explorer.counts import added, table
from bench.explorer.unmended import MENDS, take_out
from bench.options import parser_of

TOLD = 1000
"""After so many walks a line says how far it is."""
SHOWN = 12
"""So many kinds of faults are shrunk."""


def campaign(asked: Namespace) -> Walked:
    """Walk after walk, until it is over or stopped; what is found is named at once."""
    total = Walked()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for one in run(asked.seed, asked.seconds, asked.walks, asked.processes, asked.game):
            total += one
            for fault in one.faults:
                print(f"{fault.sign} (seed {fault.seed})", flush=True)
            if total.walks % TOLD == 0:
                so_far = f"{total.walks} walks, {total.accepted} accepted, {len(total.faults)} found"
                print(so_far, flush=True)
    except KeyboardInterrupt:
        print("stopped", flush=True)
    return total


def main() -> int:
    options = parser_of(__doc__)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--walks", type=int, default=0, help="at most so many")
    options.add_argument("--seed", type=int, default=1, help="of the first walk; the others follow")
    options.add_argument("--game", default="")
    options.add_argument("--walk", type=int, help="only the walk of this seed; shows what it found")
    options.add_argument("--processes", type=int, default=1)
    options.add_argument("--counts", action="store_true", help="how often everything was done, and by whom")
    options.add_argument("--counts-in", type=Path, help="a file of counts of several runs; this one is added")
    options.add_argument("--no-shrink", action="store_true")
    options.add_argument("--without", choices=MENDS, help="a mend that is taken out, to be found again")
    asked = options.parse_args()
    if asked.without:
        take_out(asked.without)
    began = time.monotonic()
    total = walked(asked.walk, asked.game) if asked.walk is not None else campaign(asked)
    seconds, busy = time.monotonic() - began, time.process_time()
    print(
        f"{total.walks} walks from seed {asked.walk or asked.seed}, {total.tried} steps tried, "
        f"{total.accepted} accepted in {seconds:.0f} s ({busy:.0f} s of this process's own); "
        f"{total.known} walks ended in what is known; "
        f"{len(total.faults)} found"
    )
    if asked.counts or asked.counts_in:
        print("\n".join(table(*added(total.counts, total.refusals, asked.counts_in))))
    _show(total.faults, asked.game, not asked.no_shrink)
    return bool(total.faults)


def _show(faults: tuple[Fault, ...], game: str, shrink: bool) -> None:
    """Each kind of fault once, with the seed that led there in the fewest steps."""
    kinds: dict[str, list[Fault]] = defaultdict(list)
    for fault in faults:
        kinds[fault.sign].append(fault)
    often = sorted(kinds.values(), key=len, reverse=True)
    for n, same in enumerate(often):
        best = min(same, key=lambda one: one.steps)
        print(f"\n{len(same)} × {best.sign}: {best.text[:300]} (seeds {[one.seed for one in same[:5]]})")
        if shrink and n < SHOWN:
            print("\n".join(explained(best, game)), flush=True)


if __name__ == "__main__":
    sys.exit(main())
