"""Long work shows a progress bar on a terminal, and none in a pipe."""

import io
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path

import pytest

from komandor.cli import progress
from komandor.cli.exits import OK
from komandor.cli.main import main
from tests.support.waiting import wait_until


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, patience: float) -> Terminal:
    """Standard error from now on; not in a fixture, because pytest replaces it before the test begins."""
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "PATIENCE", patience)
    monkeypatch.setattr(sys, "stderr", terminal)
    return terminal


def test_a_bar_moves_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch, 0)
    with progress.progress(2) as done:
        done()
        assert wait_until(lambda: "━" in terminal.getvalue())


def test_quick_work_shows_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch, 600)
    with progress.progress():
        pass
    assert "━" not in terminal.getvalue()


def test_a_pipe_has_the_answer_and_no_bar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0)
    file = str(tmp_path / "x.komandor")
    for words in (
        ["simulate", "--players", "4", "--seed", "1", "-o", file],
        ["check", file],
        ["verify", file],
    ):
        assert main(words) == OK
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", ["simulate", "check", "verify"])
def test_long_commands_have_a_bar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    asked: list[int | None] = []
    whole, module = progress.progress, import_module(f"komandor.cli.{command}")

    def counted(total: int | None = None) -> AbstractContextManager[Callable[[], None]]:
        asked.append(total)
        return whole(total)

    monkeypatch.setattr(module, "progress", counted)
    file = str(tmp_path / "x.komandor")
    assert main(["simulate", "--players", "4", "--seed", "1", "-o", file]) == OK
    assert command == "simulate" or main([command, file]) == OK
    assert len(asked) == 1
