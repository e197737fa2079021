"""Which functions, constants and keys of data the faces of the program can reach, by their names."""

import ast
import re
from collections import defaultdict
from pathlib import Path

NAME = re.compile(r"\w+")


class Reached:
    """Follows names from the entry points: what no reached code names, nothing can call.

    Two functions of one name count as one, so this may call something reached that is not; never the reverse.
    """

    def __init__(self, package: Path) -> None:
        self.package = package
        self.named_in: dict[str, set[str]] = defaultdict(set)
        self.top: set[str] = set()
        self.words: set[str] = set()
        for path in package.rglob("*.py"):
            self._read(ast.parse(path.read_text(encoding="utf-8")))
        templates = (*package.rglob("*.html"), *package.rglob("*.txt"))
        self.top |= {word for path in templates for word in NAME.findall(path.read_text(encoding="utf-8"))}
        self.names = self._closed()

    def __call__(self, place: str) -> bool:
        """Whether `src/komandor/core/x.py::f` or `…/data.toml::limits.fleet` is reached."""
        file, _, name = place.partition("::")
        if file.endswith(".py"):
            return all(part in self.names for part in name.split("."))
        return any(part in self.names or part in self.words for part in name.split(".")[-1:]) and (
            name.split(".")[0] in self.names
        )

    def _read(self, tree: ast.Module) -> None:
        for node in tree.body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self.named_in[node.name] |= self._names(node) - {node.name}
                self.top |= {w for d in node.decorator_list for w in self._names(d)}
                self.top |= (
                    {node.name} if any(isinstance(d, ast.Call) for d in node.decorator_list) else set()
                )
            elif isinstance(node, ast.ClassDef):
                self.named_in[node.name] |= self._names(node)
            elif not isinstance(node, (ast.Import, ast.ImportFrom)):
                self.top |= self._names(node)

    def _names(self, node: ast.AST) -> set[str]:
        found = set()
        for one in ast.walk(node):
            if isinstance(one, ast.Name):
                found.add(one.id)
            elif isinstance(one, ast.Attribute):
                found.add(one.attr)
            elif isinstance(one, ast.Constant) and isinstance(one.value, str):
                self.words.add(one.value)
                found |= set(NAME.findall(one.value)) if len(one.value) < 40 else set()
            elif isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found.add(one.name)
        return found

    def _closed(self) -> set[str]:
        reached, new = set(self.top), set(self.top)
        while new:
            new = {name for one in new for name in self.named_in.get(one, ())} - reached
            reached |= new
        return reached
