"""Measures draws: ours, peers from the package index, and shuffling alone as the limit.

    .venv/bin/python -m bench.draw --sizes 128,512,2048,8192,131072 [--json]

All engines see the same round of the same tournament in the same run, interleaved; figures are
medians of processor time, so that a busy machine spoils little. Read them as ratios. `optimal` says
whether the pairing costs what the best one costs by our criteria. An engine is left out at sizes where
it was earlier seen to take too long or not to survive; the line says so, and that it was not run.
"""

import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median

from bench.options import parser_of
from komandor.core.ids import PlayerNo
from komandor.core.lots import Lots
from komandor.core.pairing import Entrant, Terms, costs, draw

SIZES = (128, 512, 2048, 8192, 131072)
REPEATS = 7
PATIENCE = 2.0  # seconds; an engine slower than that is measured once

Pairs = list[tuple[PlayerNo, PlayerNo]]
Prepared = Callable[[int], Pairs | None]
"""One engine, ready to draw; the argument makes the lots of each repeat different."""


def state(players: int, seed: int = 1) -> tuple[list[Entrant], int]:
    """A tournament of one point a win, about as many rounds in as such a field would play."""
    chance = random.Random(seed)
    points = [0] * (players + 1)
    met: list[list[PlayerNo]] = [[] for _ in points]
    rounds = max(2, min(8, players.bit_length() - 2))
    for number in range(1, rounds + 2):
        order = sorted(map(PlayerNo, range(1, players + 1)), key=lambda p: (-points[p], p))
        entrants = [
            Entrant(player=p, points=points[p], rank=i, met=tuple(met[p])) for i, p in enumerate(order, 1)
        ]
        if number > rounds:
            break
        for a, b in draw(entrants, Lots(chance.randbytes(16)), Terms(round=number)).pairs:
            met[a].append(b)
            met[b].append(a)
            points[chance.choice((a, b))] += 1
    return entrants, rounds + 1


def komandor(entrants: Sequence[Entrant], number: int) -> Prepared:
    return lambda i: list(draw(entrants, Lots(bytes([i])), Terms(round=number)).pairs)


def limit(entrants: Sequence[Entrant], number: int) -> Prepared:
    """Ordering all players by lots, which every fair draw must do at least."""
    players = [e.player for e in entrants]

    def shuffle(i: int) -> None:
        Lots(bytes([i])).order(players, "pairing")

    return shuffle


def swisspair(entrants: Sequence[Entrant], number: int) -> Prepared:
    import swisspair as peer

    here = {e.player for e in entrants}
    players = [
        peer.Player(str(e.player), e.points, e.rank, e.byes == 0, {str(p) for p in e.met if p in here})
        for e in entrants
    ]
    return lambda _: [
        (PlayerNo(int(m.p1.id)), PlayerNo(int(m.p2.id))) for m in peer.create_matches(players) if m.p2
    ]


def weights(entrants: Sequence[Entrant]) -> Iterator[tuple[PlayerNo, PlayerNo, int]]:
    """The criteria as one exact integer for each possible pair."""
    levels = {points: i for i, points in enumerate(sorted({e.points for e in entrants}, reverse=True))}
    base = 10 * len(entrants) * (len(levels) + 1) ** 2
    borders = [base ** (len(levels) - i) for i in range(len(levels))]
    top = base ** (len(levels) + 1)
    for i, a in enumerate(entrants):
        for b in entrants[:i]:
            if b.player not in a.met:
                x, y = sorted((levels[a.points], levels[b.points]))
                yield a.player, b.player, top - sum(borders[x:y]) - (y - x) ** 2


def networkx(entrants: Sequence[Entrant], number: int) -> Prepared:
    import networkx as nx

    graph = nx.Graph()
    graph.add_weighted_edges_from(weights(entrants))
    return lambda _: list(nx.max_weight_matching(graph, maxcardinality=True))


def rustworkx(entrants: Sequence[Entrant], number: int) -> Prepared:
    """Its weights have 128 bits, too few for exact criteria: squared steps in points stand in."""
    import rustworkx as peer

    graph = peer.PyGraph()
    graph.add_nodes_from([e.player for e in entrants])
    at = {e.player: i for i, e in enumerate(entrants)}
    points = {e.player: e.points for e in entrants}
    wide = (max(points.values()) + 1) ** 2
    for a, b, _ in weights(entrants):
        graph.add_edge(at[a], at[b], wide - (points[a] - points[b]) ** 2)

    def match(_: int) -> Pairs:
        found = peer.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return [(entrants[u].player, entrants[v].player) for u, v in found]

    return match


Engine = Callable[[Sequence[Entrant], int], Prepared]
ENGINES: tuple[tuple[str, Engine, int, str], ...] = (
    ("komandor", komandor, 1 << 20, ""),
    ("swisspair", swisspair, 8192, "it was seen to end with a segmentation fault at 131072"),
    ("networkx", networkx, 256, "it was seen to take 12 s at 512"),
    ("rustworkx", rustworkx, 512, "it was seen to take over two minutes at 2048"),
    ("limit", limit, 1 << 20, ""),
)


def bench_draw(sizes: Sequence[int] = SIZES, repeats: int = REPEATS) -> Iterator[dict[str, object]]:
    """One line for each engine and size."""
    for size in sizes:
        entrants, number = state(size)
        ready = {name: make(entrants, number) for name, make, most, _ in ENGINES if size <= most}
        taken: dict[str, list[float]] = {name: [] for name in ready}
        found: dict[str, Pairs | None] = {}
        for i in range(repeats):
            for name, run in ready.items():
                if not taken[name] or taken[name][0] < PATIENCE:
                    start = time.process_time()
                    found[name] = run(i)
                    taken[name].append(time.process_time() - start)
        best = judged(found["komandor"], entrants)
        for name, _, most, why in ENGINES:
            line: dict[str, object] = {"bench": "draw", "n": size, "engine": name}
            if name in ready:
                pairs = found[name]
                optimal = None if pairs is None else judged(pairs, entrants) == best
                yield line | {"ms": round(1000 * median(taken[name]), 3), "optimal": optimal}
            else:
                yield line | {"ms": None, "optimal": None, "skipped": f"not run above {most} players: {why}"}


def judged(pairs: Pairs | None, entrants: Sequence[Entrant]) -> tuple[object, ...]:
    """What a pairing costs; one that leaves somebody out costs more than any other."""
    assert pairs is not None
    seated = {p for pair in pairs for p in pair}
    bye = next((e.player for e in entrants if e.player not in seated), None)
    return (len(entrants) // 2 - len(pairs), *costs(pairs, bye, entrants))


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    for line in bench_draw([int(size) for size in options.sizes.split(",")], options.repeats):
        if options.json:
            print(json.dumps(line), flush=True)
        else:
            said = line.get("skipped") or f"{line['ms']:>10} ms  optimal: {line['optimal']}"
            print(f"{line['n']:>8}  {line['engine']:<10} {said}", flush=True)


if __name__ == "__main__":
    main()
