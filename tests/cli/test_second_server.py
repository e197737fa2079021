"""A second server on the same data folder ends with one sentence that says so, not as a bug."""

from pathlib import Path

import pytest

from komandor.cli.exits import BadInput
from komandor.cli.serve import listen, serve
from komandor.store.sqlite import SqliteStore


def test_the_folder_of_a_running_server_is_refused(tmp_path: Path) -> None:
    first = SqliteStore(tmp_path)
    first.create("cup")
    second = SqliteStore(tmp_path)
    with listen("127.0.0.1", 0) as listening, pytest.raises(BadInput, match="Another Komandor is using"):
        serve(second, tmp_path, listening, browser=False)
    first.close()
    second.close()
