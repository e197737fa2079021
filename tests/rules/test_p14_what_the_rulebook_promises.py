"""What the rulebook says that the program offers can be found on its pages (P14)."""

import pytest

from tests.support.world import ORGANISER, World, client, site_of

GAMES = ("armada", "imperial-assault", "destiny", "conquest")


@pytest.mark.rule("COM-MAT-3")
@pytest.mark.parametrize("game", GAMES)
def test_p14_a_blank_list_is_printed_with_every_part_of_the_games_list(game: str) -> None:
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
def test_p14_the_checklist_links_to_the_documents_and_to_the_blank_list(game: str) -> None:
    world = World(game).people(4)
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/checklists").content.decode()
    assert page.count('href="https://www.galakta.pl"') == 1
    assert 'href="/c/cup/print/list"' in page
