"""Which code enforces each rule, and which tests prove it: read from the sources of a checkout.

Code and tests name a rule by its ID in their text; nothing is registered by hand. A rule is enforced only
if `python -m bench.tests_of_tests.knockout` has seen a test fail without the code that carries it, and both
are still there.
"""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from komandor.rulebook.coverage import CHECKOUT, CITED, PACKAGE, Covered, Status, cited_in
from komandor.rulebook.register import Rule, rules
from tools.citations import citations_in

CITED_BY_KEY = re.compile(r"""\.rules(?:\[|\.get\()"(\w+)\"""")
"""Shared code that cites a game's own rule: `data.rules["bye"]`."""

READ = (".py", ".toml", ".html", ".txt", ".js", ".xml")
SAYING_ONLY = ("rulebook", "texts", "check")
"""Packages that name rules but do not enforce them."""
OFFERING = ("core", "app", "web")
"""Packages in which reminders are asked for."""

CHECKLISTS = "src/komandor/rulebook/data/checklists.toml"
"""Reminders kept beside the rules; they count once a page, a print or a query shows them."""

KNOCKED_OUT = CHECKOUT / "docs" / "reference" / "knock-out.md"
"""What `python -m bench.tests_of_tests.knockout` has found."""
RED = re.compile(r"(?m)^\| ([A-Z]+-[A-Z0-9]+-\d+) \| `(.+)` \| `(.+)` \|$")
RULE_PAGE, CHECKLIST_PAGE, SETUP_PAGE = "/rules/", "/c/EVENT/checklists", "/m/EVENT/"
"""The pages on which people find every rule, the reminders, and how to set up a game."""

Named = Mapping[str, tuple[str, ...]]


def scanned() -> tuple[Covered, ...]:
    """All rules, in reading order, with what the sources say of each now."""
    code, tests, red = named_by_code(), named_by_tests(), knocked_out()
    none: tuple[str, ...] = ()
    return tuple(
        _covered(entry, code.get(entry.id, none), tests.get(entry.id, none), red.get(entry.id))
        for entry in rules()
    )


def knocked_out() -> Mapping[str, tuple[str, str]]:
    """Rule → the place without which a test failed, and this test."""
    text = KNOCKED_OUT.read_text(encoding="utf-8") if KNOCKED_OUT.exists() else ""
    return {id: (place, test) for id, place, test in RED.findall(text)}


def named_by_code() -> Named:
    """The functions, constants, keys and pages that name each ID; not where rules are only mentioned."""
    texts = {
        f"src/komandor/{path.relative_to(PACKAGE).as_posix()}": path.read_text(encoding="utf-8")
        for path in source_files(PACKAGE)
    }
    shown = any("rulebook.checklists" in text for name, text in texts.items() if _folder(name) in OFFERING)
    keys = _cited_by_key(texts)
    found: dict[str, list[str]] = defaultdict(list)
    for name, text in texts.items():
        if _folder(name) not in SAYING_ONLY or (shown and name == CHECKLISTS):
            for id, place in citations_in(name, text, CITED):
                found[id].append(name if name == CHECKLISTS else place)
            for key, place in citations_in(name, text, CITED_BY_KEY):
                for id in keys.get(key, ()):
                    found[id].append(place)
    return _frozen(found)


def _cited_by_key(texts: Mapping[str, str]) -> Named:
    """Key of `rules` in the games' data → the IDs that shared code cites by it."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, text in texts.items():
        for key, id in tomllib.loads(text).get("rules", {}).items() if name.endswith("/data.toml") else ():
            found[key].append(id)
    return _frozen(found)


def named_by_tests() -> Named:
    """The tests marked with each ID, and the scenario files whose `rules` line has it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in source_files(CHECKOUT / "tests"):
        for id, test in _marked(path):
            found[id].append(test)
    return _frozen(found)


def source_files(folder: Path) -> Iterator[Path]:
    """All source files below a folder, in a fixed order."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in READ and "__pycache__" not in path.parts:
            yield path


def _covered(
    entry: Rule, where: tuple[str, ...], tests: tuple[str, ...], red: tuple[str, str] | None
) -> Covered:
    pages = (CHECKLIST_PAGE,) if CHECKLISTS in where else ()
    pages = (f"{RULE_PAGE}{entry.id}", *pages) if entry.tag == "info" else pages
    return Covered(entry.id, entry.tag, _status(entry, where, tests, red), (*where, *pages), tests)


def _status(
    entry: Rule, where: tuple[str, ...], tests: tuple[str, ...], red: tuple[str, str] | None
) -> Status:
    """Enforced: knocked out, with place and test still there. Offered: on a checklist or a set-up step."""
    if entry.tag == "info":
        return "shown"
    if entry.tag == "auto" and red and red[0] in where and _still_marked(red[1], tests):
        return "enforced"
    return "offered" if CHECKLISTS in where else "missing"


def _still_marked(test: str, tests: tuple[str, ...]) -> bool:
    """Whether the test that failed is still marked with the rule: itself, its file or its scenario."""
    name = test.partition("[")[0]
    scenario = "test_scenarios.py" in name and any(
        not one.partition("::")[0].endswith(".py") for one in tests
    )
    return scenario or bool({name, name.partition("::")[0]} & set(tests))


def _folder(name: str) -> str:
    """The package of a file: "core" for src/komandor/core/ids.py."""
    return name.split("/")[2]


def _marked(path: Path) -> Iterator[tuple[str, str]]:
    name = path.relative_to(CHECKOUT).as_posix()
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        tree = ast.parse(text if "mark.rule" in text else "")
        yield from ((id, f"{name}{test}") for id, test in _markers(tree))
    else:
        for line in re.findall(r"(?im)^[#\s]*rules\b(.*)$", text):
            yield from ((id, name) for id in cited_in(line))


def _markers(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Every `pytest.mark.rule("…")`, with the test that it decorates, if any."""
    owners = {
        id(decorator): f"::{node.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        for decorator in node.decorator_list
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if node.func.attr == "rule" and ast.unparse(node.func).endswith("mark.rule"):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value, owners.get(id(node), "")


def _frozen(found: Mapping[str, list[str]]) -> Named:
    return {id: tuple(dict.fromkeys(places)) for id, places in found.items()}
