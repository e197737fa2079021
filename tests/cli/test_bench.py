"""`komandor bench` measures from a checkout and says what is wrong with its options."""

import json
import subprocess
import sys


def _run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "komandor", "bench", *args],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_one_line_for_each_engine_and_size() -> None:
    done = _run("draw", "--sizes", "16", "--json")
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    own = [row for row in rows if row["engine"] == "komandor" and row["n"] == 16]
    assert own
    assert own[0]["optimal"] is True


def test_sizes_that_are_no_numbers_are_refused() -> None:
    done = _run("draw", "--sizes", "many")
    assert done.returncode == 2
    assert "--sizes" in done.stderr
