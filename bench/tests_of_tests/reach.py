"""Which functions of the package does nobody reach who only uses browsers, HTTP and the terminal?

    .venv/bin/python -m bench.tests_of_tests.reach

Measures coverage while the faces are driven: browsers (tests/browser), requests (tests/web), the terminal
(tests/cli and bench.tests_of_tests.typed), servers on SQLite and PostgreSQL in processes of their own. Prints
every function that was never executed.  Those that are known, with their reason, stand in unreached.txt; the
command fails if another one appears, or if one of them is reached after all.  Takes a quarter of an hour.
"""

import ast
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.options import parser_of

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "komandor"
KNOWN = Path(__file__).with_name("unreached.txt")
DRIVEN = ("tests/browser", "tests/cli", "tests/web")

# Child processes are measured too: the server that a browser talks to, and the terminal.
SETTINGS = """[run]
source = {package}
data_file = {data}
parallel = true
patch = subprocess
sigterm = true
"""


def main(driven: Sequence[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        data, report, settings = (Path(folder, name) for name in ("coverage", "report.json", "settings.ini"))
        settings.write_text(SETTINGS.format(package=PACKAGE, data=data), encoding="utf-8")
        run = [sys.executable, "-m", "coverage"]
        tests = ["pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *driven]
        failed = 0
        for driver in (["bench.tests_of_tests.typed"], tests):
            measured = [*run, "run", f"--rcfile={settings}", "-m", *driver]
            failed |= subprocess.run(measured, cwd=ROOT, check=False).returncode
        for step in (["combine", "-q"], ["json", "-q", "-o", str(report)]):
            subprocess.run([*run, *step, f"--rcfile={settings}"], cwd=ROOT, check=True)
        files = json.loads(report.read_text(encoding="utf-8"))["files"]
    never = sorted(name for path, found in files.items() for name in unreached(ROOT / path, found))
    reasons = dict(
        line.split(": ", 1) for line in KNOWN.read_text(encoding="utf-8").splitlines() if ": " in line
    )
    new = [name for name in never if name not in reasons]
    idle = [name for name in reasons if name not in never]
    print(f"{len(never)} functions were never reached, {len(new)} of them without a reason:")
    print("\n".join(f"  {name}" for name in new))
    print("\n".join(f"no longer true in {KNOWN.name}: {name}" for name in idle))
    return 1 if failed or new or idle else 0


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
    parser = parser_of(__doc__)
    parser.add_argument("tests", nargs="*", default=DRIVEN, help="what pytest runs; all faces if not given")
    sys.exit(main(parser.parse_args().tests))
