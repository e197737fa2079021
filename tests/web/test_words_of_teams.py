"""Where teams play, public pages, screens and sheets speak of teams, not of players."""

import re
from collections.abc import Iterator

import pytest

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from tests.support.all_pages import event_pages
from tests.support.world import World, opened, site_of
from tests.web.test_phone_report import phone

OF_PLAYERS = {
    "en": re.compile(r"\d players?\b|[>|] *Players?\b *(?:·|<)"),
    "pl": re.compile(r"\d gracz|[>|] *Gracze?\b *(?:·|<)"),
}


def _teams(begun: bool) -> World:
    world = opened("star-wars-lcg", players=0, teams=True)
    for n in range(4):
        members = [{"first": first, "last": f"X{n}"} for first in ("Anna", "Jan")]
        world.do(c.RegisterPlayer(members=2, checked_in=True), persons=({"members": members},))
    return world.start() if begun else world


def _shown(world: World, lang: str) -> Iterator[tuple[str, str]]:
    for where, page in event_pages(world, site_of(world), lang):
        sheet = "/print" in where
        if where.startswith("/t/<") or (sheet and not where.endswith("/list")):  # a list is of one person
            yield where, page


@pytest.mark.rule("SWL-2V2-1")
@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize("lang", ["en", "pl"])
def test_teams_are_called_teams(lang: str, begun: bool) -> None:
    pages = list(_shown(_teams(begun), lang))
    assert len(pages) > 40
    said = {(where, found[0]) for where, page in pages for found in OF_PLAYERS[lang].finditer(page)}
    assert not said


def test_the_side_on_a_phone_is_that_of_the_team() -> None:
    world = _teams(True)
    match = world.matches()[0]
    world.do(c.ChooseSides(match.number, match.a), by=Actor("player", match.a))
    page = " ".join(re.sub(r"<[^>]+>", " ", phone(world, match.a).get("/m/cup/").content.decode()).split())
    assert "Your team: light side" in page


def test_players_are_called_players() -> None:
    """The same look finds them where everybody plays alone."""
    world = opened("star-wars-lcg").start()
    said = {where for where, page in _shown(world, "en") if OF_PLAYERS["en"].search(page)}
    assert {"/t/<tournament>/", "/t/<tournament>/players", "/c/cup/print/standings"} <= said
