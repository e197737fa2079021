"""A rule that counts as offered or shown is seen, by its ID, on the page that the coverage names."""

import pytest

from komandor.app.access import Actor
from komandor.rulebook.coverage import CITED, coverage
from tests.support.event import swiss
from tests.support.site import serving
from tests.support.world import ORGANISER, World, client, site_of
from tools.rule_coverage import CHECKLIST_PAGE, RULE_PAGE, SETUP_PAGE

GAMES = ("armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest")
LEVELS = ("casual", "formal", "championship")


@pytest.fixture(scope="module")
def seen() -> dict[str, set[str]]:
    """Page → the IDs that were seen on it, in events of every game and level."""
    found: dict[str, set[str]] = {CHECKLIST_PAGE: set(), SETUP_PAGE: set()}
    for game in GAMES:
        for level in LEVELS:
            world = World(game, level=level)
            desk = client(site_of(world), world.link(ORGANISER))
            found[CHECKLIST_PAGE] |= set(CITED.findall(desk.get("/c/cup/checklists").content.decode()))
        for teams in (False, True) if game == "star-wars-lcg" else (False,):
            world = World(game, swiss(1), teams=teams).register(4).announce().publish()
            phone = client(site_of(world), world.link(Actor("player", 1)))
            found[SETUP_PAGE] |= set(CITED.findall(phone.get("/m/cup/").content.decode()))
    return found


def test_every_offered_rule_is_an_item_of_a_checklist_or_a_set_up_step(seen: dict[str, set[str]]) -> None:
    offered = [rule for rule in coverage() if rule.status == "offered"]
    assert len(offered) > 90
    unseen = [rule.id for rule in offered if rule.id not in seen[CHECKLIST_PAGE] | seen[SETUP_PAGE]]
    assert unseen == []


def test_every_shown_rule_has_a_page_with_its_id_and_its_text() -> None:
    shown = [rule for rule in coverage() if rule.status == "shown"]
    assert len(shown) > 100
    with serving(site_of(World("armada"))) as site:
        unseen = [
            rule.id
            for rule in shown
            if f"<h1>{rule.id}</h1>" not in site.client.get(f"{RULE_PAGE}{rule.id}").text
        ]
    assert unseen == []
