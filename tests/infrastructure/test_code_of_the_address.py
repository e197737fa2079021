"""Where phones are let in, the address is printed as a code to photograph; an old console is spared it."""

import sys
from io import BytesIO, TextIOWrapper

import pytest

from komandor.cli.serve import _show_qr

ADDRESS = "http://192.168.1.20:8000/"


def test_the_code_has_the_signs_of_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    _show_qr(ADDRESS)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 10
    assert {len(line) for line in lines[:10]} == {len(lines[0])}
    assert set("".join(lines)) & set("█▀▄")


def test_a_console_without_these_signs_prints_an_empty_line(monkeypatch: pytest.MonkeyPatch) -> None:
    written = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(written, "ascii", newline="\n", write_through=True))
    _show_qr(ADDRESS)
    assert written.getvalue() == b"\n"
