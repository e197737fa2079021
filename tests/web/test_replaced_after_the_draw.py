"""A seed who is replaced after the first game was published breaks no page until the round is drawn again."""

import pytest

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from tests.support.event import double, single, swiss
from tests.support.world import ORGANISER, World, client, site_of


@pytest.mark.parametrize("game", ["armada", "star-wars-lcg", "destiny"])
def test_every_page_of_the_old_match_opens(game: str) -> None:
    last = double(4) if game == "star-wars-lcg" else single(4)
    world = World(game, swiss(3), last).people(8).announce().play_stage().cut().publish()
    match = next(m for m in world.in_round() if m.b)
    gone, stays, line = match.a, match.b, world.order()[4]
    world.do(c.DropPlayer(gone), c.ReplaceSeed(gone, line, True))
    site = site_of(world)
    desk = client(site, world.link(ORGANISER))
    for path in ("", f"match/{match.number}", f"match/{match.number}/why", f"match/{match.number}/menu"):
        assert desk.get(f"/c/cup/{path}").status_code == 200, path
    assert desk.get(f"/j/cup/match/{match.number}").status_code == 200
    for player in (gone, stays, line):
        phone = client(site, world.link(Actor("player", player)))
        for path in ("", "why", "history", "report"):
            assert phone.get(f"/m/cup/{path}").status_code in (200, 302), (player, path)
