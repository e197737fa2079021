"""The checker knows nothing of the engine: it imports the standard library, itself and networkx."""

import ast
import sys
from pathlib import Path

import komandor.check

FOLDER = Path(komandor.check.__file__).parent
LIBRARIES = {"best_pairing.py": {"networkx"}}


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found.add(node.module or "")
    return found


def test_every_module_imports_only_the_standard_library_the_checker_and_its_matching() -> None:
    modules = sorted(FOLDER.rglob("*.py"))
    assert len(modules) > 15
    for path in modules:
        for name in imports(path):
            own = name == "komandor.check" or name.startswith("komandor.check.")
            own = own or name in LIBRARIES.get(path.name, ())
            assert own or name.split(".")[0] in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_modules_are_small() -> None:
    long = {p.name: n for p in FOLDER.rglob("*.py") if (n := len(p.read_text("utf-8").splitlines())) > 400}
    assert not long
