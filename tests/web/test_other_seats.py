"""A form that was made for another seat, match, round, step or version records nothing."""

from unittest.mock import Mock

import pytest

from komandor.app.access import HOST, Actor
from komandor.app.handle import handle
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
    said = "now signed in as" if made_for else "out of date because Komandor was updated"
    assert said in answer.content.decode()
    assert writes(site) == before


def test_the_page_says_who_acts_now_and_leads_there() -> None:
    world = opened(id="cup")
    site = site_of(world)
    phone = client(site, world.link(Actor("player", 1)), world.link(Actor("player", 2)))
    page = phone.post("/m/cup/data/erase", {"made_for": "player:1"}).content.decode()
    assert "this phone is now signed in as" in page
    assert 'href="/m/cup/"' in page
    assert all(one.status == "in" for one in world.t.players.values())


DECIDED_BY_WHAT_ONE_SEES = {
    "/c/cup/undo/3": {"reason": "stale words"},
    "/c/cup/back/3": {"reason": "stale words"},
    "/c/cup/swap": {"player": ["1", "2"], "reason": "stale words"},
    "/c/cup/match/1/table": {"table": "9", "reason": "stale words"},
    "/c/cup/pair": {"first": "1", "second": "2"},
    "/c/cup/step": {"code": "finish"},
}


@pytest.mark.parametrize(("where", "form"), DECIDED_BY_WHAT_ONE_SEES.items())
def test_a_decision_on_an_old_page_is_answered_before_its_view_runs(
    world: World, where: str, form: dict[str, str | list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page as it is now, why, and nothing of what was typed; sent from the newest page it is asked."""
    link, asked = world.link(ORGANISER), Mock(wraps=handle)
    site = copied_site(world)
    browser, before = client(site, link), writes(site)
    monkeypatch.setattr("komandor.web.forms.form_commands.handle", asked)
    seen = world.t.version
    page = browser.post(where, {**form, "seen": str(seen - 2)})
    assert (page.status_code, asked.called, writes(site)) == (422, False, before)
    assert "2 things have changed since you opened this page" in page.content.decode()
    assert "stale words" not in page.content.decode()
    browser.post(where, {**form, "seen": str(seen)})
    assert asked.called


def test_a_decision_that_was_taken_and_is_sent_again_is_not_an_old_page() -> None:
    world = opened(id="cup")
    desk = client(site_of(world), world.link(ORGANISER))
    form = {"reason": "typed twice", "command_id": "one", "seen": str(world.t.version)}
    undone = f"/c/cup/undo/{world.t.version}"
    assert [desk.post(undone, form).status_code for _ in range(2)] == [302, 302]
