"""In a knock-out the console names rounds as people do and shows the way to the final."""

import re

from tests.support.event import double, single, swiss
from tests.support.world import ORGANISER, World, client, opened, site_of


def page_of(world: World, lang: str = "en") -> str:
    desk = client(site_of(world), world.link(ORGANISER))
    desk.cookies["lang"] = lang
    return desk.get("/c/cup/").content.decode()


def chips(page: str) -> list[str]:
    row = page[page.index('<nav class="rounds"') :].partition("</nav>")[0]
    return [text.strip() for text in re.findall(r">\s*([^<>]+?)\s*</a>", row)]


def test_rounds_of_a_single_elimination_are_quarter_semi_and_final() -> None:
    world = opened("destiny", swiss(2), single(8), players=10).announce().play_stage().cut().start()
    assert chips(page_of(world)) == ["1", "2", "QF"]
    world.results().close().draw().publish()
    assert chips(page_of(world)) == ["1", "2", "QF", "SF"]
    assert chips(page_of(world, "pl")) == ["1", "2", "ĆF", "PF"]


def test_rounds_of_a_double_elimination_name_their_brackets() -> None:
    world = opened("star-wars-lcg", swiss(2), double(4), players=8).announce().play_stage().cut().start()
    assert chips(page_of(world)) == ["1", "2", "U1"]
    world.results().close().draw().publish()
    assert chips(page_of(world)) == ["1", "2", "U1", "U2·L1"]


def test_the_bracket_stands_below_the_matches_of_a_knock_out_only() -> None:
    world = opened("destiny", swiss(2), single(4), players=8).announce().start()
    assert 'class="bracket' not in page_of(world)
    world.play_stage().cut().start()
    page = page_of(world)
    assert page.index('id="pairings"') < page.index('class="bracket')


def test_before_the_first_match_the_bracket_stands_below_the_seeds() -> None:
    world = opened("destiny", swiss(2), single(4), players=8).announce().play_stage().cut()
    page = page_of(world)
    assert page.index("COM-CUT-3") < page.index('class="bracket')
    assert re.search(r">Pair semi-final<", page)
    assert re.search(r">Utwórz pary: półfinał<", page_of(world, "pl"))
