"""A form that was made for another seat, match, round or step records nothing."""

import pytest

from komandor.app.access import HOST, Actor
from komandor.web.routing import areas
from komandor.web.routing.routes import Route
from tests.support.doors import address, copied_site, writes
from tests.support.world import ORGANISER, World, busy, client, opened, site_of

POSTING = [route for route in areas.ROUTES if "POST" in route.methods]


@pytest.fixture(scope="module")
def world() -> World:
    return busy(opened(id="cup").start())


@pytest.mark.parametrize("route", POSTING, ids=lambda route: route.name)
@pytest.mark.parametrize("made_for", ["player:2", "staff:3", ""])
def test_a_form_of_another_seat_is_refused(world: World, route: Route, made_for: str) -> None:
    """Asked of every address that takes a form, by somebody who may do everything there."""
    links = [world.link(who) for who in (HOST, ORGANISER, Actor("player", 1))]
    site = copied_site(world)
    browser = client(site, *links)
    before = writes(site)
    fields = browser.made_for(address(route)) | {"made_for": made_for, "do": "erase", "text": "x", "on": "1"}
    answer = browser.post(address(route), fields)
    assert answer.status_code == (409 if made_for or route.area not in ("c", "j", "m") else 422)
    said = "acts as" if made_for else "older than the program"
    assert said in answer.content.decode()
    assert writes(site) == before


def test_the_page_says_who_acts_now_and_leads_there() -> None:
    world = opened(id="cup")
    site = site_of(world)
    phone = client(site, world.link(Actor("player", 1)), world.link(Actor("player", 2)))
    page = phone.post("/m/cup/data/erase", {"made_for": "player:1"}).content.decode()
    assert "This phone now acts as" in page
    assert 'href="/m/cup/"' in page
    assert all(one.status == "in" for one in world.t.players.values())
