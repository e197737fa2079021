"""The headless commands as a fixture."""

import pytest

from tests.cli.engine import Engine


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Engine:
    return Engine(monkeypatch, capsys)
