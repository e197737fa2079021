"""Forty people are one sheet of paper, also when one of them has a long name; nothing empty is offered."""

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament.events import StagePlan
from komandor.log.store import Person
from tests.support.event import double, single, swiss
from tests.support.world import ORGANISER, World, client, site_of

LONG: Person = {"first": "Bartłomiej Maksymilian", "last": "Brzęczyszczykiewicz-Wąchocki", "show": "full"}


def printed(world: World, what: str) -> str:
    browser = client(site_of(world), world.link(ORGANISER))
    return browser.get(f"/c/cup/print/{what}".rstrip("/")).content.decode()


def forty() -> World:
    return World().do(c.RegisterPlayer(), persons=(LONG,)).people(39)


@pytest.mark.parametrize("what", ["meeting", "names", "names?parts=2", "standings"])
def test_forty_people_need_one_sheet_for_each_part(what: str) -> None:
    world = forty()
    if what != "meeting":
        world.announce().play_round().publish()
    page = printed(world, what)
    assert page.count('<section class="sheet') == (2 if "parts" in what else 1)
    assert "Brzęczyszczykiewicz-Wąchocki" in page


def test_standings_are_offered_once_there_are_any() -> None:
    world = forty().announce().publish()
    assert '/print/standings"' not in printed(world, "")
    sheet = printed(world, "standings")
    assert "after round 0" not in sheet
    assert "cut-line" not in sheet
    world.start().results().close()
    assert '/print/standings"' in printed(world, "")


@pytest.mark.parametrize(("stage", "sheets"), [(single(4), 1), (double(4), 1), (single(16), 2)])
def test_a_small_bracket_is_one_sheet_and_a_large_one_has_its_games_as_a_list_too(
    stage: StagePlan, sheets: int
) -> None:
    world = World("star-wars-lcg", swiss(2), stage).people(20).announce().play_stage().cut()
    assert printed(world, "bracket").count('<section class="sheet') == sheets
