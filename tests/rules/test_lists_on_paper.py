"""Blank lists are printed with every part, and a list of Destiny says which dice it needs."""

import pytest

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from tests.support.event import by, swiss
from tests.support.rules import rules_of
from tests.support.world import ORGANISER, World, client, site_of

GAMES = ("armada", "imperial-assault", "destiny", "conquest")

DESTINY = rules_of("destiny@2017")


@pytest.mark.rule("COM-MAT-3")
@pytest.mark.parametrize("game", GAMES)
def test_a_blank_list_is_printed_with_every_part_of_the_games_list(game: str) -> None:
    world = World(game).people(4)
    desk = client(site_of(world), world.link(ORGANISER))
    assert "/c/cup/print/list" in desk.get("/c/cup/print").content.decode()
    sheet = desk.get("/c/cup/print/list").content.decode()
    wanted = {"armada": "Ships", "imperial-assault": "Deployment cards", "destiny": "Characters"}
    assert "COM-MAT-3" in sheet
    assert wanted.get(game, "Deck") in sheet
    assert sheet.count("<td></td>") > 20


@pytest.mark.rule("COM-MAT-4")
@pytest.mark.parametrize("game", GAMES)
def test_the_checklist_links_to_the_documents_and_to_the_blank_list(game: str) -> None:
    world = World(game).people(4)
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/checklists").content.decode()
    assert page.count('href="https://www.galakta.pl"') == 1
    assert 'href="/c/cup/print/list"' in page


@pytest.mark.rule("DES-DICE-1")
def test_des_dice_1_the_list_of_dice_that_a_deck_needs() -> None:
    """One die for a character, two for an elite one, one for every copy of a card with a die."""
    given = {
        "characters": [{"name": "Vader", "version": "elite"}, {"name": "Trooper", "count": 2}],
        "deck": [{"name": "Lightsaber", "count": 2, "die": "yes"}, {"name": "Force Choke", "count": 1}],
    }
    assert DESTINY.dice
    assert DESTINY.dice(given) == (("Vader", 2), ("Trooper", 2), ("Lightsaber", 2))


def page(world: World, who: Actor, address: str, lang: str = "en") -> str:
    browser = client(site_of(world), world.link(who))
    browser.cookies["lang"] = lang
    return browser.get(address).content.decode()


@pytest.mark.rule("DES-DICE-1")
def test_a_player_of_destiny_and_the_judge_see_which_dice_the_list_needs() -> None:
    world = World("destiny", swiss(1)).people(4)
    vader = {"name": "Vader", "version": "elite"}
    world.do(c.SubmitList(1, {"characters": [vader], "deck": [{"name": "Force Choke", "count": 2}]}))
    for who, address in ((by(1), "/m/cup/list"), (ORGANISER, "/c/cup/lists/1")):
        text = page(world, who, address)
        assert "DES-DICE-1" in text
        assert '<span class="num">2×</span> <span>Vader</span>' in text
