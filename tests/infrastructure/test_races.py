"""What is pressed at the same moment on two real processes is kept whole, and once: a sample."""

from argparse import Namespace
from pathlib import Path

import pytest

from bench.attacks import races


@pytest.mark.slow
@pytest.mark.skipif("sys.platform == 'win32'", reason="PostgreSQL in the tests needs a Unix socket")
def test_switches_events_keys_and_lists_on_two_processes(
    postgres_database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    held = races.run(Namespace(times=10, lists=10), postgres_database, tmp_path)
    assert held, capsys.readouterr().out
