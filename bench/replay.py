"""How long it takes to know a tournament from its log, by size: read, decode, replay.

    .venv/bin/python -m bench.replay [--sizes 16,64,128,256,500]

The last size is an event of 500 players and 9 rounds; the cost per record must not grow.
"""

import statistics
import time
from collections.abc import Callable

from bench.options import parser_of
from bench.served import Row, show
from komandor.app.ledger import event_of
from komandor.core.tournament.replay import replay
from komandor.log.record import Recorded
from komandor.simulate import AXES, simulate
from komandor.simulate.axes import Value

ROUNDS = 9
RUNS = 5


def event(players: int) -> tuple[Recorded, ...]:
    """A plain event of nine Swiss rounds; players report and confirm."""
    calm: dict[str, Value] = {axis.name: 0 for axis in AXES if axis.rate}
    given = calm | {
        "game": "armada",
        "players": players,
        "structure": "swiss",
        "rounds": "nine",
        "reports": 1000,
        "settings": "default",
        "hall": "plain",
        "check_in": "used",
        "lists": "none",
        "leaders": 0,
        "ending": "closed",
        "randomness": "none",
        "end_corrections": 0,
        "sides": 0,
        "teams": 0,
    }
    return simulate(f"replay-{players}", given).records


def median(task: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        task()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def main() -> None:
    options = parser_of(__doc__)
    options.add_argument("--sizes", default="16,64,128,256,500")
    asked = options.parse_args()
    for players in map(int, asked.sizes.split(",")):
        records = event(players)
        decoded = [(r.seq, event_of(r)) for r in records]
        row: Row = {
            "players": players,
            "rounds": ROUNDS,
            "records": len(records),
            "replay_ms": round(median(lambda: replay(decoded)), 2),  # noqa: B023
            "with_decoding_ms": round(median(lambda: replay((r.seq, event_of(r)) for r in records)), 2),  # noqa: B023
        }
        row["us_per_record"] = round(1000 * row["with_decoding_ms"] / len(records), 2)  # type: ignore[operator]
        show(row)


if __name__ == "__main__":
    main()
