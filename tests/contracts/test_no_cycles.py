"""No two modules need one another: a reader can begin with what a module imports.

Imports inside functions count; those for type checkers alone do not.
"""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import komandor

ROOT = Path(komandor.__file__).parent
BACK = {
    ("komandor.core.tournament.actions.log", "komandor.core.tournament.undo"): (
        "undo replays the log, and so knows every action; undoing is one of them"
    ),
}
"""A module, one that needs it and that it imports nevertheless, and why."""


def modules() -> dict[str, Path]:
    """Every module, by its name."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
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


def needed() -> dict[str, set[str]]:
    """Every module, with those that it imports."""
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
    return needs


def test_no_two_modules_need_one_another() -> None:
    needs = needed()
    idle = [pair for pair in BACK if pair[1] not in needs[pair[0]]]
    assert not idle, f"these imports are gone, take them out of BACK in {__file__}: {idle}"
    for name, other in BACK:
        needs[name] -= {other}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as problem:
        raise AssertionError(
            "these modules import one another in a circle; pass in what is needed:\n"
            + "\n".join(problem.args[1])
        ) from None
