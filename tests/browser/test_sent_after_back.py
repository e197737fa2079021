"""What was sent and is sent again after "back" counts once; what was typed outlives a lost sign-in."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from komandor.app.access import HOST, Actor
from komandor.core.tournament import commands as c
from tests.browser.phones import Hall, fill_and_read, open_slip
from tests.support.site import Served, serving
from tests.support.world import JUDGE, World, opened, site_of


@contextmanager
def signed_in(browser: Browser, world: World, who: Actor) -> Iterator[tuple[Page, Served]]:
    with serving(site_of(world)) as served, browser.new_context(locale="en-GB") as context:
        page = context.new_page()
        page.goto(f"{served.url}/{'host' if who == HOST else 's'}/{world.link(who)}")
        yield page, served


def report(page: Page) -> None:
    page.get_by_role("button", name="Report component").click()
    expect(page.locator(".toast")).to_be_visible()


def test_a_form_that_back_fills_in_again_is_the_one_that_was_sent(browser: Browser) -> None:
    world = opened("armada", players=4).announce().start()
    with signed_in(browser, world, JUDGE) as (page, served):
        page.goto(f"{served.url}/j/{world.id}/components")
        what = page.locator("form [name=what]")
        page.select_option("form [name=player]", index=1)
        what.fill("a red die")
        report(page)
        page.go_back()
        expect(what).to_have_value("a red die")
        report(page)
        assert len(world.t.components) == 1
        page.go_back()
        what.fill("another die")
        report(page)
        assert len(world.t.components) == 2


def test_a_new_event_sent_again_after_back_is_one_event(browser: Browser) -> None:
    world = opened("armada", players=2)
    with signed_in(browser, world, HOST) as (page, served):
        page.goto(f"{served.url}/new/armada")
        name = page.locator("[name=name]")
        name.fill("Spring cup")
        for _ in range(2):
            page.locator("form .primary").last.click()
            page.wait_for_url("**/people")
            page.go_back()
            expect(name).to_have_value("Spring cup")
        assert len(world.store.tournaments()) == 2


def test_news_take_nothing_typed_from_whoever_was_signed_out(browser: Browser) -> None:
    world = opened("armada", players=4).announce().start()
    match = next(m for m in world.t.in_round(1) if m.kind == "match")
    with signed_in(browser, world, JUDGE) as (page, served):
        world.do(c.CallJudge(match.number), by=Actor("player", match.a))
        page.goto(f"{served.url}/j/{world.id}/call/1")
        words = page.locator("main textarea").first
        words.fill("The die stays as it fell.")
        page.context.clear_cookies(name=re.compile("^seats-"))
        with page.expect_response(lambda answer: answer.status == 403):
            world.do(c.PostNotice("Lunch"))
        page.wait_for_load_state()
        expect(words).to_have_value("The die stays as it fell.")


CHOSEN = """() => [...document.querySelector("form[data-result]").elements]
    .filter((one) => one.checked).map((one) => `${one.name}=${one.value}`).join()"""


@pytest.mark.parametrize("game", ["imperial-assault", "destiny", "star-wars-lcg", "conquest"])
def test_back_to_the_slip_fills_in_nothing_of_an_earlier_match(
    hall_of: Callable[[str], Hall], game: str
) -> None:
    match = (hall := hall_of(game)).match()
    phone, worth = hall.phone(match.a), "[data-preview-here] .outcome.ok"
    open_slip(phone)
    untouched = phone.evaluate(CHOSEN)
    fill_and_read(phone, game)
    phone.goto(f"{hall.served.url}/m/cup/history")
    phone.go_back()
    expect(phone.locator(worth)).to_be_visible()
    assert phone.evaluate(CHOSEN) != untouched, "for the same match it is kept"
    phone.goto(f"{hall.served.url}/m/cup/")
    hall.event.results().close().start()
    phone.go_back()
    expect(phone.locator("[name=about]")).not_to_have_value(f"match:{match.number}")
    expect(phone.locator(worth)).to_have_count(0)
    assert phone.evaluate(CHOSEN) == untouched
