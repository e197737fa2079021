"""A small phone, held upright or on its side and in twice the size, leaves room for what it is used for."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from komandor.app.access import Actor
from komandor.app.identity import issue
from komandor.core.tournament import commands as c
from tests.browser.phones import Hall, fill, wider_than_the_screen
from tests.support.screens import FLEET
from tests.support.world import ORGANISER

SIDEWAYS = {"width": 740, "height": 360}


@pytest.mark.parametrize("game", ["armada", "destiny", "imperial-assault", "conquest"])
def test_no_fold_of_a_slip_opens_to_nothing(hall_of: Callable[[str], Hall], game: str) -> None:
    hall = hall_of(game)
    page = hall.phone(hall.match().a)
    page.goto(f"{hall.served.url}/m/cup/report")
    ends = [one.get_attribute("value") for one in page.locator('input[name="g0.end"]').all()]
    assert len(ends) > 3
    for end in ends:
        page.check(f'input[name="g0.end"][value="{end}"]', force=True)
        for fold in page.locator(".slip-fold:visible").all():
            if fold.get_attribute("open") is None:
                fold.locator("summary").click()
            expect(fold.locator(".slip-row:visible").first).to_be_visible()


def test_on_its_side_a_phone_shows_more_of_the_slip_than_of_its_bars(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("armada")
    page = hall.phone(hall.match().a)
    page.set_viewport_size(SIDEWAYS)
    page.goto(f"{hall.served.url}/m/cup/report")
    fill(page, "armada")
    expect(page.locator(".phone-send .outcome.ok")).to_be_visible()
    page.locator('input[name="g0.scores.a"]').scroll_into_view_if_needed()
    send = page.locator(".phone-send").bounding_box()
    assert send
    assert send["y"] + send["height"] <= SIDEWAYS["height"] + 1, "what it is worth and Send stay in sight"
    assert send["y"] > SIDEWAYS["height"] * 0.6
    bar = page.locator(".phone-bar").bounding_box()
    assert bar
    assert bar["y"] >= SIDEWAYS["height"], "the bar stands at the end of the page"


def test_in_twice_the_size_a_list_that_was_handed_in_fits(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("armada")
    player = hall.match().a
    hall.event.do(c.AmendList(player, FLEET, reason="forgotten"))
    page = hall.phone(player)
    page.set_viewport_size({"width": 195, "height": 422})
    for path in ("list", ""):
        page.goto(f"{hall.served.url}/m/cup/{path}")
        assert not wider_than_the_screen(page), path


def test_many_calls_leave_a_judge_room_for_the_page(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("armada")
    for n, match in enumerate([*hall.event.matches()] * 3):
        hall.event.do(c.CallJudge(match.number, kind="question", text=str(n)), by=Actor("player", match.a))
    page = hall.phone(1)
    page.goto(f"{hall.served.url}/s/{issue(hall.served.site.store, 'cup', ORGANISER)}")
    page.goto(f"{hall.served.url}/j/cup/tables")
    alerts = page.locator(".hall-alerts")
    expect(alerts.locator("li:visible")).to_have_count(3)
    expect(alerts.get_by_role("link", name="i jeszcze 4")).to_be_visible()
    heading = page.locator("main h1").bounding_box()
    assert heading
    assert heading["y"] < 740 * 0.45, "each call has one line"
    find = page.locator(".find-all").bounding_box()
    assert find
    assert find["height"] >= 44
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(alerts.locator("li:visible")).to_have_count(6)


def test_a_whole_surname_finds_whoever_is_shown_by_its_first_letter(hall_of: Callable[[str], Hall]) -> None:
    """Anna Kowalska, Bartek Śliwa, Celina Dąbrowska and Darek Zając."""
    hall = hall_of("destiny")
    page = hall.phone(1)
    page.goto(f"{hall.served.url}/t/cup/pairings")
    field, rows = page.locator("input[data-search]"), page.locator("[data-find]:visible")
    expect(rows).to_have_count(4)
    for typed, found in (("sliwa", "Bartek"), ("Anna Kowalska", "Anna"), ("darek z", "Darek")):
        field.fill(typed)
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text(found)
    field.fill("Wierzbowska")
    expect(rows).to_have_count(0)
