"""Before round 1 everybody finds a seat by surname; it is no pairing, and the same each time."""

import re

import pytest

from komandor.app.queries.everybody.meeting import meeting_seats
from komandor.core.tournament import commands as c
from tests.support.world import ORGANISER, client, opened, site_of


def _order(number: int) -> tuple[str, str, int]:
    return f"{-number:04}", "", number  # the last to register comes first


def test_two_sit_at_each_table_of_the_hall_in_the_order_of_the_list() -> None:
    world = opened("armada", players=7, tables="1-2,10")
    seats = [(one.player, one.table) for one in meeting_seats(world.t, _order)]
    numbers = sorted(world.t.active(), key=_order)
    assert seats == list(zip(numbers, (1, 1, 2, 2, 10, 10, 11), strict=True))


def test_a_player_with_a_table_of_their_own_sits_there_alone() -> None:
    world = opened("armada", players=5)
    world.do(c.AmendPlayer(3, {"fixed_table": 2}))
    tables = {one.player: one.table for one in meeting_seats(world.t, lambda n: ("", "", n))}
    assert tables == {1: 1, 2: 1, 3: 2, 4: 3, 5: 3}


@pytest.mark.parametrize(
    ("lang", "says"), [("en", "This is not a pairing"), ("pl", "To nie są pary")], ids=["en", "pl"]
)
def test_the_sheet_says_that_it_is_no_pairing(lang: str, says: str) -> None:
    world = opened("armada", players=6)
    browser = client(site_of(world), world.link(ORGANISER))
    browser.cookies["lang"] = lang
    page = browser.get("/c/cup/print/meeting").content.decode()
    assert says in page
    assert re.findall(r'<b class="num">(\d+)</b>', page) == ["1", "1", "2", "2", "3", "3"]
