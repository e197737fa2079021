"""A scorekeeper sees the tables of their own range, on every page of the round, until they choose others."""

import re

import pytest

from tests.support.world import ORGANISER, SCOREKEEPER, World, client, opened, site_of

ROWS = re.compile(r'<tr\s+id="table-(\d+)"')


@pytest.fixture
def world() -> World:
    return opened("armada", players=26).announce().start()


def rows(page: str) -> list[int]:
    return [int(n) for n in ROWS.findall(page)]


def test_the_range_stays_until_another_is_chosen(world: World) -> None:
    site = site_of(world)
    desk, other = client(site, world.link(SCOREKEEPER)), client(site, world.link(ORGANISER))
    assert rows(desk.get("/c/cup/?tables=3-5, 12").content.decode()) == [3, 4, 5, 12]
    again = desk.get("/c/cup/").content.decode()
    assert rows(again) == [3, 4, 5, 12]
    assert 'missing <span class="count">4</span>' in again
    assert "13 results are missing" in again, "the next step is that of the whole round"
    assert rows(desk.get("/c/cup/live?show=missing&tables=3–4").content.decode()) == [3, 4]
    assert len(rows(other.get("/c/cup/").content.decode())) == 13
    assert len(rows(desk.get("/c/cup/?tables=").content.decode())) == 13
    assert len(rows(desk.get("/c/cup/").content.decode())) == 13


def test_what_cannot_be_read_hides_nothing(world: World) -> None:
    desk = client(site_of(world), world.link(SCOREKEEPER))
    assert len(rows(desk.get("/c/cup/?tables=ten").content.decode())) == 13
    assert len(rows(desk.get("/c/cup/?tables=9-3").content.decode())) == 13
