"""A call is seen on every page of the console, and the map of the hall is walked by keyboard."""

import re

from playwright.sync_api import Browser, expect

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from tests.support.site import serving
from tests.support.world import ORGANISER, opened, site_of


def test_a_call_reaches_every_page_and_the_map_is_walked_by_arrows(browser: Browser) -> None:
    world = opened("armada", players=8).announce().start()
    with serving(site_of(world)) as served:
        context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-GB")
        page = context.new_page()
        page.goto(f"{served.url}/s/{world.link(ORGANISER)}")
        page.goto(f"{served.url}/c/{world.id}/people")
        title = page.title()
        expect(page.locator(".hall-next")).to_contain_text("4 results are missing")
        world.do(c.CallJudge(2, kind="dispute", text=""), by=Actor("player", world.t.matches[2].a))
        expect(page.locator(".hall-alerts li")).to_have_count(1)
        expect(page).to_have_title(f"(1) {title}")
        expect(page.locator(".tabs .count.urgent")).to_have_text("1")
        with page.expect_navigation():
            page.locator(".hall-alerts button").click()
        page.goto(f"{served.url}/c/{world.id}/?show=map")
        assert world.t.calls[1].state == "taken"
        expect(page.locator(".hall-alerts li")).to_have_count(0)
        page.locator(".hall-map a").first.focus()
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "Enter"):
            page.keyboard.press(key)
        expect(page).to_have_url(re.compile("/match/2"))
        context.close()


def test_the_judges_tab_of_calls_does_not_count_a_disputed_result(browser: Browser) -> None:
    world = opened("destiny", players=8).start()
    disputed, called = world.open()[:2]
    for player in disputed.players:
        report = c.ReportResult(disputed.number, world.report(disputed, player), disputed.players)
        world.do(report, by=Actor("player", player))
    world.do(c.CallJudge(called.number, kind="question", text=""), by=Actor("player", called.a))
    with serving(site_of(world)) as served:
        page = browser.new_page(locale="en-GB")
        page.goto(f"{served.url}/s/{world.link(ORGANISER)}")
        page.goto(f"{served.url}/c/{world.id}/people")
        expect(page.locator(".tabs .count.urgent")).to_have_text("2")
        page.goto(f"{served.url}/j/{world.id}/checks")
        expect(page.locator(".hall-alerts li")).to_have_count(2)
        expect(page.locator(".tabs .count.urgent")).to_have_text("1")
        page.close()
