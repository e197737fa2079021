"""Simulated rounds whose pairs both verifiers compute again: no difference, at most 0.1 % beyond them.

    python -m bench.attacks.recompute [--rounds 10000] [--first SEED]

Two kinds of tournaments in turn: the usual number of rounds with 6 to 512 players, and small fields with
many rounds, where rematches cannot be avoided; each with the points of one of the games, and with the fold
for Star Wars: The Card Game.  Players leave, pairs are forbidden, friends travel together, byes are given.
The engine draws every round; `check/pairs.py` and `web/static/pairs.js` (in node) draw it again.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from bench.attacks.javascript import in_javascript
from bench.options import parser_of
from komandor.check import pairs
from komandor.check.pairing_plan import Beyond
from tests.support.histories import SCORES, Round, for_javascript, for_the_checker, history, outcome

SCRIPTS = ("hashes.js", "verify.js", "pairing-plan.js", "fold-pairs.js", "pairs.js")
DRIVER = """
const plan = komandorPlan(verifyFile.parts), { recompute } = komandorPairs(plan, komandorFold(plan));
function answer({ key, entrants, terms }) {
  const began = performance.now();
  try {
    const { pairs, bye } = recompute(Uint8Array.from(Buffer.from(key, "hex")), entrants, terms);
    return { pairs, bye, ms: performance.now() - began };
  } catch (problem) {
    if (problem instanceof plan.Beyond) return { beyond: problem.many, ms: performance.now() - began };
    throw problem;
  }
}
"""
BATCH = 200
USUAL = ((6, 8, 3), (9, 16, 4), (17, 32, 5), (33, 64, 6), (65, 128, 7), (129, 256, 8), (257, 512, 9))
MANY = ((6, 8, 9), (9, 14, 15), (15, 24, 16), (25, 48, 16))


def rounds(first: int) -> Iterator[tuple[str, Round]]:
    """Rounds without end, each with the name of its kind of field."""
    seed = first
    while True:
        rnd = Random(f"recompute {seed}")
        scale = sorted(SCORES)[seed % len(SCORES)]
        kind = "many rounds" if seed % 2 else "usual rounds"
        low, high, most = rnd.choice(MANY if seed % 2 else USUAL)
        players = rnd.randint(low, high)
        made = history(rnd, players, min(most, players + 1), scale, "fold" if scale == "swl" else "random")
        for one in made:
            yield f"{kind}, {low}-{high} players", one
        seed += 1


def compared(made: Round, browser: dict[str, Any]) -> tuple[str, float]:
    """What became of one round ("same", "beyond", "different"), and how long Python took."""
    began = time.perf_counter()
    try:
        mine = pairs.recompute(*for_the_checker(made))
    except Beyond:
        return ("beyond" if "beyond" in browser else "different"), time.perf_counter() - began
    took = time.perf_counter() - began
    if "beyond" in browser:
        return "different", took
    theirs = ({frozenset(pair) for pair in browser["pairs"]}, browser["bye"])
    return ("same" if mine == theirs == outcome(made.drawn) else "different"), took


def main() -> int:
    options = parser_of(__doc__)
    options.add_argument("--rounds", type=int, default=10_000)
    options.add_argument("--first", type=int, default=0)
    asked = options.parse_args()
    source = islice(rounds(asked.first), asked.rounds)
    seen, slowest, began = Counter[tuple[str, str]](), [0.0, 0.0], time.perf_counter()
    while batch := list(islice(source, BATCH)):
        browsers = in_javascript(SCRIPTS, DRIVER, [for_javascript(made) for _, made in batch])
        for (kind, made), browser in zip(batch, browsers, strict=True):
            found, took = compared(made, browser)
            seen[kind, found] += 1
            slowest = [max(slowest[0], took), max(slowest[1], browser["ms"] / 1000)]
            if found == "different":
                print(f"DIFFERENT {kind}: {made.terms} {len(made.entrants)} players, key {made.key.hex()}")
    for kind in sorted({kind for kind, _ in seen}):
        print(f"{kind:32} same {seen[kind, 'same']:6} beyond {seen[kind, 'beyond']:3}")
    total = Counter[str]()
    for (_, found), many in seen.items():
        total[found] += many
    print(f"{seen.total()} rounds: {dict(total)}; {time.perf_counter() - began:.0f} s")
    print(f"slowest round: Python {slowest[0]:.2f} s, JavaScript {slowest[1]:.2f} s")
    return 1 if total["different"] or total["beyond"] > seen.total() / 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
