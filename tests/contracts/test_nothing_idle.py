"""Nothing waits for a caller that does not exist: what a module defines is used there or elsewhere."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.contracts import none_left

ROOT = Path(__file__).parents[2]
PLACES = ("src", "bench", "tools", "tests")
ASKED_BY_NAME = {
    "src/komandor/web/server/settings.py": "Django",
    "src/komandor/web/server/middleware.py": "Django, as settings.py names it",
    "src/komandor/web/server/security.py": "Django, as settings.py names it",
    "src/komandor/web/rendering/errors.py": "Django, as settings.py names it",
    "src/komandor/web/routing/urls.py": "Django",
    "src/komandor/web/rendering/compiled.py": "Jinja",
    "src/komandor/cli/translated.py": "the extraction of texts to translate",
    "tools/rule_coverage.py": "hatch_build.py, which loads it from its file",
    "tests/conftest.py": "pytest",
    "src/komandor/client.py": "programs of others",
}
"""Files whose names are asked for by a library or from outside, and by whom."""
USED_OTHERWISE = {
    "command": "Typer; `cli/commands.py` names the modules",
    "pytestmark": "pytest",
    "KNOWN": "bench/attacks/forged.py: modules whose import registers forgeries",
    "MODULES": "tests/check/laws/all_plants.py: modules whose import registers plants",
}
"""Names that nobody has to ask for, and why."""


def defined(tree: ast.Module) -> Iterator[str]:
    """The functions, classes and constants of a module; what is decorated registers itself."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) or (
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.decorator_list
        ):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (x.id for one in targets for x in ast.walk(one) if isinstance(x, ast.Name))


def named(tree: ast.Module) -> Iterator[str]:
    """The names that a module reads, imports or asks for as an attribute."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (f"import {one.name}" for one in node.names)
        elif isinstance(node, ast.Attribute):
            yield f".{node.attr}"
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id


def idle(files: dict[str, str]) -> list[str]:
    """What only its definition names, as "file: name"; tests that use the program do not count."""
    trees = {name: ast.parse(text) for name, text in files.items()}
    used = {name: set(named(tree)) for name, tree in trees.items()}
    anywhere = set[str]().union(*used.values())
    shipped = set[str]().union(*(names for name, names in used.items() if not name.startswith("tests/")))
    return [
        f"{name}: {one}"
        for name, tree in trees.items()
        if name not in ASKED_BY_NAME
        for one in defined(tree)
        if one not in used[name]
        and not {f".{one}", f"import {one}"} & (shipped if name.startswith("src/") else anywhere)
        and one not in USED_OTHERWISE
        and not one.startswith(("__", "test_", "Test"))
    ]


def test_everything_that_is_defined_is_used() -> None:
    files = (path for place in PLACES for path in (ROOT / place).rglob("*.py"))
    sources = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files}
    none_left(idle(sources), "nobody uses these: remove them, or call them")


def methods(tree: ast.Module) -> Iterator[str]:
    """The methods and properties of a module's classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield from (one.name for one in node.body if isinstance(one, ast.FunctionDef))


def test_every_method_of_the_program_is_called_by_it() -> None:
    """Or by a template: there any word counts."""
    package = ROOT / "src"
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in package.rglob("*.py")}
    words = {
        f".{word}" for path in package.rglob("*.html") for word in re.findall(r"\w+", path.read_text("utf-8"))
    }
    called = words.union(*(named(tree) for tree in trees.values()))
    found = [
        f"{path.relative_to(ROOT)}: {one}"
        for path, tree in trees.items()
        if path.relative_to(ROOT).as_posix() not in ASKED_BY_NAME
        for one in methods(tree)
        if f".{one}" not in called and not one.startswith("__")
    ]
    none_left(found, "nobody in src calls these: remove them, or call them")


def test_every_exception_is_still_there() -> None:
    gone = [name for name in ASKED_BY_NAME if not (ROOT / name).is_file()]
    none_left(gone, f"take these files out of ASKED_BY_NAME in {__file__}:")


def test_what_nobody_uses_is_found() -> None:
    one = "USED = 1\nIDLE = 2\n\n\ndef idle():\n    return USED\n\n\ndef called():\n    pass\n"
    files = {"src/one.py": one, "bench/two.py": "from one import called\n"}
    assert idle(files) == ["src/one.py: IDLE", "src/one.py: idle"]
    assert idle({"src/one.py": "def called():\n    pass\n", "tests/two.py": "from one import called\n"})
