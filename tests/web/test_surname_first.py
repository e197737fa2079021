"""Where people look for themselves, the surname comes first, and the order is the one that they see."""

import re
from html import unescape

import pytest

from komandor.app.queries.everybody.names import sort_key
from komandor.core.tournament import commands as c
from komandor.log.store import Person
from tests.support.event import swiss
from tests.support.world import ORGANISER, World, client, site_of

PEOPLE: list[Person] = [
    {"first": first, "last": last}
    for first, last in (
        ("Zbigniew", "Malik"),
        ("Norbert", "Mazur"),
        ("Norbert", "Melon"),
        ("Wiktor", "Bąk"),
        ("Joanna", "Bór"),
        ("Joanna", "Brzoza"),
        ("Anna", "Ćwik"),
        ("Anna", "Cis"),
    )
]


def hall() -> World:
    world = World("destiny", swiss(2))
    return world.do(*(c.RegisterPlayer() for _ in PEOPLE), persons=PEOPLE)


def names(text: str, kind: str) -> list[str]:
    found = re.findall(rf'class="{kind}">(.*?)(?:<b|</li|<span class="(?:hall|paper)-other)', text, re.DOTALL)
    return [" ".join(unescape(re.sub("<[^>]+>", " ", one)).split()) for one in found]


@pytest.mark.parametrize("slide", ["seats", "pairings"])
def test_the_projector_is_sorted_as_it_reads(slide: str) -> None:
    world = hall().announce()
    if slide == "pairings":
        world.publish()
    site = site_of(world)
    page, parts = site.pages.find(f"/t/cup/screen/part/{slide}") or (None, {})
    assert page is not None
    shown = re.findall(r'class="hall-name">([^<]+)<', str(page.render(site, "en", **parts)))
    plain = [unescape(one).strip() for one in shown]
    assert plain == sorted(plain, key=sort_key)
    assert {"M. Zbigniew", "Ma. Norbert", "Me. Norbert", "B. Wiktor"} <= set(plain)


@pytest.mark.parametrize("sheet", ["meeting", "names"])
def test_sheets_for_the_wall_are_sorted_as_they_read(sheet: str) -> None:
    world = hall().announce().publish()
    browser = client(site_of(world), world.link(ORGANISER))
    text = browser.get(f"/c/cup/print/{sheet}").content.decode()
    plain = names(text, "paper-name")
    assert len(plain) == 8
    assert plain == sorted(plain, key=sort_key)
    assert "Me. Norbert" in plain
