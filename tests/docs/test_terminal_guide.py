"""The guide to the terminal is true: its commands, typed one after another, run a whole event."""

import re
import shlex
from pathlib import Path

import pytest

from komandor.cli.exits import OK
from komandor.cli.main import main

GUIDES = Path(__file__).parents[2] / "docs" / "guides"


def commands(lang: str) -> list[list[str]]:
    text = (GUIDES / lang / "terminal.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    return [shlex.split(line)[1:] for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_every_command_of_the_guide_works(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KOMANDOR_DATA", str(tmp_path / "data"))
    for words in commands(lang):
        assert main(words) == OK, (words, capsys.readouterr().err)
    assert (tmp_path / "cup.komandor").exists()


def test_both_languages_show_the_same_commands():
    assert [w[:3] for w in commands("en")] == [w[:3] for w in commands("pl")]
