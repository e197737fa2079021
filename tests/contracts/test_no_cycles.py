"""No two modules of `web` need one another: whoever reads one can read what it imports first.

Imports inside functions count; those for type checkers alone do not.
"""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from komandor import web

ROOT = Path(web.__file__).parents[1]


def modules() -> dict[str, Path]:
    """Every module of web, by its name."""
    found = {}
    for path in sorted((ROOT / "web").rglob("*.py")):
        parts = ("komandor", *path.relative_to(ROOT).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules, and names of modules, that a file imports when it runs."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{one.name}" for one in node.names)
            yield node.module
        yield from imported(node)


def test_no_two_modules_of_web_need_one_another() -> None:
    known = modules()
    needs = {
        name: {
            one
            for one in imported(ast.parse(path.read_text(encoding="utf-8")))
            if one in known and one != name
        }
        for name, path in known.items()
    }
    for name, wanted in needs.items():  # `from package import module` needs the module, not its package
        wanted -= {one for one in wanted if any(other.startswith(f"{one}.") for other in wanted)}
        wanted -= {one for one in wanted if name.startswith(f"{one}.")}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as problem:
        raise AssertionError(
            "these modules import one another in a circle; pass in what is needed:\n"
            + "\n".join(problem.args[1])
        ) from None
