"""Killed at any moment, a Komandor that sends loses no message and keeps the order."""

import sys
from pathlib import Path

import pytest

from bench.attacks import outbox


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_four_kills_lose_nothing(tmp_path: Path) -> None:
    found = outbox.campaign(4, seed=7, folder=tmp_path)
    assert found.problems == []
    assert found.messages > 4, "the children were hardly playing"
