"""After the Swiss rounds, wall and standings say who goes on, where the line is and what decides."""

import re
from html import unescape

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


NEED = re.compile(
    r"(?:in|out|depends on others|open, also without a win"
    r"|a win at table \d+ is enough|needs a win at table \d+)"
    r"(?: (?:<1 %|\d+ %|(?:\d+ % \+ )?\d+ % by tie-breakers)(?: · tables? [\d, …]+ counts?)?)?"
)


def test_in_the_last_round_each_need_reads_as_one_line_with_what_tie_breakers_decide() -> None:
    world = World("destiny", swiss(3), single(4)).people(10).announce().play_round().play_round().start()
    cells = re.findall(r'<td class="cut-need">(.*?)</td>', shown(world, "/t/cup/standings"), re.DOTALL)
    plain = [" ".join(unescape(re.sub("<[^>]+>", "", cell)).split()) for cell in cells]
    assert len(plain) == 10
    assert [text for text in plain if not NEED.fullmatch(text)] == []
    assert any("by tie-breakers" in text for text in plain)
