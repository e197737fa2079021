"""After the Swiss rounds, wall and standings say who goes on, where the line is and what decides."""

import re

import pytest

from tests.support.event import single, swiss
from tests.support.world import World, site_of

LINE = re.compile(r'class="hall-name">([^<]+)<|class="(hall-line)"')


def shown(world: World, path: str) -> str:
    site = site_of(world)
    page, parts = site.pages.find(path) or (None, {})
    assert page is not None
    return str(page.render(site, "en", **parts))


@pytest.mark.parametrize("made", [False, True])
def test_the_hall_sees_who_is_in_and_what_decides(made: bool) -> None:
    world = World("destiny", swiss(3), single(4)).people(12).announce().play_stage()
    if made:
        world.cut()
    wall = shown(world, "/t/cup/screen/part/standings")
    rows = ["line" if line else name for name, line in LINE.findall(wall)]
    assert rows.index("line") == 4
    for text in (wall, shown(world, "/t/cup/standings")):
        assert "Places 1–4 go on." in text
        assert f"{rows[5]} is below {rows[3]}: " in text


def test_while_rounds_are_left_only_the_line_is_shown() -> None:
    world = World("destiny", swiss(3), single(4)).people(12).announce().play_round()
    wall = shown(world, "/t/cup/screen/part/standings")
    assert "hall-line" in wall
    assert "go on." not in wall
