"""`komandor explain` reads a tournament file and says why, in both languages."""

import json
from pathlib import Path

import pytest

from komandor.cli.exits import BAD_INPUT, OK
from komandor.cli.main import main
from komandor.log.bundle import Bundle, write
from tests.support.event import Event, single, swiss

PEOPLE = {
    n: {"first": name, "last": "Kowal", "show": "short"} for n, name in enumerate(["Anna", "Bo", "Cyd"], 1)
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Seven players, two Swiss rounds, a cut to four, a finished final."""
    event = Event("conquest", swiss(2), single(4)).register(7).play_out()
    path = tmp_path / "event.komandor"
    path.write_bytes(write(Bundle(event.id, event.store.read(event.id), PEOPLE)))
    return path


def explain(file: Path, *options: str) -> int:
    return main(["explain", str(file), *options])


def test_everything_about_one_player(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(file, "--player", "1", "--json") == OK
    said = json.loads(capsys.readouterr().out)
    assert (said["player"], said["name"]) == (1, "Anna K.")
    abouts = [one["about"] for one in said["answers"]]
    assert abouts[:2] == ["round", "round"]
    assert abouts[-2:] == ["place", "seed"]
    assert all(one["text"].endswith(".") for one in said["answers"])
    assert all(one["rule"] for one in said["answers"])


def test_by_name_in_polish_with_rules(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(file, "--player", "bo kowal", "--round", "1", "--lang", "pl") == OK
    said = capsys.readouterr().out
    assert said.startswith("Bo K.\n\nRunda 1\n")
    assert "(COM-" in said


@pytest.mark.parametrize("who", ["99", "nobody", ""])
def test_unknown_players_are_named(file: Path, who: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(file, "--player", who) == BAD_INPUT
    assert capsys.readouterr().err.count("\n") == 1


def test_no_file_and_no_komandor_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(tmp_path / "none.komandor", "--player", "1") == BAD_INPUT
    wrong = tmp_path / "wrong.komandor"
    wrong.write_bytes(b"hello")
    assert explain(wrong, "--player", "1", "--lang", "pl") == BAD_INPUT
    assert "To nie jest plik Komandora" in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "99", "-1"])
def test_a_round_that_there_is_not_is_bad_input(
    file: Path, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(file, "--player", "1", "--round", number) == BAD_INPUT
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("--round: ")
