"""On the terminal, too, an event that another version wrote is named with the reason, and the others work."""

import json
from pathlib import Path

import pytest

from komandor.cli.exits import BAD_INPUT, OK
from komandor.cli.main import main
from komandor.log.record import GENESIS, follow
from komandor.simulate import simulate
from komandor.store import open_store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with one good event and one whose last record is of an unknown type."""
    good = simulate("good", {"players": 4, "game": "armada", "structure": "swiss"})
    store = open_store(tmp_path)
    store.load(good.state.id, good.records, {})
    written = follow("newer", 0, GENESIS, good.records[0].at, "organiser", "1", (good.records[0].event,))
    newer = follow(
        "newer", 1, written[-1].hash, good.records[0].at, "organiser", "2", ('{"type":"round_sung"}',)
    )
    store.load("newer", (*written, *newer), {})
    store.close()
    return tmp_path


def test_the_list_shows_both(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["event", "list", "--data", str(folder), "--json"]) == OK
    rows = {row["event"]: row for row in json.loads(capsys.readouterr().out)["events"]}
    assert rows.pop("newer") == {
        "event": "newer",
        "name": "record 2 of newer: unknown type of event: round_sung",
        "date": "",
        "phase": "unreadable",
    }
    assert [row["phase"] != "unreadable" for row in rows.values()] == [True]


def test_a_command_about_it_is_answered_with_the_reason(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (["show"], ["announce"], ["log"]):
        assert main(["event", *command, "--event", "newer", "--data", str(folder)]) == BAD_INPUT
        said = capsys.readouterr().err
        assert said.startswith("--event: Entry 2 of event newer was written by another version of Komandor")
        assert said.count("\n") == 1


def test_it_can_still_be_written_to_a_file(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "newer.komandor"
    assert main(["export", "--event", "newer", "--data", str(folder), "-o", str(file)]) == OK
    assert b"round_sung" in file.read_bytes()


def test_such_a_file_is_refused_with_the_reason(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "newer.komandor"
    main(["export", "--event", "newer", "--data", str(folder), "-o", str(file)])
    capsys.readouterr()
    assert main(["standings", str(file)]) == BAD_INPUT
    assert "unknown type of event: round_sung" in capsys.readouterr().err
