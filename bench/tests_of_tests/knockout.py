"""Does a test turn red when the code that carries a rule is knocked out?

    python -m bench.tests_of_tests.knockout                   # every rule; writes knock-out.md
    python -m bench.tests_of_tests.knockout --survivors       # only rules that are not red yet; writes it too
    python -m bench.tests_of_tests.knockout --rule COM-BYE-4  # these rules, at every place; writes nothing
    python -m bench.tests_of_tests.knockout --again           # the rows of the page; writes nothing

`komandor rules --coverage` names the places that carry a rule: functions, constants and keys of `data.toml`.
One after another they are replaced by something neutral, and only the tests marked with the rule run, until
one fails; it must pass again when the place is restored.  A function gives back nothing: None, no reasons,
no events, 0, False and then True; where its type has no such value, calling it is an error.  A table or tuple
is empty, a number one more.
"""

import argparse
import gc
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from bench.tests_of_tests.neutral import knocked_out
from komandor.rulebook import rules as all_rules
from komandor.rulebook.coverage import Covered, coverage
from tools.rule_coverage import KNOCKED_OUT
from tools.rule_coverage import knocked_out as knocked_before

ROOT = Path(__file__).parents[2]
LONGEST_TEST = 30
HEAD = """# Knocked out

Written by `python -m bench.tests_of_tests.knockout`, not by hand. For every rule that the program is to
keep: a place that carries it, and a test marked with the rule that fails when this place is made neutral.
`komandor rules --coverage` calls a rule *enforced* only if it stands in the first table and place and test
are still there. A function gives back nothing instead (None, no reasons, no events, 0, False and then True);
where its type has no such value, calling it is an error. A table is empty, a number of the data one more.

## Red

| rule | place | test |
|---|---|---|
"""
SURVIVORS = """
## Survivors

No marked test fails, or no place can be knocked out: these rules count as offered, shown or missing.

| rule | why |
|---|---|
"""


REASONS = {
    "COM-PAIR-3": "a permission: without the code more would be allowed, not less",
}
"""What can be said about survivors that are known."""


Rows = Mapping[str, tuple[str, str]]
"""Rule → the place and the test of its row."""


class Hung(BaseException):
    """A test did not end: without this place the day never ends."""


class KnockOut:
    """A pytest plug-in that collects the marked tests once and runs them against one place after another."""

    def __init__(self, rules: Sequence[Covered], seconds: float, every_place: bool, rows: Rows) -> None:
        self.rules, self.seconds, self.every_place, self.rows = rules, seconds, every_place, rows
        self.red: dict[str, tuple[str, str]] = {}
        self.survivors: dict[str, str] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        marked: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            for id in dict.fromkeys(id for mark in item.iter_markers("rule") for id in mark.args):
                marked[id].append(item)
        signal.signal(signal.SIGALRM, _hung)
        for number, rule in enumerate(self.rules, start=1):
            self.try_rule(rule, marked[rule.id])
            found = " ".join(self.red.get(rule.id, ())) or f"SURVIVED: {self.survivors[rule.id]}"
            print(f"{number}/{len(self.rules)} {rule.id}: {found}", flush=True)
        return True

    def try_rule(self, rule: Covered, items: list[pytest.Item]) -> None:
        notes, places = [], ranked(rule.where)
        if rule.id in self.rows:
            place, test = self.rows[rule.id]
            places, items = [place], [item for item in items if item.nodeid == test]
        for place in places:
            answer = self.try_place(place, items)
            if isinstance(answer, pytest.Item):
                self.red.setdefault(rule.id, (place, answer.nodeid))
                if not self.every_place:
                    return
            notes.append(f"{place}: {answer}")
        if self.every_place:
            print("\n".join(f"    {note}" for note in notes))
        if rule.id not in self.red:
            found = "; ".join(notes) or "no place names it"
            self.survivors[rule.id] = f"{REASONS[rule.id]} ({found})" if rule.id in REASONS else found

    def try_place(self, place: str, items: list[pytest.Item]) -> pytest.Item | str:
        """The first test that fails without this place, or what came instead."""
        tried, until = 0, time.process_time() + self.seconds
        if not items:
            return "no test is marked with it"
        for variant in (0, 1):
            for item in items:
                if time.process_time() > until:
                    return f"green in {tried} tests, then the time was over"
                restore = knocked_out(place, variant)
                if restore is None:
                    break
                forget()
                failed = fails(item)
                restore()
                forget()
                tried += 1
                if failed and not fails(item):
                    return item
        return f"green in all {tried} tests" if tried else "has no neutral value"


