"""Every text is fit for strangers: no path of one machine, no package index, no module too long to read."""

import re
from collections.abc import Iterator
from pathlib import Path

from bootstrap import ROOT

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
    "",
}
NOT_OURS = {".git", ".venv.lock"}
LONGEST = 500
WIDEST_TEMPLATE_LINE = 160

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
    assert found == []


def test_no_module_is_too_long_to_read() -> None:
    modules = (*(ROOT / "src").rglob("*.py"), ROOT / "bootstrap.py")
    lengths = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in modules}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_no_template_line_is_too_wide_for_a_side_by_side_diff() -> None:
    templates = (ROOT / "src/komandor/web/templates").rglob("*.html")
    lines = (
        (f"{path.relative_to(ROOT)}:{number}", len(line))
        for path in templates
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
    )
    assert [where for where, length in lines if length > WIDEST_TEMPLATE_LINE] == []
