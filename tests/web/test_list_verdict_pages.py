"""The organiser sees all verdicts in one table, decides against the program with a reason, and undoes it."""

import re
from pathlib import Path

import pytest

from komandor.app.access import Actor
from komandor.app.card_data import CardData, keep_catalogue
from komandor.core.tournament import commands as c
from komandor.web.server.make_site import make_site
from tests.lists.made import LEGAL, catalogue
from tests.support.world import ORGANISER, World, client

FLEET = LEGAL["armada"]
LISTS = {
    1: FLEET,
    2: FLEET.replace("2 x X-wing Squadron (26)", "12 x X-wing Squadron (156)"),
    3: FLEET.replace("Corvette B (39)", "Corvette"),
}


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Four players: a legal list, an illegal one, an unclear one, and none."""
    world = World("armada", settings={"lists.required": True}).people(4).announce()
    keep_catalogue(world.store, catalogue("armada"))
    world.ledger.cards = CardData(world.store)
    for number, text in LISTS.items():
        world.do(c.SubmitList(number, {}, text))
    return world


@pytest.mark.rule("COM-MAT-6", "COM-LIST-2")
def test_one_table_filters_links_and_an_override_that_is_undone(world: World, tmp_path: Path) -> None:
    site = make_site(world.store, secret="a secret of the tests", data=tmp_path)
    desk = client(site, world.link(ORGANISER))
    english = {"headers": {"Accept-Language": "en"}}
    for show, number in (("legal", 1), ("illegal", 2), ("undecided", 3), ("missing", 4)):
        page = desk.get(f"/c/cup/lists?show={show}", **english).content.decode()
        assert re.findall(r'class="person" href="/c/cup/lists/(\d)"', page) == [str(number)]
        assert show == "legal" or f"lists?show={show}" in desk.get("/c/cup/", **english).content.decode()
    assert "ARM-LIST-4" in desk.get("/c/cup/lists").content.decode()
    assert "hand-made, 2026-01-01 (1)" in desk.get("/c/cup/lists/2").content.decode()
    assert desk.post("/c/cup/lists/2", {"do": "legal"}).status_code == 422
    desk.post("/c/cup/lists/2", {"do": "legal", "note": "ten stay at home"})
    assert "ten stay at home" in desk.get("/c/cup/lists").content.decode()
    verdicts = [world.t.players[2].list_verdict]
    desk.post(f"/c/cup/undo/{world.t.version}", {"reason": "wrong player", "seen": str(world.t.version)})
    assert [*verdicts, world.t.players[2].list_verdict] == ["legal", ""]


@pytest.mark.rule("COM-LIST-2")
def test_a_last_moment_is_set_and_taken_away(world: World, tmp_path: Path) -> None:
    site = make_site(world.store, secret="a secret of the tests", data=tmp_path)
    desk = client(site, world.link(ORGANISER))
    phone = client(site, world.link(Actor("player", 4)))
    assert desk.post("/c/cup/lists", {"do": "deadline", "until": "soon"}).status_code == 422
    assert desk.post("/c/cup/lists", {"do": "deadline", "until": "2001-01-01T10:00"}).status_code == 422
    desk.post("/c/cup/lists", {"do": "deadline", "until": "2099-01-01T10:00"})
    assert "10:00 on 1 January 2099" in phone.get("/m/cup/list").content.decode()
    phone.post("/m/cup/list", {"do": "hand-in", "text": FLEET})
    assert world.t.players[4].lists
    desk.post("/c/cup/lists", {"do": "deadline", "until": ""})
    assert world.t.lists_until is None


@pytest.mark.rule("SWL-PROD-3")
def test_the_organiser_chooses_the_permitted_cards(world: World, tmp_path: Path) -> None:
    site = make_site(world.store, secret="a secret of the tests", data=tmp_path)
    desk = client(site, world.link(ORGANISER))
    wrong = {"do": "cards", "on": "2026-01-01", "products": "Wave 98\nWave 99"}
    page = desk.post("/c/cup/lists", wrong)
    assert page.status_code == 422
    assert "Wave 98\nWave 99</textarea>" in page.content.decode()
    desk.post("/c/cup/lists", {"do": "cards", "on": "2026-01-01", "products": " \n"})
    assert (world.t.list_rules.on, world.t.list_rules.products) == ("2026-01-01", ())
    assert 'value="2026-01-01"' in desk.get("/c/cup/lists").content.decode()


@pytest.mark.rule("SWL-DECK-1")
def test_two_decks_that_are_pasted_one_after_the_other_become_one_list(tmp_path: Path) -> None:
    world = World("star-wars-lcg").people(2)
    keep_catalogue(world.store, catalogue("star-wars-lcg"))
    site = make_site(world.store, secret="a secret of the tests", data=tmp_path)
    phone = client(site, world.link(Actor("player", 1)))
    light, dark = LEGAL["star-wars-lcg"].split("\n\n", 1)
    light, sith = light.rsplit("\n", 1)
    first = phone.post("/m/cup/list", {"do": "paste", "text": light}).content.decode()
    assert 'data-verdict="undecided"' in first
    assert 'name="other"' in first
    assert 'value="hand-in"' not in first
    phone.post("/m/cup/list", {"do": "hand-in", "text": f"{sith}\n\n{dark}", "other": light})
    player = world.t.players[1]
    assert set(player.lists[-1].content) == {
        f"{a}_{b}" for a in ("light", "dark") for b in ("affiliation", "sets")
    }
    assert player.list_found is not None
    assert player.list_found.decision == "legal"


def test_a_ship_among_the_ships_is_not_called_a_ship_once_more(world: World, tmp_path: Path) -> None:
    site = make_site(world.store, secret="a secret of the tests", data=tmp_path)
    phone = client(site, world.link(Actor("player", 1)))
    for page in (phone.get("/m/cup/list"), client(site, world.link(ORGANISER)).get("/c/cup/lists/1")):
        text = re.sub(r"<[^>]+>|\s+", " ", page.content.decode())
        assert "Corvette B" in text
        assert not re.search(r"Corvette B[ ·\d]* ship\b", text)
