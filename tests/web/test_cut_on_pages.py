"""Pages say who makes the cut, what everybody needs for it, and what follows when somebody leaves it."""

import re

import pytest

from komandor.core.tournament import commands as c
from tests.support.event import single, swiss
from tests.support.words import desk_of, public, seen, text_of
from tests.support.world import World

LANGUAGES = ("en", "pl")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_last_swiss_round_says_what_everybody_needs_for_the_cut(lang: str) -> None:
    world = World("destiny", swiss(3), single(4)).people(16).announce().play_round().play_round().start()
    table = world.match(world.order()[0]).table
    says = {
        "en": (f"a win at table {table} is enough", "needs a win at table", "out"),
        "pl": (f"wystarczy wygrana przy stoliku {table}", "musi wygrać przy stoliku", "poza topem"),
    }
    for page in (seen(world, "/c/cup/standings", lang), public(world, "standings", lang)):
        assert all(word in page for word in says[lang])
    world.results().close()
    assert says[lang][1] not in seen(world, "/c/cup/standings", lang)


def test_the_cut_line_stands_below_the_last_who_is_still_here() -> None:
    """A player who left does not move it up."""
    world = World("destiny", swiss(3), single(4)).people(8).announce().play_round().play_round()
    world.do(c.DropPlayer(world.order()[1]))
    page = desk_of(world).get("/c/cup/standings").content.decode()
    row = page[page.index("cut-line") :]
    assert int(re.findall(r"/player/(\d+)", row)[0]) == world.order()[4]


@pytest.mark.parametrize(("lang", "says"), [("en", " has dropped."), ("pl", " nie gra już w turnieju.")])
def test_whoever_leaves_the_cut_is_named_and_one_is_back_at_the_cut(lang: str, says: str) -> None:
    world = World("destiny", swiss(3), single(4)).people(8).announce().play_stage().cut()
    seed = world.t.stages[2].seeds[1]
    desk = desk_of(world, lang)
    form = {"cause": "drop", "command_id": "t", "seen": str(world.t.version)}
    answer = desk.post(f"/c/cup/player/{seed}/drop", form)
    assert answer.headers["Location"] == "/c/cup/"
    page = text_of(desk.get("/c/cup/").content.decode())
    assert re.search(rf"\w+{re.escape(says)}", page)
