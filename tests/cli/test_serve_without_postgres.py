"""Without the libraries of PostgreSQL everything else works, and `--database` says how to install them."""

import subprocess
import sys

import pytest

HIDE = """
import sys
sys.modules[sys.argv.pop(1)] = None  # as if it were not installed
from komandor.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(("verb", "missing"), [("serve", "psycopg"), ("demo", "psycopg_pool")])
def test_the_answer_is_one_sentence_with_the_command(verb: str, missing: str) -> None:
    command = [
        sys.executable,
        "-c",
        HIDE,
        missing,
        verb,
        "--database",
        "postgres://x/y",
        "--host",
        "127.0.0.1",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("--database: PostgreSQL needs libraries that are not installed here")
    assert done.stderr.endswith("python -m pip install 'komandor[postgres]'\n")
    assert done.stderr.count("\n") == 1


def test_what_needs_no_database_server_starts_without_its_libraries() -> None:
    start = (
        "from komandor.cli import serve, demo; from komandor.store import open_store; open_store('memory:')"
    )
    hide = "import sys; sys.modules['psycopg'] = sys.modules['psycopg_pool'] = None; "
    done = subprocess.run([sys.executable, "-c", hide + start], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
