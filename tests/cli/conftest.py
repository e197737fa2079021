"""The headless commands and a terminal with its own data folder, as fixtures."""

from pathlib import Path

import pytest

from tests.cli.engine import Engine
from tests.cli.terminal import Run


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Engine:
    return Engine(monkeypatch, capsys)


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(tmp_path / "data", capsys)