def ranked(places: Iterable[str]) -> list[str]:
    """What decides first: functions of the core, then its data and constants, then explanations and pages."""
    named = [place for place in places if "::" in place]
    return sorted(named, key=lambda place: ("/core/" not in place, "expla" in place, ".py" not in place))


def fails(item: pytest.Item) -> bool:
    signal.alarm(LONGEST_TEST)
    try:
        return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))
    except Hung:
        return True
    finally:
        signal.alarm(0)


def _hung(*_: Any) -> None:
    raise Hung


def forget() -> None:
    """Empty every cache of the package, which may hold what was computed without the place."""
    if not CACHES:
        CACHES.extend(found_caches())
    for wrapper in CACHES:
        wrapper.cache_clear()


def found_caches() -> list[Any]:
    kept = ("read_data", "read", "rules", "ambiguities", "titles", "_by_id", "templates", "words")
    wrappers = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
    ours = [one for one in wrappers if str(one.__module__).startswith("komandor.core")]
    return [one for one in ours if one.__name__ not in kept]


CACHES: list[Any] = []


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--rule", nargs="*", default=[], help="only these rules, and every place of theirs")
    asked.add_argument("--seconds", type=float, default=10, help="the longest processor time for one place")
    asked.add_argument(
        "--survivors", action="store_true", help="only rules that are not red; writes the page"
    )
    asked.add_argument("--again", action="store_true", help="only the rows of the page, each with its test")
    given = asked.parse_args()
    rules = [rule for rule in coverage() if rule.tag == "auto"]
    if given.rule:
        rules = [rule for rule in rules if rule.id in given.rule]
    if given.survivors:
        rules = [rule for rule in rules if rule.status != "enforced"]
    rows = knocked_before() if given.again else {}
    rules = [rule for rule in rules if rule.id in rows] if given.again else rules
    tried = KnockOut(rules, given.seconds, bool(given.rule), rows)
    named = [rows[rule.id][1:] if rule.id in rows else rule.tests for rule in rules]
    files = sorted({test.partition("::")[0] for tests in named for test in tests if ".py" in test})
    scenarios = sorted({str(p.relative_to(ROOT)) for p in ROOT.glob("tests/**/test_scenarios.py")})
    options = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "not browser and not slow"]
    code = pytest.main([*options, *dict.fromkeys([*files, *scenarios])], plugins=[tried])
    print(f"{len(tried.red)} of {len(rules)} rules red")
    if not given.rule and not given.again:
        kept = {rule.id: knocked_before()[rule.id] for rule in coverage() if rule.status == "enforced"}
        red = (kept if given.survivors else {}) | tried.red
        KNOCKED_OUT.write_text(page(red, tried.survivors), encoding="utf-8", newline="\n")
    return int(code) or (1 if tried.survivors else 0)


def page(red: dict[str, tuple[str, str]], survivors: dict[str, str]) -> str:
    """The two tables, in reading order."""
    order = [rule.id for rule in all_rules()]
    rows = "".join(f"| {id} | `{red[id][0]}` | `{red[id][1]}` |\n" for id in order if id in red)
    rest = "".join(f"| {id} | {survivors[id].replace('|', '/')} |\n" for id in order if id in survivors)
    return HEAD + rows + SURVIVORS + rest


if __name__ == "__main__":
    sys.exit(main())
