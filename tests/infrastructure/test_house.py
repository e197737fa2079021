"""Every text is fit for strangers: no path of one machine, no package index, nothing too long to read."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bootstrap import ROOT
from tests.support.contracts import none_left

PLACES = ("src", "tests", "tools", "docs", "bench", ".ci", ".github", "deploy")
TEXTS = {
    ".py",
    ".md",
    ".toml",
    ".txt",
    ".json",
    ".jsonl",
    ".html",
    ".css",
    ".js",
    ".cmd",
    ".po",
    ".yml",
    ".yaml",
    ".svg",
    ".sql",
    ".conf",
    ".service",
    "",
}
NOT_OURS = {".git", ".venv.lock"}
LONGEST_MODULE, LONGEST_FUNCTION, WIDEST_TEMPLATE = 400, 40, 160

PRIVATE = re.compile(r"(?<![\w.])/(work|root)/|(py[p]i|pythonh[o]sted)\.\w+[/\"' ]", re.IGNORECASE)


def texts() -> Iterator[Path]:
    trees = (path for place in PLACES for path in (ROOT / place).rglob("*"))
    for path in (*ROOT.iterdir(), *trees):
        if path.name in NOT_OURS or "__pycache__" in path.parts:
            continue
        if path.is_file() and path.suffix in TEXTS:
            yield path


def test_no_text_names_a_machine_or_an_index() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in texts()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if PRIVATE.search(line) and path != Path(__file__)
    ]
    none_left(found, "write no path of one machine and no package index here:")


def shipped() -> Iterator[Path]:
    yield from ((ROOT / "src").rglob("*.py"))
    yield from ((ROOT / "tools").rglob("*.py"))
    yield ROOT / "bootstrap.py"


def test_no_module_is_too_long_to_read() -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in shipped()}
    long = [f"{path}: {length}" for path, length in lengths.items() if length > LONGEST_MODULE]
    none_left(long, f"divide these files, none has more than {LONGEST_MODULE} lines:")


def test_no_function_is_too_long_to_read() -> None:
    long = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in shipped()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]
    none_left(long, f"divide these functions, none has more than {LONGEST_FUNCTION} lines:")


def test_no_line_of_a_template_is_too_wide_to_compare() -> None:
    wide = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in (ROOT / "src").rglob("*.html")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > WIDEST_TEMPLATE
    ]
    none_left(wide, f"break these lines, none is wider than {WIDEST_TEMPLATE} signs:")


PHASES_WITH_A_NAME = (
    {"registration", "announced"},
    {"published", "running"},
    {"between", "cut"},
)


def test_phases_that_have_a_name_together_are_not_typed_out_again() -> None:
    """Pages ask `t.arriving`, `t.playing` or `t.between_rounds`; the checker keeps its own tables."""
    own = ROOT / "src" / "komandor"
    pairs = re.compile(r"""\(["'](\w+)["'], ["'](\w+)["']\)""")
    typed = [
        f"{path.relative_to(ROOT)}: {found.group()}"
        for path in (*own.rglob("*.py"), *own.rglob("*.html"))
        for found in pairs.finditer(path.read_text("utf-8"))
        if set(found.groups()) in PHASES_WITH_A_NAME and own / "check" not in path.parents
    ]
    assert {line.partition(":")[0] for line in typed} == {"src/komandor/core/tournament/values.py"}, typed


NUMBERED = re.compile(
    r"test_(?:[a-z]{1,2}\d+[a-z]?_|(?:finding|section|console|phones|bug)_[a-z]?\d|low_|\w*findings)"
)
"""Numbers on a list that is not in the repository.

Readings and rules (`docs/rules`: amb_s4, swl_2v2_6) and examples (`tests/scenarios`: dv_7) can be looked up.
"""


def test_no_test_is_named_after_a_list_that_nobody_can_look_up() -> None:
    name = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)
    found = [
        f"{path.relative_to(ROOT)}: {one}"
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for one in (f"{path.stem}_", *name.findall(path.read_text("utf-8")))
        if NUMBERED.match(one)
    ]
    none_left(found, "name these by what they hold, without the number of a list:")


@pytest.mark.parametrize(
    ("name", "numbered"),
    [
        ("test_p10_leaders_are_recognised", True),
        ("test_t23_t24_one_bye_each", True),
        ("test_low_findings", True),
        ("test_section_2_rules_say", True),
        ("test_dv_10_bye_choice", False),
        ("test_amb_s4_the_floater", False),
        ("test_round_1_may_be_the_fold", False),
    ],
)
def test_a_numbered_name_is_recognised(name: str, numbered: bool) -> None:
    assert bool(NUMBERED.match(name)) is numbered


def test_no_line_is_kept_from_the_formatter() -> None:
    """A line that is laid out by hand is wider or denser than others; some tables of the tests deserve it."""
    assert [str(path) for path in shipped() if "# fmt: skip" in path.read_text("utf-8")] == []
