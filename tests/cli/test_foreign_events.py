"""A file of another program is kept, ranked again and never taken for a log."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from komandor.cli.exits import BAD_INPUT, OK
from komandor.cli.main import main
from komandor.documents.kept import all_kept, forget, kept
from komandor.store import open_store

FILE = {
    "name": "Hall of Fame",
    "players": [{"name": n, "score": s, "sos": "9"} for n, s in (("A", 5), ("B", 0))],
    "rounds": [
        {
            "round-type": "swiss",
            "round-number": 1,
            "matches": [{"player1": "A", "player1points": 5, "player2": "B", "player2points": 0}],
        }
    ],
}


def test_the_same_file_twice_is_one_document_and_no_event(tmp_path: Path, capsys) -> None:
    file = tmp_path / "hall.json"
    file.write_text(json.dumps(FILE), encoding="utf-8")
    for _ in range(2):
        assert main(["import", str(file), "--data", str(tmp_path / "data"), "--json"]) == OK
    shown = json.loads(capsys.readouterr().out.splitlines()[-1])
    with closing(open_store(tmp_path / "data")) as store:
        (only,) = all_kept(store)
        assert (only.id, only.name, only.origin) == (shown["document"], "Hall of Fame", "cryodex-json")
        assert store.tournaments() == ()
        assert shown["notes"] == [
            "A: strength of schedule is 9 in the file, but 0 when counted from its rounds.",
            "B: strength of schedule is 9 in the file, but 5 when counted from its rounds.",
        ]
        forget(store, only.id)
        assert kept(store, only.id) is None


@pytest.mark.parametrize("name", ["broken.json", "broken.csv", "broken.xml", "Cryodex.save"])
def test_a_broken_file_is_named_and_nothing_is_kept(tmp_path: Path, capsys, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(b"{")
    assert main(["import", str(file), "--data", str(tmp_path / "data")]) == BAD_INPUT
    assert name in capsys.readouterr().err
    with closing(open_store(tmp_path / "data")) as store:
        assert [*all_kept(store)] == []


def test_our_own_document_is_kept_like_any_other_and_never_called_verified(tmp_path: Path, capsys) -> None:
    file = tmp_path / "event.json"
    draws = {"version": 1, "head": "", "seed_fingerprint": ""}
    players = [{"number": 1, "name": "Anna K."}]
    document = {"schema": "komandor-event/1", "name": "Cup", "players": players, "draws": draws}
    file.write_text(json.dumps(document), encoding="utf-8")
    assert main(["import", str(file), "--data", str(tmp_path / "data")]) == 0
    assert "Cup" in capsys.readouterr().out
    with closing(open_store(tmp_path / "data")) as store:
        (only,) = all_kept(store)
    assert (only.name, only.origin, only.draws) == ("Cup", "komandor", None)
