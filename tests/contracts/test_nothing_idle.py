"""Nothing in the package waits for a caller that does not exist: what is defined is named a second time."""

import ast
import re
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "komandor"
NAMED_BY_LIBRARIES = {"dump_bytecode", "get_source_checksum", "load_bytecode"}  # asked by Jinja


def idle(package: Path) -> list[str]:
    """The functions and classes whose name stands nowhere but where they are defined."""
    files = [path for end in ("py", "html", "txt", "toml") for path in package.rglob(f"*.{end}")]
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    named = Counter(word for text in texts.values() for word in re.findall(r"\w+", text))
    found = []
    for path, text in texts.items():
        for node in ast.walk(ast.parse(text)) if path.suffix == ".py" else ():
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                known = named[node.name] > 1 or node.name in NAMED_BY_LIBRARIES or node.name.startswith("__")
                found += [] if known else [f"{path.relative_to(package)}: {node.name}"]
    return found


def test_every_function_and_class_is_named_somewhere_else() -> None:
    left = idle(PACKAGE)
    assert not left, "Nobody in src/komandor uses these; remove them, or call them:\n  " + "\n  ".join(left)


def test_a_function_that_only_tests_call_is_found(tmp_path: Path) -> None:
    (tmp_path / "some.py").write_text("def used():\n    pass\n\n\ndef idle():\n    return used()\n")
    assert idle(tmp_path) == ["some.py: idle"]
