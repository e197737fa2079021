"""Measures standings: ours, the formulas written down plainly, and the least that any program must do.

    .venv/bin/python -m bench.standings --sizes 512,8192,131072 --rounds 10 [--json]

All engines see the same tournament in the same run, interleaved; figures are medians. Read them as
ratios: machines differ, ratios hardly. `growth` is how much longer the size takes than the one before,
per player: 1.0 is linear.
"""

import json
import random
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from statistics import median
from typing import Any

from bench.options import parser_of
from komandor.core.ids import PlayerNo
from komandor.core.outcomes import Outcome
from komandor.core.standings import RoundLine, standings
from tests.support.rules import rules_of

Lots = dict[PlayerNo, int]
Engine = Callable[[Sequence[RoundLine], Lots], list[PlayerNo]]
MOST_FOR_PLAIN = 8192


def tournament(players: int, rounds: int, seed: int = 1) -> tuple[list[RoundLine], Lots]:
    """Random Swiss-like rounds: neighbours in points meet, one of the two wins."""
    chance = random.Random(seed)
    points = [0] * (players + 1)
    lines: list[RoundLine] = []
    for round in range(1, rounds + 1):
        order = sorted(map(PlayerNo, range(1, players + 1)), key=lambda p: (-points[p], chance.random()))
        for a, b in zip(order[::2], order[1::2], strict=False):
            points[a] += 1
            lines += (
                RoundLine(a, b, Outcome.WIN, 1, 0, round),
                RoundLine(b, a, Outcome.LOSS, 0, 0, round),
            )
        if players % 2:
            points[order[-1]] += 1
            lines.append(RoundLine(order[-1], None, Outcome.BYE, 1, 0, round))
    return lines, {PlayerNo(p): chance.getrandbits(128) for p in range(1, players + 1)}


def komandor(lines: Sequence[RoundLine], lots: Lots) -> list[PlayerNo]:
    rules = rules_of("destiny")
    assert rules is not None
    return [row.player for row in standings(rules.data, lines, lots)]


def plain_fractions(lines: Sequence[RoundLine], lots: Lots) -> list[PlayerNo]:
    """COM-TB-2 and COM-TB-3 as they read, with a Fraction for every quotient."""
    return _plain(lines, lots, Fraction)


def plain_floats(lines: Sequence[RoundLine], lots: Lots) -> list[PlayerNo]:
    """The same with floats, as most programs do it: ties are made and broken by rounding."""
    return _plain(lines, lots, lambda a, b: a / b)


def _plain(lines: Sequence[RoundLine], lots: Lots, quotient: Callable[..., Any]) -> list[PlayerNo]:
    points, rounds = dict.fromkeys(lots, 0), dict.fromkeys(lots, 0)
    met: dict[PlayerNo, list[PlayerNo]] = {p: [] for p in lots}
    for line in lines:
        points[line.player] += line.points
        rounds[line.player] += 1
        if line.opponent is not None:
            met[line.player].append(line.opponent)
    average = {p: quotient(points[p], rounds[p]) for p in lots}
    sos = {p: quotient(sum(average[q] for q in met[p]), len(met[p])) if met[p] else 0 for p in lots}
    esos = {p: quotient(sum(sos[q] for q in met[p]), len(met[p])) if met[p] else 0 for p in lots}
    return sorted(lots, key=lambda p: (points[p], sos[p], esos[p], lots[p]), reverse=True)


def limit(lines: Sequence[RoundLine], lots: Lots) -> list[PlayerNo]:
    """Look at every line once and sort the players once: no table is made with less."""
    points = [0] * (len(lots) + 1)
    for line in lines:
        points[line[0]] += line[3]
    return sorted(lots, key=points.__getitem__, reverse=True)


ENGINES: dict[str, Engine] = {
    "komandor": komandor,
    "plain fractions": plain_fractions,
    "plain floats": plain_floats,
    "limit": limit,
}


def measure(sizes: Sequence[int], rounds: int = 10, repeats: int = 3) -> list[dict[str, object]]:
    """One row for each engine and size."""
    rows: list[dict[str, object]] = []
    for size in sizes:
        lines, lots = tournament(size, rounds)
        engines = {
            name: run for name, run in ENGINES.items() if size <= MOST_FOR_PLAIN or "plain" not in name
        }
        right = komandor(lines, lots)
        taken: dict[str, list[float]] = {name: [] for name in engines}
        exact: dict[str, bool] = {}
        for _ in range(repeats):
            for name, run in engines.items():
                start = time.perf_counter()
                order = run(lines, lots)
                taken[name].append(time.perf_counter() - start)
                exact[name] = order == right
        for name, times in taken.items():
            ms = round(median(times) * 1000, 3)
            rows.append({"bench": "standings", "n": size, "engine": name, "ms": ms, "optimal": exact[name]})
    return rows


def growth(rows: Sequence[dict[str, object]]) -> list[tuple[int, float]]:
    """Time per player, against the size before."""
    own = [(int(str(row["n"])), float(str(row["ms"]))) for row in rows if row["engine"] == "komandor"]
    return [(n, round((ms / n) / (before / m), 2)) for (m, before), (n, ms) in pairwise(own)]


def _line(row: dict[str, object]) -> str:
    return f"{row['n']:>8}  {row['engine']:<16} {row['ms']:>12} ms  exact: {row['optimal']}"


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--sizes", default="128,512,2048,8192,32768,131072")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = measure([int(size) for size in args.sizes.split(",")], args.rounds)
    for row in rows:
        print(json.dumps(row) if args.json else _line(row))
    if not args.json:
        print("growth per player:", ", ".join(f"{n}: {factor}" for n, factor in growth(rows)))


if __name__ == "__main__":
    main()
