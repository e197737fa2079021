"""Random people press what pages show them, late, twice, at once, in several tabs and with several seats.

    .venv/bin/python -m bench.explorer.http --seed 1 --presses 20000 [--processes 2] [--counts]
    .venv/bin/python -m bench.explorer.http --walk 4711 [--two-processes | --chromium]
    .venv/bin/python -m bench.explorer.http --two-processes --seed 1 --presses 2000
    .venv/bin/python -m bench.explorer.http --chromium --seed 1 --presses 2000

A walk is one site with two events. Each browser is one jar of cookies with several tabs: the organiser in two
of them and as host, judges, one who plays, a phone that players share, somebody without any link. Pages are
opened, kept, and pressed when others have acted since; a form is sent again, and twice at the same moment.

The law of every press: what is written down is what the pressed page said (the action, about whom, which
match, round and step), by the person for whom the page was made, at most once; or nothing is, and the answer
says so. At the end the checker reads both events. In this process (the usual way) the same seed presses the
same buttons. `--two-processes`: two servers on one PostgreSQL, asked in turns and at once. `--chromium`: real
tabs and clicks. Exit code 1 if anything was found.
"""

import sys
import time
from collections import defaultdict

from bench.explorer.http.campaign import Pressed, pressed, run
from bench.options import parser_of


def main() -> int:
    options = parser_of(__doc__)
    options.add_argument("--seconds", type=float, default=600)
    options.add_argument("--presses", type=int, default=2000, help="about so many in all")
    options.add_argument("--seed", type=int, default=1, help="of the first walk; the others follow")
    options.add_argument("--game", default="")
    options.add_argument("--walk", type=int, help="only the walk of this seed")
    options.add_argument("--processes", type=int, default=1)
    options.add_argument("--counts", action="store_true", help="how often each address was pressed")
    options.add_argument("--two-processes", action="store_true")
    options.add_argument("--chromium", action="store_true")
    asked = options.parse_args()
    began, total = time.monotonic(), Pressed()
    first, walks = (asked.seed, None) if asked.walk is None else (asked.walk, 1)
    if asked.two_processes:
        from bench.explorer.http.two_processes import run_on_two

        total = run_on_two(first, asked.seconds, asked.presses, asked.game, walks)
    elif asked.chromium:
        from bench.explorer.http.in_chromium import run_in_chromium

        total = run_in_chromium(first, asked.seconds, asked.presses, asked.game, walks)
    elif walks:
        total = pressed(first, asked.game)
    else:
        for one in run(asked.seed, asked.seconds, asked.presses, asked.processes, asked.game):
            total += one
    print(
        f"{total.walks} walks from seed {first}, {total.presses} presses, "
        f"{total.accepted} written down in {time.monotonic() - began:.0f} s; "
        f"{total.known} walks ended in what is known; {len(total.faults)} found"
    )
    if asked.counts:
        for (path, answer), count in sorted(total.counts.items()):
            print(f"{count:7} {answer:8} {path}")
    _show(total.faults)
    return bool(total.faults)


def _show(faults: tuple[tuple[str, str, int], ...]) -> None:
    kinds = defaultdict(list)
    for sign, text, seed in faults:
        kinds[sign].append((text, seed))
    for sign, same in sorted(kinds.items(), key=lambda one: -len(one[1])):
        print(f"\n{len(same)} × {sign} (seeds {[seed for _, seed in same[:5]]}): {same[0][0][:900]}")


if __name__ == "__main__":
    sys.exit(main())
