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


def test_a_peer_that_is_not_installed_is_named_with_the_command_that_installs_it() -> None:
    hidden = "import sys; sys.modules['swisspair'] = None; from komandor.cli.main import main; "
    run = [sys.executable, "-c", hidden + "sys.exit(main(['bench', 'draw', '--sizes', '16']))"]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "bench: swisspair not installed; ./run bench installs what is measured\n"


def test_sizes_that_are_no_numbers_are_refused() -> None:
    done = _run("draw", "--sizes", "many")
    assert done.returncode == 2
    assert "--sizes" in done.stderr
