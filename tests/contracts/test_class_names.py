"""No two classes of the program share a name, so that a name in a traceback or a search means one thing."""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import komandor

PACKAGE = Path(komandor.__file__).parent

SHARED = {
    "Match": "cli/engine/input_types.py: the name stands in the JSON Schema of `komandor rank --schema`",
}
"""Names that more than one class has, and why. `check` shares no code with the rest, and is not compared."""


@cache
def _places() -> dict[str, list[str]]:
    """Class → the files that define one of this name; a name that begins with _ is its file's own affair."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith("check/"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].append(name)
    return found


def test_a_class_has_a_name_of_its_own() -> None:
    twice = {name: files for name, files in _places().items() if len(files) > 1 and name not in SHARED}
    told = [f"{name}: {' and '.join(files)}" for name, files in twice.items()]
    assert not told, "rename one, or add the name to SHARED with a reason:\n" + "\n".join(told)


def test_every_exception_is_still_needed() -> None:
    alone = [name for name in SHARED if len(_places().get(name, [])) < 2]
    assert not alone, f"these names are unique now, take them out of SHARED in {__file__}: {alone}"
