"""The host loads an edition, sees what it changes, and removes it; a broken one names every line."""

from io import BytesIO

import pytest

from komandor.app.access import HOST
from komandor.app.editions import all_kept
from komandor.core.editions.toml_lines import MOST_BYTES
from komandor.web.public.event_pages import edition
from komandor.web.public.public_page import public_page
from tests.editions.test_examples import FILES, example
from tests.support.world import World, client, opened, site_of

ARMADA = "armada-four-factions"


@pytest.fixture
def world() -> World:
    return opened()


def test_load_show_copy_and_remove(world: World):
    host, edition = client(site_of(world), world.link(HOST)), example(ARMADA)
    text = edition.text.replace("\n", "\r\n").encode()
    assert host.post("/editions", {"file": BytesIO(text)})["Location"] == "/editions"
    assert [one.digest for one in all_kept(world.store)] == [edition.digest]
    shown = host.get(f"/editions/{edition.id}").content.decode()
    assert "rebel, imperial, republic, separatist" in shown
    assert edition.digest in shown
    assert host.get(f"/editions/{edition.id}?text=1").content.decode() == edition.text
    form = {"name": "Cup of four", "structure": "basic", "command_id": "a" * 12}
    made = host.post(f"/new/{edition.id}", form)["Location"].split("/")[2]
    assert host.post("/editions", {"remove": edition.id}).status_code == 302
    assert host.get(f"/editions/{edition.id}").status_code == 404
    assert host.post("/editions", {"remove": edition.id}).status_code == 422
    assert _public(world, made) == edition.text
    copied = host.post(f"/new/{edition.id}?copy={made}", form | {"copy": made, "command_id": "b" * 12})
    again = copied["Location"].split("/")[2]
    assert again != made
    assert _public(world, again) == edition.text


def _public(world: World, event: str) -> object:
    """The edition that the event's public page shows; None where there is no such page."""
    page = public_page(site_of(world), event, "en")
    model = edition(page) if page else None
    return model.text if model else None


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_pasted_text_is_loaded_too(world: World, path):
    host = client(site_of(world), world.link(HOST))
    host.post("/editions", {"text": path.read_text(encoding="utf-8")})
    assert [one.id for one in all_kept(world.store)] == [example(path.stem).id]


def test_a_broken_one_changes_nothing_and_keeps_the_text(world: World):
    host = client(site_of(world), world.link(HOST))
    answer = host.post("/editions", {"text": 'base = "armada@2017"\nlunch = 30\ncuts = "all"'})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Line 2" in page
    assert "Line 3" in page
    assert "lunch = 30" in page
    for file in (b"\xff\xfe\x00", b"#" * (MOST_BYTES + 1), b""):
        assert host.post("/editions", {"file": BytesIO(file)}).status_code == 422
    assert all_kept(world.store) == ()


def test_an_event_of_the_document_has_no_such_page(world: World):
    assert _public(world, "cup") is None
