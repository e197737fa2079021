"""`komandor list` and `komandor catalogue` keep to what scripts rely on."""

import io
import json
from pathlib import Path

import pytest

from komandor.cli.exits import BAD_INPUT, OK
from komandor.cli.main import main
from komandor.core.lists.cards import plain
from tests.lists.made import FLEET, LEGAL, catalogue


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KOMANDOR_DATA", str(tmp_path / "data"))
    return tmp_path


def own_file(folder: Path, game: str) -> Path:
    path = folder / f"{game}.json"
    path.write_text(json.dumps(plain(catalogue(game))), encoding="utf-8")
    return path


def pasted(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    raw = text.encode() if isinstance(text, str) else text
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))


def answer(capsys: pytest.CaptureFixture[str], *args: str) -> dict:
    assert main(args) == OK
    found: dict = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("game", LEGAL)
def test_a_legal_list(game: str, data: Path, monkeypatch, capsys) -> None:
    pasted(monkeypatch, LEGAL[game])
    found = answer(capsys, "list", "--game", game, "--catalogue", str(own_file(data, game)), "--json")
    assert (found["verdict"], found["problems"]) == ("legal", [])
    assert found["catalogue"] == "hand-made, 2026-01-01 (1)"
    assert {"format", "verdict", "points", "entries", "problems", "catalogue"} <= found.keys()
    for entry in found["entries"]:
        assert {"line", "name", "count", "points", "status", "choices"} <= entry.keys()
        assert entry["status"] == "recognised"


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_every_problem_has_its_rule_its_line_and_a_sentence(
    lang: str, data: Path, monkeypatch, capsys
) -> None:
    text = FLEET.replace("Slaved Turrets (6)", "Moon Laser (6)").replace("Leia Organa (3)", "Leia Organa (1)")
    pasted(monkeypatch, text.replace("9 x", "2 x").replace("Fire Lanes", "Most Wanted"))
    found = answer(
        capsys,
        "list",
        "--game",
        "armada",
        "--catalogue",
        str(own_file(data, "armada")),
        "--json",
        "--lang",
        lang,
    )
    assert {problem["rule"] for problem in found["problems"]} == {"ARM-LIST-6", "ARM-LIST-8"}
    assert all("{" not in problem["text"] and " " in problem["text"] for problem in found["problems"])
    by_status = {entry["status"]: entry for entry in found["entries"]}
    assert by_status["unknown"]["line"] == 11
    assert by_status["ambiguous"]["choices"] == [
        "Leia Organa (officer, Core)",
        "Leia Organa (commander, Core)",
    ]


def test_the_imported_catalogue_is_used_listed_and_shown(data: Path, monkeypatch, capsys) -> None:
    path = str(own_file(data, "armada"))
    pasted(monkeypatch, FLEET)
    assert answer(capsys, "list", "--game", "armada", "--json")["catalogue"] is None
    named = ("--name", "Club", "--version", "3", "--date", "2026-04-05", "--json")
    (kept,) = answer(capsys, "catalogue", "import", path, "--game", "armada", *named)["catalogues"]
    assert (kept["name"], kept["version"], kept["date"], kept["cards"]) == ("Club", "3", "2026-04-05", 17)
    assert answer(capsys, "catalogue", "list", "--json")["catalogues"] == [kept]
    assert answer(capsys, "catalogue", "show", "--game", "armada", "--json")["parts"]["objectives"] == 4
    pasted(monkeypatch, FLEET)
    assert answer(capsys, "list", "--game", "armada", "--json")["catalogue"] == "Club, 2026-04-05 (3)"


def test_a_file_in_any_encoding_and_the_tables_for_people(data: Path, capsys) -> None:
    path = data / "fleet.txt"
    path.write_bytes(FLEET.encode("utf-16"))
    assert main(["list", str(path), "--game", "armada", "--catalogue", str(own_file(data, "armada"))]) == OK
    shown = capsys.readouterr().out
    assert "Jaina's Light" in shown
    assert "legal (total 163, squadrons 46)" in shown
    assert main(["catalogue", "show", "--game", "armada", "--catalogue", str(data / "armada.json")]) == OK


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("--game", "chess"), "game"),
        (("--game", "armada", "--level", "world"), "--level"),
        (("--game", "armada", "--date", "soon"), "--date"),
        (("--game", "armada", "--season", "X"), "--season"),
        (("--game", "armada", "--catalogue", "nowhere"), "--catalogue"),
        (("nowhere.txt", "--game", "armada"), "FILE"),
        ((), "--game"),
    ],
)
def test_bad_input_is_one_sentence_that_names_the_field(
    args, named: str, data: Path, monkeypatch, capsys
) -> None:
    pasted(monkeypatch, FLEET)
    assert main(["list", *args]) == BAD_INPUT
    said = capsys.readouterr()
    assert named in said.err
    assert (said.out, said.err.count("\n")) == ("", 1)


@pytest.mark.parametrize("raw", [b"", b" \n", b"x" * 900_000])
def test_an_empty_or_endless_list_is_bad_input(raw: bytes, data: Path, monkeypatch, capsys) -> None:
    pasted(monkeypatch, raw)
    assert main(["list", "--game", "armada"]) == BAD_INPUT


@pytest.mark.parametrize("args", [("import", "nowhere", "--game", "armada"), ("show", "--game", "armada")])
def test_a_catalogue_that_is_not_there_is_bad_input(args, data: Path, capsys) -> None:
    assert main(["catalogue", *args]) == BAD_INPUT
    assert not (data / "data" / "catalogues").exists()


@pytest.mark.parametrize("text", ["49 Foo", "1x Cel A"])
def test_people_are_shown_no_id_of_a_format_and_no_empty_table(
    text: str, data: Path, monkeypatch, capsys
) -> None:
    pasted(monkeypatch, text)
    main(["list", "--game", "conquest" if text[0] == "4" else "star-wars-lcg", "--lang", "pl"])
    said = capsys.readouterr().out
    assert "unreadable" not in said
    assert "sets-text" not in said
    assert "└" not in said or "│" in said
