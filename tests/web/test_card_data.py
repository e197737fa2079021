"""Card data is loaded, replaced and removed on a page of its own, by the owner of the machine only."""

import json
import zipfile
from html import unescape
from io import BytesIO
from pathlib import Path

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from komandor.app.access import HOST
from komandor.core.lists.cards import plain
from komandor.web.server.make_site import make_site
from komandor.web.server.site import Site
from tests.lists.made import catalogue
from tests.support.world import ORGANISER, World, client

OWN = """
name = "Club data"
date = 2026-03-04
[[cards]]
name = "Corvette A"
part = "ships"
type = "ship"
points = 44
"""


def machine(data: Path) -> tuple[Client, Site, World]:
    world = World("armada")
    site = make_site(world.store, secret="a secret of the tests", data=data)
    return client(site, world.link(HOST)), site, world


def sent(name: str, data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def zipped(**files: str) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def loaded(site: Site) -> str:
    cards = site.services.ledger.cards("armada")
    return cards.catalogue.label if cards else ""


def test_loaded_replaced_and_removed(tmp_path: Path) -> None:
    host, site, world = machine(tmp_path)
    assert client(site, world.link(ORGANISER)).get("/cards").status_code == 403
    kept = json.dumps(plain(catalogue("armada"))).encode()
    host.post("/cards", {"game": "armada", "do": "load", "files": sent("armada.json", kept)})
    assert loaded(site) == "hand-made, 2026-01-01 (1)"
    files = zipped(
        **{"deep/catalogue.toml": OWN, "catalogue.toml": OWN, "../../evil.json": "[]", "read.exe": "x"}
    )
    form = {"game": "armada", "do": "load", "files": sent("club.zip", files), "version": "7"}
    host.post("/cards", form | {"date": "2026-05-06", "medium": "on"})
    assert loaded(site) == "Club data, 2026-05-06 (7)"
    assert "Club data" in host.get("/cards").content.decode()
    assert not list(tmp_path.parent.glob("**/evil.json"))
    host.post("/cards", {"game": "armada", "do": "remove"})
    assert loaded(site) == ""


def test_what_is_no_card_data_is_refused_and_the_old_one_stays(tmp_path: Path) -> None:
    host, site, _ = machine(tmp_path)
    kept = json.dumps(plain(catalogue("armada"))).encode()
    host.post("/cards", {"game": "armada", "do": "load", "files": sent("armada.json", kept)})
    bad = (b"", b"\xff\xfe\x00", b"PK\x03\x04 broken", b'{"game": "armada"}', b"[" * 5000, zipped(a="x"))
    for data in bad:
        answer = host.post("/cards", {"game": "armada", "do": "load", "files": sent("x.json", data)})
        assert answer.status_code == 422, data[:20]
    assert host.post("/cards", {"game": "armada", "do": "load"}).status_code == 422
    other = host.post("/cards", {"game": "destiny", "do": "load", "files": sent("armada.json", kept)})
    assert other.status_code == 422
    assert loaded(site) == "hand-made, 2026-01-01 (1)"


def test_what_is_refused_is_said_in_polish_alone_without_a_place_of_the_server(tmp_path: Path) -> None:
    host, _, _ = machine(tmp_path)
    host.cookies["lang"] = "pl"
    other = json.dumps(plain(catalogue("destiny"))).encode()
    wrong = zipped(**{"catalogue.toml": "[[cards]]\npoints = 3"})
    said = {
        b"{": "To nie jest JSON w UTF-8: x.json.",
        b"[]": "W tych plikach nie ma danych kart do gry Star Wars: Armada w postaci, którą zna Komandor.",
        b"PK\x03\x04 broken": "Plik ZIP jest uszkodzony albo takiego rodzaju, którego Komandor nie czyta.",
        other: "Te karty są do innej gry: Star Wars: Przeznaczenie.",
        wrong: "Miejsce cards[0]: brakuje pola „name”.",
        zipped(**{"catalogue.toml": "name = 3 4"}): "To nie jest poprawny TOML: catalogue.toml:1.",
        zipped(**{"pack.json": "{}"}): "Format w pack.json musi brzmieć komandor-pack/1.",
        zipped(**{"pack.json": "{}", "x": ""}): "Pakiet zawiera pack.json, cards.json i game-edition.toml",
        b"0" * (17 << 20): "Za dużo danych: najwyżej 16 MB.",
    }
    for data, sentence in said.items():
        answer = host.post("/cards", {"game": "armada", "do": "load", "files": sent("x.json", data)})
        page = " ".join(unescape(answer.content.decode()).split())
        assert answer.status_code == 422
        assert sentence in page, data[:20]
        assert "/tmp" not in page, data[:20]
