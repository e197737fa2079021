"""How often each action was accepted and refused, in which phases and by whom."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench.explorer.walk import Row
from komandor.core.tournament.actions import ACTIONS
from komandor.texts.catalogue import templates
from komandor.texts.template import fill

ENOUGH, NAMED = 100, 4
WHY_NOT: Mapping[str, str] = {}
"""Action → why it cannot be accepted or refused often."""


Counts = tuple[Counter[Row], Counter[tuple[str, str]]]


def added(counts: Counter[Row], refusals: Counter[tuple[str, str]], file: Path | None) -> Counts:
    """These counts and those of earlier runs, which a file keeps."""
    if file is None:
        return counts, refusals
    if file.exists():
        earlier = json.loads(file.read_text("utf-8"))
        counts = counts + Counter({(a, p, r, yes): n for a, p, r, yes, n in earlier["counts"]})
        refusals = refusals + Counter({(action, code): n for action, code, n in earlier["refusals"]})
    lines = {
        "counts": [[*row, n] for row, n in sorted(counts.items())],
        "refusals": [[*row, n] for row, n in sorted(refusals.items())],
    }
    file.write_text(json.dumps(lines), "utf-8")
    return counts, refusals


def table(counts: Counter[Row], refusals: Counter[tuple[str, str]]) -> Iterator[str]:
    """One line for each action, then its phases and roles; then what was too seldom."""
    rows: dict[str, list[tuple[Row, int]]] = defaultdict(list)
    for row, count in counts.items():
        rows[row[0]].append((row, count))
    yield f"{'action':28}{'accepted':>9}{'refused':>9}  accepted/refused by phase, then by role"
    for name in (row.name for row in ACTIONS):
        yes, no = (sum(n for row, n in rows[name] if row[3] is said) for said in (True, False))
        yield f"{name:28}{yes:9}{no:9}  {_by(rows[name], 1)} | {_by(rows[name], 2)}"
    yield from seldom(counts, refusals)


def _by(rows: list[tuple[Row, int]], part: int) -> str:
    """How often by phase or by role."""
    made: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for row, count in rows:
        made[str(row[part])][not row[3]] += count
    return " ".join(f"{key or '-'} {yes}/{no}" for key, (yes, no) in sorted(made.items()))


def seldom(counts: Counter[Row], refusals: Counter[tuple[str, str]]) -> Iterator[str]:
    """Every action that was accepted or refused too seldom, and what it was refused for."""
    for name in (row.name for row in ACTIONS):
        for said, word in ((True, "accepted"), (False, "refused")):
            times = sum(n for row, n in counts.items() if row[0] == name and row[3] is said)
            if times < ENOUGH:
                why = WHY_NOT.get(name) or " ".join(_refused(name, refusals))
                yield f"{name} was {word} {times} times. {why}"


def _refused(name: str, refusals: Counter[tuple[str, str]]) -> Iterator[str]:
    """What somebody who tried it was told oftenest, without the names and numbers."""
    codes = [(code, times) for (action, code), times in refusals.most_common() if action == name]
    yield "The answer was mostly:" if codes else "Nobody was told why not."
    for code, times in codes[:NAMED]:
        said = templates("en").get(code, (code,))[0]
        yield f"“{fill(said, {}, 'en', lambda *_: '…')}” ({times})"
