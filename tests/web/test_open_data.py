"""What other programs take from an event says what its pages say, to all alike, and nothing unpublished."""

import io
import json
from typing import Any

import jsonschema
import pytest

from komandor.app.access import HOST
from komandor.documents.document import json_schema
from komandor.documents.kept import all_kept
from komandor.web.public.open_data import FILES, PARTS
from komandor.web.server.site import Site
from tests.documents.test_files_of_others import save
from tests.support.event import swiss
from tests.support.world import World, client, opened, site_of

CRYODEX = {
    "name": "Old <b>Cup</b>",
    "players": [{"name": "Ann", "score": 5}, {"name": "Bob", "score": 0}],
    "rounds": [{"matches": [{"player1": "Ann", "player1points": 5, "player2": "Bob", "player2points": 0}]}],
}


def shown(site: Site, path: str, lang: str = "en") -> Any:
    page, parts = site.pages.find(path) or (None, {})
    assert page is not None, path
    return page.render(site, lang, **parts)


@pytest.fixture(scope="module")
def world() -> World:
    return opened("armada", swiss(3), players=6).play_round().play_round()


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.file)
def test_every_file_is_there_with_short_names_only(world: World, file: Any) -> None:
    body = shown(site_of(world), f"/t/cup/data/{file.file}")
    text = (
        body if isinstance(body, str) else body.decode("latin-1" if file.file.endswith(".png") else "utf-8")
    )
    assert text.strip()
    full = [f"{p['first']} {p['last']}" for p in world.store.people("cup").values()]
    assert full
    assert not [name for name in full if name in text]


def test_the_document_and_its_parts_are_one_truth(world: World) -> None:
    site = site_of(world)
    whole = json.loads(shown(site, "/api/v1/events/cup"))
    jsonschema.validate(whole, json_schema(), jsonschema.Draft202012Validator)
    assert json.loads(shown(site, "/api/v1/schemas/event.json")) == json.loads(json.dumps(json_schema()))
    for part in PARTS:
        assert json.loads(shown(site, f"/api/v1/events/cup/{part}")) == whole[part]
    assert json.loads(shown(site, "/api/v1/events/cup/rounds/2")) == whole["rounds"][1]
    assert shown(site, "/api/v1/events/cup/rounds/9") is None
    assert shown(site, "/api/v1/events/nobody") is None
    assert len(whole["rounds"]) == 2


def test_a_drawn_round_is_nobodys_before_it_is_published() -> None:
    world = opened("armada", swiss(3), players=6).play_round().draw()
    site = site_of(world)
    assert len(json.loads(shown(site, "/api/v1/events/cup/rounds"))) == 1
    assert shown(site, "/api/v1/events/cup/rounds/2") is None
    assert "Round 2" not in shown(site, "/t/cup/data/event.txt")


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_the_page_offers_text_to_paste_and_every_file(world: World, lang: str) -> None:
    body = shown(site_of(world), "/t/cup/share", lang)
    assert all(f"/t/cup/data/{file.file}" in body for file in FILES)
    assert body.count("data-copy-text") == 6
    assert "/t/cup/share" in shown(site_of(world), "/t/cup/", lang)


def test_a_foreign_event_is_imported_shown_and_removed(world: World) -> None:
    host, stranger = client(site_of(world), world.link(HOST)), client(site_of(world))
    file = io.BytesIO(json.dumps(CRYODEX).encode())
    file.name = "cup.json"
    answer = host.post("/import", {"file": file})
    (kept,) = all_kept(world.store)
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/others/{kept.id}")
    for page in (stranger.get(f"/others/{kept.id}"), stranger.get("/others")):
        assert "Old &lt;b&gt;Cup" in page.content.decode()
    assert "/others" in stranger.get("/").content.decode()
    assert stranger.post(f"/others/{kept.id}/remove").status_code == 403
    assert stranger.get("/others/nobody").status_code == 404
    assert host.post(f"/others/{kept.id}/remove").status_code == 302
    assert [*all_kept(world.store)] == []


def test_a_broken_foreign_file_is_refused_with_its_place(world: World) -> None:
    host = client(site_of(world), world.link(HOST))
    file = io.BytesIO(b"round,a,b\n1,A,A\n")
    file.name = "results.CSV"
    answer = host.post("/import", {"file": file})
    assert answer.status_code == 422
    assert "lines[2]" in answer.content.decode()
    host.cookies["lang"] = "pl"
    file.seek(0)
    assert "Nie wczytano" in host.post("/import", {"file": file}).content.decode()


def test_a_foreign_event_shows_margins_whole_and_who_won_it(world: World) -> None:
    host = client(site_of(world), world.link(HOST))
    file = io.BytesIO(save(name="Łukasz & Co", module="Armada").encode("cp1250"))
    file.name = "Cryodex.save"
    host.post("/import", {"file": file})
    (kept,) = all_kept(world.store)
    host.cookies["lang"] = "en"
    text = host.get(f"/others/{kept.id}").content.decode()
    assert "Łukasz &amp; Co" in text
    assert ">140</td>" in text, "a margin is a whole number"
    assert "Final place" in text
    host.post(f"/others/{kept.id}/remove")


def test_a_foreign_event_names_its_differences_and_is_found_by_its_players(world: World) -> None:
    host = client(site_of(world), world.link(HOST))
    file = io.BytesIO(json.dumps(CRYODEX).replace('"score": 5', '"score": 5, "sos": "2"').encode())
    file.name = "cup.json"
    host.post("/import", {"file": file})
    (kept,) = all_kept(world.store)
    host.cookies["lang"] = "pl"
    text = host.get(f"/others/{kept.id}").content.decode()
    assert "Ann: siła przeciwników to 2 w pliku, a 0 po przeliczeniu jego rund." in text
    assert 'data-find="Ann"' in text
    assert text.count('<details class="fold" open>') == 2, "the differences and the round, also on paper"
    assert "Ann Bob" in host.get("/others").content.decode()
    host.post(f"/others/{kept.id}/remove")
