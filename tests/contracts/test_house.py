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


def programs() -> Iterator[Path]:
    for place in ("src", "tools", "bench"):
        yield from (ROOT / place).rglob("*.py")
    yield ROOT / "bootstrap.py"


def scripts() -> Iterator[Path]:
    return (path for end in ("js", "css") for path in (ROOT / "src").rglob(f"*.{end}"))


def test_no_file_is_too_long_to_read() -> None:
    tests = (ROOT / "tests").rglob("*.py")
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in (*programs(), *scripts(), *tests)}
    long = [f"{path.relative_to(ROOT)}: {n}" for path, n in lengths.items() if n > LONGEST_MODULE]
    none_left(long, f"divide these files, none has more than {LONGEST_MODULE} lines:")


def test_no_function_is_too_long_to_read() -> None:
    long = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in programs()
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
    """A line that is laid out by hand is wider or denser; some tables of tests and attacks deserve it."""
    shipped = (path.relative_to(ROOT) for path in programs() if ROOT / "bench" not in path.parents)
    kept = [path for path in shipped if "# fmt: skip" in (ROOT / path).read_text("utf-8")]
    none_left(kept, "let the formatter lay out these files:")


EMPTY = {"[]", "{}", "()", "set()"}


def silent(source: str) -> Iterator[int]:
    """The lines of asserts that compare with nothing, and would fail without a word on what to do."""
    for node in ast.walk(ast.parse(source)):
        test = node.test if isinstance(node, ast.Assert) and node.msg is None else None
        if isinstance(test, ast.Compare) and {ast.unparse(one) for one in test.comparators} & EMPTY:
            yield test.lineno


def test_a_contract_that_fails_says_what_to_do() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / "tests" / "contracts").glob("test_*.py"))
        if not path.stem.startswith("test_stores")  # they hold a store to its promises, no list to its rows
        for line in silent(path.read_text("utf-8"))
    ]
    none_left(found, "use `none_left` of tests/support/contracts.py, and say what to write where:")


@pytest.mark.parametrize("line", ["assert found == []", "assert {*a} - b == set()"])
def test_such_an_assert_is_found(line: str) -> None:
    assert list(silent(line)), line
    assert not list(silent(f"{line}, 'open this file'")), "a message is enough"
