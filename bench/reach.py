"""Which functions of the package does nobody reach who only uses browsers, HTTP and the terminal?

    .venv/bin/python -m bench.reach

Measures coverage while whole events are played through the interface (tests/browser, tests/cli, and the
crawler that presses everything offered), and prints every function that was never executed.  Those that
are known, with their reason, stand in bench/unreached.txt; the command fails if another one appears.
"""

import ast
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "komandor"
KNOWN = Path(__file__).with_name("unreached.txt")
DRIVEN = ("tests/browser", "tests/cli", "tests/web/test_everything_offered.py")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        data, report = Path(folder, "coverage"), Path(folder, "coverage.json")
        run = [sys.executable, "-m", "coverage"]
        tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider", *(sys.argv[1:] or DRIVEN)]
        measured = [*run, "run", "--branch", f"--source={PACKAGE}", f"--data-file={data}", *tests]
        failed = subprocess.run(measured, cwd=ROOT, check=False).returncode
        subprocess.run([*run, "json", "-q", f"--data-file={data}", "-o", str(report)], cwd=ROOT, check=True)
        files = json.loads(report.read_text(encoding="utf-8"))["files"]
    never = sorted(name for path, found in files.items() for name in unreached(ROOT / path, found))
    reasons = dict(
        line.split(": ", 1) for line in KNOWN.read_text(encoding="utf-8").splitlines() if ": " in line
    )
    new = [name for name in never if name not in reasons]
    print(f"{len(never)} functions were never reached, {len(new)} of them without a reason:")
    print("\n".join(f"  {name}" for name in new))
    return 1 if failed or new else 0


def unreached(path: Path, found: dict[str, list[int]]) -> Iterator[str]:
    """The functions of a file of which no line was executed, as module.function."""
    done, missing = set(found["executed_lines"]), set(found["missing_lines"])
    module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            body = range(node.body[0].lineno, (node.end_lineno or 0) + 1)
            if not done.intersection(body) and missing.intersection(body):
                yield f"{module}.{node.name}"


if __name__ == "__main__":
    sys.exit(main())
