"""Where in a source file an ID stands: in which function, constant or key."""

import ast
import re
from collections.abc import Iterator
from pathlib import PurePath

HEADER = re.compile(r"^\[+([\w.]+)\]+")
KEY = re.compile(r"^([\w.]+)\s*=")
NAMES_ONLY = ("rules", "setup")
"""Tables of `data.toml` that say which ID to cite; what the rule says stands elsewhere."""


def citations_in(name: str, text: str, cited: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Each ID in the text, with the place that names it: `file::function`, `file::table.key` or the file."""
    if not cited.search(text):
        return
    lines = text.splitlines()
    suffix = PurePath(name).suffix
    owners = _python(text) if suffix == ".py" else _toml(lines) if suffix == ".toml" else {}
    for number, line in enumerate(lines, start=1):
        for id in cited.findall(line):
            owner = owners.get(number, "")
            yield id, f"{name}::{owner}" if owner else name


def _python(text: str) -> dict[int, str]:
    """Line → the function, method or constant that it belongs to; a comment belongs to what follows it."""
    owners: dict[int, str] = {}
    end = 0
    for node in ast.parse(text).body:
        for owner, first, last in _spans(node):
            owners |= dict.fromkeys(range(first, last + 1), owner)
        first, end = end + 1, node.end_lineno or node.lineno
        named = owners.get(node.lineno) or owners.get(end, "")
        owners |= {line: named for line in range(first, node.lineno) if line not in owners and named}
    return owners


def _spans(node: ast.stmt) -> Iterator[tuple[str, int, int]]:
    last = node.end_lineno or node.lineno
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        yield node.name, min([node.lineno, *(one.lineno for one in node.decorator_list)]), last
    elif isinstance(node, ast.ClassDef):
        yield node.name, node.lineno, last
        for inner in node.body:
            if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield f"{node.name}.{inner.name}", inner.lineno, inner.end_lineno or inner.lineno
    elif isinstance(node, (ast.Assign, ast.AnnAssign)):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if isinstance(target, ast.Name):
            yield target.id, node.lineno, last


def _toml(lines: list[str]) -> dict[int, str]:
    """Line → its table and key; a comment of its own line belongs to what follows it."""
    owners: dict[int, str] = {}
    table, key, waiting = "", "", list[int]()
    for number, line in enumerate(lines, start=1):
        if header := HEADER.match(line):
            table, key = header[1], ""
        elif found := KEY.match(line):
            key = found[1]
        elif line.startswith("#"):
            waiting.append(number)
            continue
        elif not line.strip():
            continue
        owner = ".".join(filter(None, (table, key)))
        if owner.split(".")[0] not in NAMES_ONLY:
            owners |= dict.fromkeys((*waiting, number), owner)
        waiting = []
    return owners
