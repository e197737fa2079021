"""A pack made twice is the same file; loaded, it is listed, used and removed; a hostile file is refused."""

import json
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from komandor.cli.exits import BAD_INPUT, OK
from komandor.cli.main import main
from komandor.core.lists.cards import plain
from tests.lists.made import FLEET, GATHERED, LEGAL, catalogue


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KOMANDOR_DATA", str(tmp_path / "data"))
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *args: object) -> Any:
    capsys.readouterr()
    assert main([*map(str, args), "--json"]) == OK, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


def made(data: Path, game: str, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[Path, str]:
    cards, file = data / f"{game}.json", data / f"{game}.zip"
    cards.write_text(json.dumps(plain(catalogue(game))), encoding="utf-8")
    answer = said(capsys, "pack", "make", cards, "--game", game, "-o", file, *more)
    return file, answer["digest"]


@pytest.mark.parametrize("game", GATHERED)
def test_a_pack_is_made_loaded_used_and_removed(game: str, data: Path, capsys: Any) -> None:
    file, digest = made(data, game, capsys, "--name", "Club", "--licence", "our own")
    before = file.read_bytes()
    assert made(data, game, capsys, "--name", "Club", "--licence", "our own") == (file, digest)
    assert file.read_bytes() == before
    (loaded,) = said(capsys, "pack", "load", file)["packs"]
    assert (loaded["name"], loaded["digest"]) == ("Club", digest)
    assert said(capsys, "pack", "list")["packs"] == [loaded]
    assert said(capsys, "pack", "show", "Club")["licence"] == "our own"
    pasted = data / "list.txt"
    pasted.write_text(LEGAL[game], encoding="utf-8")
    judged = said(capsys, "list", pasted, "--game", game, "--pack", digest[:8])
    assert digest[:12] in judged["catalogue"]
    assert said(capsys, "list", pasted, "--game", game)["catalogue"] is None, (
        "a pack is chosen, never guessed"
    )
    assert said(capsys, "pack", "remove", digest[:6])["digest"] == digest
    assert said(capsys, "pack", "list")["packs"] == []


def test_two_packs_of_a_game_stand_side_by_side_and_one_replaces_its_earlier_version(
    data: Path, capsys: Any
) -> None:
    for version in ("1", "2"):
        file, digest = made(data, "armada", capsys, "--name", "Club", "--version", version)
        said(capsys, "pack", "load", file)
    assert [one["version"] for one in said(capsys, "pack", "list")["packs"]] == ["1", "2"]
    assert main(["pack", "show", "Club"]) == BAD_INPUT, "two of this name"
    file, digest = made(data, "armada", capsys, "--name", "Club", "--version", "3")
    said(capsys, "pack", "load", file, "--replace")
    assert [one["digest"] for one in said(capsys, "pack", "list")["packs"]] == [digest]


def test_card_data_and_lists_take_a_data_folder(data: Path, capsys: Any) -> None:
    cards, other = data / "armada.json", data / "other"
    cards.write_text(json.dumps(plain(catalogue("armada"))), encoding="utf-8")
    said(capsys, "catalogue", "import", cards, "--game", "armada", "--data", other)
    assert said(capsys, "catalogue", "list")["catalogues"] == []
    assert len(said(capsys, "catalogue", "list", "--data", other)["catalogues"]) == 1
    pasted = data / "list.txt"
    pasted.write_text(FLEET, encoding="utf-8")
    assert said(capsys, "list", pasted, "--game", "armada", "--data", other)["catalogue"]


def zipped(**files: bytes) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), content)
    return out.getvalue()


HEAD = {
    "format": "komandor-pack/1",
    "game": "armada",
    "name": "x",
    "version": "1",
    "date": "d",
    "licence": "",
}
MANIFEST = json.dumps(HEAD).encode()
HOSTILE = {
    "no zip": b"PK\x03\x04 broken",
    "empty": b"",
    "no manifest": zipped(cards_json=b"{}"),
    "nothing in it": zipped(pack_json=MANIFEST),
    "a bomb": zipped(pack_json=MANIFEST, cards_json=b" " * (17 << 20)),
    "too deep": zipped(pack_json=MANIFEST, cards_json=b"[" * 100_000),
    "something else": zipped(pack_json=MANIFEST, evil_exe=b"x"),
    "no JSON": zipped(pack_json=b"\xff\xfe"),
    "a number for a name": zipped(pack_json=json.dumps(HEAD | {"name": 5}).encode(), cards_json=b"{}"),
    "cards of another game": zipped(
        pack_json=MANIFEST, cards_json=json.dumps(plain(catalogue("destiny"))).encode()
    ),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_is_bad_input_and_nothing_is_kept(kind: str, data: Path, capsys: Any) -> None:
    file = data / "bad.zip"
    file.write_bytes(HOSTILE[kind])
    assert main(["pack", "load", str(file)]) == BAD_INPUT
    assert "FILE:" in capsys.readouterr().err
    assert said(capsys, "pack", "list")["packs"] == []


@pytest.mark.parametrize(
    "args", [("show", "nobody"), ("remove", "nobody"), ("make", "--game", "armada", "-o", "x")]
)
def test_what_is_not_there_is_bad_input(args: tuple[str, ...], data: Path, capsys: Any) -> None:
    assert main(["pack", *args]) == BAD_INPUT
