"""Forty people are one sheet of paper, also when one of them has a long name; nothing empty is offered."""

import re

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament.values import StagePlan
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


@pytest.mark.parametrize("what", ["names", "names?parts=3", "tables", "meeting", "judge"])
def test_no_last_sheet_is_nearly_empty(what: str) -> None:
    """Names go evenly over the sheets that they need; a letter with many names fills its own evenly too."""
    many = "Kowalska", "Kowalczyk", "Kamińska", "Król", "Krawczyk", "Kubiak", "Konieczna", "Kania"
    persons: list[Person] = [{"first": f"{chr(65 + n % 26)}nna", "last": many[n % 8]} for n in range(80)]
    world = World().people(120).do(*(c.RegisterPlayer() for _ in persons), persons=persons)
    if what != "meeting":
        world.announce().publish()
    sheets = printed(world, what).split('<section class="sheet')[1:]
    lines = [sheet.count("<li") + sheet.count("<tr") for sheet in sheets]
    assert len(lines) > 2
    spans = [re.findall(r'paper-span">(.*?)<', sheet) for sheet in sheets]
    for span in spans:
        same = [count for count, one in zip(lines, spans, strict=True) if one == span]
        assert min(same) > max(same) * 0.9, lines


@pytest.mark.parametrize(("people", "size"), [(16, "huge"), (40, "large"), (60, "")])
def test_few_tables_hang_in_large_type(people: int, size: str) -> None:
    page = printed(World().people(people).announce().publish(), "tables")
    assert f'<table class="paper-table {size}">' in page


@pytest.mark.parametrize(("people", "size"), [(8, "widest"), (30, "wide"), (50, ""), (64, "wide")])
def test_few_tables_leave_a_judge_more_room_to_write(people: int, size: str) -> None:
    page = printed(World().people(people).announce().publish(), "judge")
    assert f'<table class="paper-table paper-judge {size}">' in page


@pytest.mark.parametrize(("people", "on_page"), [(4, 4), (8, 4), (10, 8), (64, 8)])
def test_few_slips_fill_their_page(people: int, on_page: int) -> None:
    page = printed(World().people(people).announce().publish(), "slips")
    assert f'<section class="sheet slips on-8 of-{on_page}">' in page


@pytest.mark.parametrize(("people", "size"), [(8, "huge"), (20, "large"), (36, ""), (40, "near"), (60, "")])
def test_few_places_hang_in_large_type(people: int, size: str) -> None:
    page = printed(World().people(people).announce().play_round(), "standings")
    assert f'<table class="paper-table {size}">' in page


def test_forty_names_fill_their_sheet() -> None:
    assert 'class="paper-names roomy"' in printed(forty().announce().publish(), "names")


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
