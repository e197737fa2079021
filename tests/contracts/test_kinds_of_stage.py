"""Nothing outside `core/tournament/stage_kinds` branches on which kind of stage it is.

`stage.kind` is a record, so mypy refuses to compare it with a text; here is what mypy cannot see: keys in
plans, in views and in templates, tables that choose by key, records compared with `is`, copies of `KINDS`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import komandor
from komandor.core.tournament import stage_kinds
from komandor.core.tournament.stage_kind import StageKind

SOURCE = Path(komandor.__file__).parent
OWN = ("core/tournament/stage_kinds/",)
OTHER_TABLES = ("check/", "web/static/")  # independent on purpose
ROUND_KINDS_DEFINED = ("core/games/game.py",)
"""`Situation` turns the clocks of the documents ("swiss", "knockout") into `eliminates` and `final`."""
KEYS = {kind.key for kind in stage_kinds.KINDS}
WORDS = KEYS | {"knockout"}
RECORDS = {key.upper() for key in KEYS}
ASK = (
    "ask the record what differs (a property of StageKind in core/tournament/stage_kind.py: eliminates, "
    "bracket, planned_rounds, may_rejoin, two_brackets …); if none says it, add one there and set it in the "
    "module of the kind"
)
IN_TEMPLATES = re.compile(
    rf"""[!=]=\s*["'](?:{"|".join(sorted(WORDS))})["']|\bin\s*[\[(]\s*["'](?:{"|".join(sorted(WORDS))})["']"""
)


def looked_at(ending: str) -> Iterator[tuple[str, str]]:
    for path in sorted(SOURCE.rglob(f"*{ending}")):
        name = path.relative_to(SOURCE).as_posix()
        if not name.startswith((*OWN, *OTHER_TABLES, *ROUND_KINDS_DEFINED)):
            yield name, path.read_text(encoding="utf-8")


def branches(source: str) -> Iterator[tuple[int, str]]:
    """Lines of Python that choose by the kind of a stage, and how."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
            if any(_words(part) for part in parts):
                yield node.lineno, "compares with the key of a kind"
            if any(_record(part) for part in parts):
                yield node.lineno, "compares with the record of a kind"
        elif isinstance(node, ast.Dict) and len(KEYS & {_text(key) for key in node.keys}) > 1:
            yield node.lineno, "chooses from a table by the key of a kind"
        elif isinstance(node, ast.MatchValue) and _text(node.value) in WORDS:
            yield node.value.lineno, "matches the key of a kind"
        elif isinstance(node, ast.Attribute) and node.attr == "knockout":
            yield node.lineno, "asks a property that names a kind"
        elif isinstance(node, ast.ImportFrom) and _copies_kinds(node):
            yield node.lineno, "keeps a copy of KINDS: use stage_kind(), stage_keys() or kinds_of()"


def _copies_kinds(node: ast.ImportFrom) -> bool:
    return (node.module or "").endswith("stage_kinds") and any(name.name == "KINDS" for name in node.names)


def _text(node: ast.AST | None) -> object:
    return node.value if isinstance(node, ast.Constant) else None


def _words(node: ast.AST) -> bool:
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return any(_text(one) in KEYS for one in node.elts)
    return isinstance(_text(node), str) and _text(node) in WORDS


def _record(node: ast.AST) -> bool:
    named = node.value if isinstance(node, ast.Attribute) and node.attr == "key" else node
    name = named.id if isinstance(named, ast.Name) else named.attr if isinstance(named, ast.Attribute) else ""
    return name in RECORDS


def test_no_python_branches_on_a_kind_of_stage() -> None:
    found = [
        f"src/komandor/{name}:{line} {how}" for name, text in looked_at(".py") for line, how in branches(text)
    ]
    assert not found, "\n".join([*found, ASK])


def test_no_template_branches_on_a_kind_of_stage() -> None:
    found = [
        f"src/komandor/{name}:{number} compares with the key of a kind"
        for name, text in looked_at(".html")
        for number, line in enumerate(text.splitlines(), start=1)
        if IN_TEMPLATES.search(line)
    ]
    assert not found, "\n".join([*found, ASK])


@pytest.mark.parametrize(
    "line",
    [
        'stage.kind == "swiss"',
        'plan.kind != "double"',
        'plan.kind in ("single", "double")',
        "plan.kind == SWISS.key",
        "stage.kind is single.SINGLE",
        '{"swiss": a, "single": b}.get(plan.kind, c)',
        "stage.knockout",
        "from komandor.core.tournament.stage_kinds import KINDS",
        'match plan.kind:\n    case "swiss":\n        pass',
    ],
)
def test_such_a_line_is_found(line: str) -> None:
    assert list(branches(line))


@pytest.mark.parametrize("line", ['{% if s.kind == "swiss" %}', "{% if s.kind in ('single', 'double') %}"])
def test_such_a_line_of_a_template_is_found(line: str) -> None:
    assert IN_TEMPLATES.search(line)


def test_every_module_of_the_package_with_a_kind_is_listed() -> None:
    made = {
        value
        for path in (SOURCE / OWN[0]).glob("*.py")
        for value in vars(__import__(f"{stage_kinds.__name__}.{path.stem}", fromlist=["*"])).values()
        if isinstance(value, StageKind) and path.stem != "__init__"
    }
    missing = [kind.key for kind in made if kind not in stage_kinds.KINDS]
    assert not missing, f"add {missing} to KINDS in core/tournament/stage_kinds/__init__.py"
    assert len(KEYS) == len(stage_kinds.KINDS), "two kinds in KINDS have the same key"
