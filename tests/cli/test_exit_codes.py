"""Every ending of a command has its exit code; what went wrong is short, and a bug tells where when asked."""

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest
import typer

from komandor.cli import main as cli
from komandor.cli.exits import BAD_INPUT, BUG, OK, REFUSED, BadInput, RefusedByRule


def test_the_codes_are_those_that_scripts_know() -> None:
    assert (OK, REFUSED, BAD_INPUT, BUG) == (0, 1, 2, 70)


class Try(SimpleNamespace):
    """A command of the table, each one different from the others."""

    __hash__ = object.__hash__


def ending(monkeypatch: pytest.MonkeyPatch, how: BaseException | None) -> None:
    """Put one command `try` on the command line that ends like this."""

    def attempt(count: int = 0) -> None:
        if how is not None:
            raise how

    command = Try(name="try", help="", load=lambda: attempt)
    monkeypatch.setattr(cli, "COMMANDS", (command,))


@pytest.mark.parametrize(
    ("how", "code", "said"),
    [
        (None, OK, ""),
        (typer.Exit(REFUSED), REFUSED, ""),
        (BadInput("game: no game is called chess"), BAD_INPUT, "game: no game is called chess\n"),
        (RefusedByRule(["ARM-1: no", "ARM-2: no"]), REFUSED, "ARM-1: no\nARM-2: no\n"),
    ],
)
def test_an_expected_ending(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], how: Any, code: int, said: str
) -> None:
    ending(monkeypatch, how)
    assert cli.main(["try"]) == code
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["chess"], "chess"),
        (["--chess"], "--chess"),
        (["try", "--chess"], "--chess"),
        (["try", "--count", "many"], "--count"),
    ],
)
def test_a_wrong_command_line_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], args: list[str], named: str
) -> None:
    ending(monkeypatch, None)
    assert cli.main(args) == BAD_INPUT
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert named in said.err


@pytest.mark.parametrize(("debug", "lines"), [("", 1), ("1", 4)])
def test_a_bug_is_one_line_unless_debugging(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], debug: str, lines: int
) -> None:
    monkeypatch.setenv("KOMANDOR_DEBUG", debug)
    ending(monkeypatch, ZeroDivisionError("three thirds"))
    assert cli.main(["try"]) == BUG
    said = capsys.readouterr().err.splitlines()
    assert len(said) == lines if lines == 1 else len(said) >= lines
    assert "ZeroDivisionError: three thirds" in said[-1]


def test_no_argument_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == OK
    assert "Usage: komandor" in capsys.readouterr().out


def test_an_answer_that_nobody_reads_on_is_no_error() -> None:
    """`komandor games | head -1`: the other end of the pipe is closed before everything is written."""
    command = [sys.executable, "-m", "komandor", "games"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as reading:
        assert reading.stdout
        assert reading.stderr
        reading.stdout.close()
        assert reading.stderr.read() == b""
    assert reading.returncode == OK
