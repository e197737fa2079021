"""What a person types at a terminal in one long day, for `bench.reach`: every command, every kind of file.

    .venv/bin/python -m bench.typed [EVENTS]

Simulates EVENTS small tournaments (60 unless told), and checks, verifies, shows, explains, exports and
imports each one. Ends with the exit codes that it saw.
"""

import contextlib
import io
import sys
import tempfile
from collections import Counter
from pathlib import Path

from komandor.cli.main import main as komandor

SIZES = ("tiny", "small", "small", "middle")
PLAIN = (
    "games",
    "games --json",
    "rules",
    "rules --json",
    "rules --coverage",
    "rules --coverage --json",
    "rules ARM-SCORE-5",
    "rules ARM-SCORE-5 --lang pl",
    "rules AMB-G35",
    "rules ARM-SCORE",
    "rules NO-SUCH-1",
    "simulate --axes",
)
WITH_FILE = (
    "check {file}",
    "check {file} --json",
    "verify {file}",
    "verify {file} --json",
    "standings {file}",
    "standings {file} --json",
    "pairings {file}",
    "pairings {file} --round 1 --json",
    "explain {file} --player 1",
    "explain {file} --player 2 --lang pl",
    "explain {file} --player 3 --json",
    "export {file} -o {csv} --format standings",
    "export {file} -o {csv} --format pairings",
    "export {file} -o {other} --without-people",
    "import {file} --data {data}",
    "import {file} --data {data}",
)


def typed(line: str, **paths: Path) -> int:
    """The exit code of one command line, whose answer nobody reads."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return komandor([word.format(**paths) for word in line.split()])


def main() -> int:
    codes = Counter(typed(line) for line in PLAIN)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "data")
        for seed in range(int(sys.argv[1]) if len(sys.argv) > 1 else 60):
            file, csv = Path(folder, f"{seed}.komandor"), Path(folder, f"{seed}.csv")
            size = SIZES[seed % len(SIZES)]
            codes[typed(f"simulate --seed {seed} --size {size} -o {{file}}", file=file)] += 1
            codes.update(
                typed(line, file=file, csv=csv, other=file.with_suffix(".public"), data=data)
                for line in WITH_FILE
            )
        hurt = Path(folder, "hurt.komandor")
        hurt.write_bytes(file.read_bytes().replace(b'"seq":3', b'"seq":4'))
        codes.update(
            typed(line, file=hurt, csv=csv, other=file.with_suffix(".public"), data=data)
            for line in WITH_FILE
        )
    print("exit codes:", dict(codes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
