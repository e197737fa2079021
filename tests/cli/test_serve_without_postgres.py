"""Without the libraries of PostgreSQL everything else works, and `--database` says how to install them."""

import subprocess
import sys

import pytest

from komandor.cli.exits import BAD_INPUT
from komandor.cli.main import main


@pytest.mark.parametrize(("verb", "missing"), [("serve", "psycopg"), ("demo", "psycopg_pool")])
def test_the_answer_is_one_sentence_with_the_command(
    verb: str, missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "komandor.store.postgres", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)  # as if it were not installed
    assert main([verb, "--database", "postgres://x/y", "--host", "127.0.0.1"]) == BAD_INPUT
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("--database: PostgreSQL needs libraries that are not installed here")
    assert printed.err.endswith("python -m pip install 'komandor[postgres]'\n")
    assert printed.err.count("\n") == 1


def test_what_needs_no_database_server_starts_without_its_libraries() -> None:
    start = (
        "from komandor.cli import serve, demo; from komandor.store import open_store; open_store('memory:')"
    )
    hide = "import sys; sys.modules['psycopg'] = sys.modules['psycopg_pool'] = None; "
    done = subprocess.run([sys.executable, "-c", hide + start], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
