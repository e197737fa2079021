"""Whatever a phone sends while nobody answers, the page stays, says so, and sends it when pressed again."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from komandor.app.access import Actor
from komandor.app.identity import issue
from komandor.core.tournament import commands as c
from tests.browser.phones import Hall
from tests.support.world import ORGANISER


def without_network(page: Page) -> Callable[[], None]:
    page.context.set_offline(True)
    return lambda: page.context.set_offline(False)


def behind_a_log_in(page: Page) -> Callable[[], None]:
    def portal(route: Route) -> None:
        route.fulfill(status=200, body="<p>Log in to this network</p>", content_type="text/html")

    page.route("**/*", portal)
    return lambda: page.unroute("**/*")


CUTS = [without_network, behind_a_log_in]
Cut = Callable[[Page], Callable[[], None]]


@pytest.mark.parametrize("cut", CUTS)
def test_a_confirmation_is_not_lost_with_its_page(hall_of: Callable[[str], Hall], cut: Cut) -> None:
    hall = hall_of("destiny")
    _, basia, match = hall.at_table()
    hall.by(match.a, c.ReportResult(match.number, hall.event.slip(match.a), match.players))
    press = basia.get_by_role("button", name="Potwierdź wynik")
    expect(press).to_be_visible()
    back = cut(basia)
    press.click()
    expect(basia.locator("#unsaved")).to_be_visible()
    expect(press).to_be_visible()
    back()
    press.click()
    expect(basia.get_by_text("wynik się liczy", exact=True)).to_be_visible()
    result = hall.again(match).result
    assert result
    assert result.status == "final"


@pytest.mark.parametrize("cut", CUTS)
def test_a_judge_who_is_cut_off_keeps_what_was_written(hall_of: Callable[[str], Hall], cut: Cut) -> None:
    hall = hall_of("destiny")
    match = hall.match()
    hall.event.do(c.CallJudge(match.number, kind="question"), by=Actor("player", match.a))
    page = hall.phone(match.a)
    page.goto(f"{hall.served.url}/s/{issue(hall.served.site.store, 'cup', ORGANISER)}")
    page.goto(f"{hall.served.url}/j/cup/call/1")
    page.locator("main textarea").first.fill("Można.")
    back = cut(page)
    press = page.get_by_role("button", name="Wydaj orzeczenie")
    press.click()
    expect(page.locator("#unsaved")).to_be_visible()
    expect(page.locator("main textarea").first).to_have_value("Można.")
    back()
    press.click()
    expect(page.locator(".toast")).to_contain_text("Orzeczenie zapisane")
    assert hall.event.t.calls[1].ruling == "Można."


def test_a_registration_is_not_lost_with_its_page(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("destiny")
    page = hall.phone(1)
    page.goto(f"{hall.served.url}/join/cup/claim")
    page.fill("input[name=code]", "ABCDEFGH")
    back = without_network(page)
    press = page.get_by_role("button", name="Zaloguj się")
    press.click()
    expect(page.locator("#unsaved")).to_be_visible()
    back()
    press.click()
    expect(page.locator(".errors")).to_contain_text("nie ma takiego kodu")
