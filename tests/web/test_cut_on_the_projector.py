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
        assert "Places 1–4 make the cut." in text
        assert f"{rows[5]} is below {rows[3]} " in text, "on a tie-breaker or by the draw"


def test_while_rounds_are_left_only_the_line_is_shown() -> None:
    world = World("destiny", swiss(3), single(4)).people(12).announce().play_round()
    wall = shown(world, "/t/cup/screen/part/standings")
    assert "hall-line" in wall
    assert "make the cut." not in wall


NEED = re.compile(
    r"(?:in|out|depends on others|possible without a win|tie-breakers decide"
    r"|a win at table \d+ is enough|needs a win at table \d+)"
    r"(?: depends on tables? [\d, …]+)?"
)


def test_in_the_last_round_each_need_reads_as_one_line_without_a_guess() -> None:
    world = World("destiny", swiss(3), single(4)).people(10).announce().play_round().play_round().start()
    text = shown(world, "/t/cup/standings")
    cells = re.findall(r'<td class="cut-need">(.*?)</td>', text, re.DOTALL)
    plain = [" ".join(unescape(re.sub("<[^>]+>", "", cell)).split()) for cell in cells]
    assert len(plain) == 10
    assert [text for text in plain if not NEED.fullmatch(text)] == []


def said(world: World, path: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", "", shown(world, path))).split())


@pytest.mark.parametrize("path", ["standings", "screen/part/standings", "screen/part/clock"])
def test_the_line_is_said_in_words_with_who_is_on_the_bubble(path: str) -> None:
    """Sixteen players after two rounds, one point a win: four have 2 points, eight 1; six are to go on."""
    world = World("destiny", swiss(3), single(6)).people(16).announce().play_round().play_round().start()
    text = said(world, f"/t/cup/{path}")
    assert re.search(
        r"2 places in the cut for 8 players on 1 point with the results so far: "
        r"[a-z -]+ decides(; at least [\d.]+ is needed)?\.",
        text,
    )
    assert re.search(r"On the bubble: 5 .+, 6 .+; below the line: 7 .+, 8 ", text)


def test_points_alone_say_the_line_where_nobody_is_level() -> None:
    world = World("destiny", swiss(3), single(4)).people(16).announce().play_round().play_round().start()
    text = said(world, "/t/cup/standings")
    assert "With the results so far 2 points make the top 4; the next player has 1." in text


def test_nothing_about_a_line_without_a_cut_and_after_it() -> None:
    plain = World("destiny", swiss(3)).people(8).announce().play_round().start()
    made = World("destiny", swiss(2), single(4)).people(8).announce().play_stage().cut()
    for world in (plain, made):
        assert "On the bubble" not in said(world, "/t/cup/standings")
