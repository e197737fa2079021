"""What the readers of lists make of real samples, and whether any damaged list can break them.

    python -m bench.lists [--shared DIR]                   figures for every sample, illegal lists named
    python -m bench.lists --mutations 1000000 [--seed 1]   the same with damaged samples, within 512 MB

The samples and the card data are not part of the project: DIR has `lists/` and `catalogue/`.  No damaged
list may raise an exception or take a second.
"""

import json
import resource
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bench.options import parser_of
from komandor.cli.list_ import decoded
from komandor.core.games import GAMES
from komandor.core.games.game import Rules
from komandor.core.games.listverdict import Verdict, judge
from komandor.core.lists.cards import Catalogue
from komandor.core.lists.pool import Pool
from komandor.store.catalogues import read_catalogue

FOLDERS = {"star-wars-lcg": "swlcg"}
MEMORY = 512 * 1024 * 1024
SLOWEST = 1.0
JUNK = (
    "\x00",
    "\ufeff",
    "𝔛",
    "\u202e",
    "(((((",
    ")",
    "9" * 400,
    "-1",
    "x" * 3000,
    "\n" * 50,
    "\t",
    "é́",
    "[[[[",
    "{",
    '"',
    "&a;",
)
BOMB = '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'


@dataclass(frozen=True, slots=True)
class Sample:
    """One list as somebody wrote it."""

    game: str
    set: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A game with its card data, ready to judge."""

    rules: Rules
    catalogue: Catalogue
    pool: Pool


def shared() -> Path | None:
    """The folder with samples and card data beside the checkout, if there is one."""
    here = Path(__file__).resolve()
    return next((up / "shared" for up in here.parents if (up / "shared" / "lists").is_dir()), None)


def tables(folder: Path) -> dict[str, Table]:
    found = {}
    for rules in GAMES:
        catalogue = read_catalogue(folder / "catalogue" / FOLDERS.get(rules.data.id, rules.data.id), rules)
        assert rules.lists is not None
        found[rules.data.id] = Table(rules, catalogue, rules.lists.pool(catalogue))
    return found


def samples(folder: Path) -> Iterator[Sample]:
    """Every list of the samples; a file of many lists is taken apart."""
    for rules in GAMES:
        game = rules.data.id
        for path in sorted((folder / "lists" / FOLDERS.get(game, game)).iterdir()):
            if path.suffix not in (".txt", ".json", ".o8d") or "LICENSE" in path.name:
                continue
            text = decoded(path.read_bytes())
            inner = json.loads(text) if path.suffix == ".json" else None
            if isinstance(inner, list):
                yield from (Sample(game, path.name, _name(one), _text(one)) for one in inner)
            else:
                yield Sample(game, "single files", path.name, text)


def _name(one: dict[str, Any]) -> str:
    return str(one.get("kingston_id") or one.get("id") or one.get("name"))


def _text(one: dict[str, Any]) -> str:
    return str(one["text"]) if "text" in one else json.dumps(one, indent=1, ensure_ascii=False)


def figures(folder: Path) -> list[dict[str, Any]]:
    """For each set of samples: cards resolved, verdicts, and the illegal lists with rule and line."""
    known = tables(folder)
    found: dict[tuple[str, str], list[tuple[Sample, Verdict]]] = {}
    for one in samples(folder):
        table = known[one.game]
        verdict = judge(table.rules, one.text, table.catalogue, pool=table.pool)
        found.setdefault((one.game, one.set), []).append((one, verdict))
    return [_row(game, name, judged) for (game, name), judged in found.items()]


def _row(game: str, name: str, judged: list[tuple[Sample, Verdict]]) -> dict[str, Any]:
    entries = Counter(entry.match.status for _, verdict in judged for entry in verdict.entries)
    unread = sum(len(verdict.unread) for _, verdict in judged)
    total = entries.total() + unread
    return {
        "game": game,
        "set": name,
        "lists": len(judged),
        "cards": total,
        "resolved": round(100 * entries["recognised"] / max(1, total), 2),
        "ambiguous": entries["ambiguous"],
        "unknown": entries["unknown"] + unread,
        "verdicts": dict(Counter(verdict.decision for _, verdict in judged)),
        "illegal": [_illegal(one, verdict) for one, verdict in judged if verdict.decision == "illegal"],
        "not_resolved": sorted(
            {e.line.name or e.line.code for _, verdict in judged for e in verdict.entries if not e.card}
        ),
    }


def _illegal(one: Sample, verdict: Verdict) -> dict[str, Any]:
    broken = [problem for problem in verdict.problems if problem.severity == "broken"]
    return {
        "list": one.name,
        "why": [[p.reason.rule, p.line, p.reason.code, _shown(dict(p.reason.params))] for p in broken],
    }


def _shown(params: dict[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in params.items())


# ── damaged lists ────────────────────────────────────────────────────────────


def damaged(text: str, other: str, chance: Random) -> str:
    """The text with one to four injuries: cut, doubled, mixed, shuffled, or with junk in it."""
    for _ in range(chance.randint(1, 4)):
        text = chance.choice(INJURIES)(text, other, chance)[:60_000]
    return text


def _span(text: str, chance: Random) -> tuple[int, int]:
    start = chance.randint(0, len(text))
    return start, min(len(text), start + chance.choice((1, 1, 2, 5, 20, 200)))


def _cut(text: str, other: str, chance: Random) -> str:
    start, end = _span(text, chance)
    return text[:start] + text[end:]


def _doubled(text: str, other: str, chance: Random) -> str:
    start, end = _span(text, chance)
    return text[:end] + text[start:end] * chance.choice((1, 2, 30)) + text[end:]


def _junk(text: str, other: str, chance: Random) -> str:
    start, end = _span(text, chance)
    return text[:start] + chance.choice((*JUNK, BOMB)) + text[chance.choice((start, end)) :]


def _mixed(text: str, other: str, chance: Random) -> str:
    start, end = _span(other, chance)
    place = chance.randint(0, len(text))
    return text[:place] + other[start : end + 300] + text[place:]


def _shuffled(text: str, other: str, chance: Random) -> str:
    lines = text.split("\n")
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return "\n".join(lines)


def _letter(text: str, other: str, chance: Random) -> str:
    place = chance.randint(0, len(text))
    return (
        text[:place]
        + chr(chance.choice((chance.randint(32, 126), chance.randint(0, 0x2FFF))))
        + text[place + 1 :]
    )


INJURIES = (_cut, _doubled, _junk, _mixed, _shuffled, _letter, _letter)


def fuzz(known: dict[str, Table], every: list[Sample], count: int, seed: int = 1) -> dict[str, Any]:
    """Judge so many damaged samples; a crash or a second's work ends it with the text that did it."""
    chance, slowest, verdicts = Random(seed), 0.0, Counter[str]()
    began = time.perf_counter()
    for number in range(count):
        one, other = chance.choice(every), chance.choice(every)
        text = damaged(one.text, other.text, chance)
        table = known[one.game]
        start = time.process_time()
        try:
            cards, pool = (table.catalogue, table.pool) if number % 8 else (None, None)
            verdict = judge(table.rules, text, cards, pool=pool)
        except Exception as bug:  # noqa: BLE001 - that is what is looked for
            return {"mutations": number, "crash": repr(bug), "game": one.game, "text": text}
        took = time.process_time() - start
        verdicts[verdict.decision] += 1
        slowest = max(slowest, took)
        if took > SLOWEST:
            return {"mutations": number, "slow": took, "game": one.game, "text": text}
    seconds = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return {
        "mutations": count,
        "crashes": 0,
        "slowest_ms": round(1000 * slowest, 1),
        "seconds": round(seconds, 1),
        "peak_mb": peak,
        "verdicts": dict(verdicts),
    }


def main() -> int:
    options = parser_of(__doc__)
    options.add_argument("--shared", type=Path, default=shared())
    options.add_argument("--mutations", type=int, default=0)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    if asked.shared is None:
        options.error("--shared: name the folder that has lists/ and catalogue/")
    if asked.mutations:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        every = list(samples(asked.shared))
        answer = fuzz(tables(asked.shared), every, asked.mutations, asked.seed)
        print(json.dumps(answer, ensure_ascii=True))
        return 0 if "crashes" in answer else 1
    for row in figures(asked.shared):
        print(
            f"{row['game']}, {row['set']}: {row['lists']} lists, {row['cards']} cards, {row['resolved']} % "
            f"resolved, {row['ambiguous']} ambiguous, {row['unknown']} unknown; {row['verdicts']}"
        )
        for name in row["not_resolved"]:
            print(f"    not resolved: {name}")
        for one in row["illegal"]:
            for rule, line, code, params in one["why"]:
                print(f"    {one['list']}: {rule} {f'line {line}: ' if line else ''}{code} ({params})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
