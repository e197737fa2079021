"""After the draw and before it, the console shows what the organiser should know about tables and groups."""

import re

from komandor.core.tournament import commands as c
from tests.support.world import ORGANISER, World, client, opened, site_of

GDYNIA = {"first": "Anna", "last": "Kowalska", "club": "Gdynia"}
THERE = {"first": "Ewa", "last": "Nowak", "club": " gdynia "}


def page(world: World, path: str) -> str:
    text = client(site_of(world), world.link(ORGANISER)).get(f"/c/cup/{path}").content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))


def test_a_clash_of_fixed_tables_stands_on_the_page_of_people_and_on_the_draw() -> None:
    world = opened("armada")
    for n in (1, 2, 3):
        world.do(c.AmendPlayer(n, {"fixed_table": 7}))
    assert "Table 7 is fixed for several players: Gracz1 Testowy, Gracz2 Testowy" in page(world, "people")
    world.draw()
    drawn = page(world, "")
    assert "Check before you publish" in drawn
    assert "has a fixed table (7) but is seated at table" in drawn
    assert "not at their fixed table" in drawn


def test_pairs_of_one_group_or_club_are_marked_in_the_draft_of_round_1() -> None:
    world = opened(
        "armada", players=4, people=(GDYNIA, THERE, GDYNIA | {"first": "Ola"}, THERE | {"first": "Iza"})
    )
    for n in (1, 2, 3, 4):
        world.do(c.AmendPlayer(n, {"groups": ("van",)}))
    drawn = page(world.draw(), "")
    assert drawn.count("same group") >= 2
    assert drawn.count("same club") == 2
    assert "belong to the same family, club or travel group" in drawn
