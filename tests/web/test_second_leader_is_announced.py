"""Who rules in the games of a leader who plays is announced wherever those games are shown."""

import pytest

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from tests.support.world import JUDGE, ORGANISER, client, opened, site_of


@pytest.mark.rule("COM-PART-2")
def test_on_the_match_page_the_phones_of_both_the_public_pages_and_the_wall() -> None:
    world = opened("armada", players=6)
    world.do(c.AmendPlayer(1, {"staff": 1}), c.NameSubstitute(1, JUDGE.number or 0)).announce().publish()
    match = world.match(1)
    elsewhere = next(m for m in world.in_round() if m.number != match.number)
    site, said = site_of(world), f"A staff member is playing at table {match.table}. Julia"
    organiser = client(site, world.link(ORGANISER))
    assert said in organiser.get(f"/c/cup/match/{match.number}").content.decode()
    assert "A leader plays" not in organiser.get(f"/c/cup/match/{elsewhere.number}").content.decode()
    for player in match.players:
        assert said in client(site, world.link(Actor("player", player))).get("/m/cup/").content.decode()
    outside = client(site, world.link(Actor("player", elsewhere.a))).get("/m/cup/").content.decode()
    assert "A leader plays" not in outside
    for path in ("/t/cup/pairings", "/t/cup/pairings/tables", "/t/cup/screen/part/pairings"):
        page, parts = site.pages.find(path) or (None, {})
        assert page is not None
        assert said in str(page.render(site, "en", **parts)), path
