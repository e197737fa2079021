"""A double click and a held key take one step; no menu opens below the screen or under the pointer."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.pages import awake
from tests.support.site import serving
from tests.support.world import ORGANISER, opened, site_of

HEARD = "(kind) => addEventListener(kind, (event) => { window.stopped = event.defaultPrevented; })"


@pytest.fixture
def desk(browser: Browser) -> Iterator[Page]:
    """The organiser's page of an event of eight players whose round 1 is drawn."""
    world = opened("armada", players=8).announce().draw()
    with serving(site_of(world)) as served:
        context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-GB")
        page = context.new_page()
        page.goto(f"{served.url}/s/{world.link(ORGANISER)}")
        page.goto(f"{served.url}/c/{world.id}/")
        awake(page)
        yield page
        context.close()


def hear(desk: Page, kind: str) -> None:
    """Remember what the page's own scripts, which must be there, do with the next event of this kind."""
    desk.wait_for_load_state()
    desk.evaluate(HEARD, kind)


def test_a_double_click_takes_one_step(desk: Page) -> None:
    box = desk.locator(".next-step .primary").bounding_box()
    assert box
    desk.mouse.click(box["x"] + 20, box["y"] + box["height"] / 2)
    expect(desk.locator(".next-step h2")).to_have_text("Start clock")
    hear(desk, "click")
    desk.mouse.down(click_count=2)  # what a browser counts when the second half comes after the page
    desk.mouse.up(click_count=2)
    awake(desk)
    desk.mouse.down()
    desk.mouse.up()
    expect(desk.locator(".next-step h2")).to_have_text("Results")


def test_a_double_click_stops_the_clock_and_leaves_it_stopped(desk: Page) -> None:
    """The button that lets it run again comes under the pointer between the two halves."""
    for step in ("Publish", "Start clock"):
        expect(desk.locator(".next-step .primary", has_text=step)).to_be_enabled()
        desk.locator(".next-step .primary", has_text=step).press("Enter")
    desk.get_by_role("button", name="Pause").click()
    resume = desk.get_by_role("button", name="Resume")
    expect(resume).to_be_visible()
    message, clock = (desk.locator(one).first.bounding_box() for one in ("#toasts", ".page-head .clock"))
    assert message
    assert clock
    above = message["y"] + message["height"] <= clock["y"]
    assert above or message["x"] + message["width"] <= clock["x"], "what was done must not cover the clock"
    hear(desk, "click")
    resume.hover()
    desk.mouse.down(click_count=2)
    desk.mouse.up(click_count=2)
    assert desk.evaluate("window.stopped") is True
    resume.click()
    expect(desk.get_by_role("button", name="Pause")).to_be_visible()


def test_a_key_held_down_is_pressed_once(desk: Page) -> None:
    desk.keyboard.down("n")
    expect(desk.locator(".next-step h2")).to_have_text("Start clock")
    hear(desk, "keydown")
    desk.keyboard.down("n")
    assert desk.evaluate("window.stopped") is False
    desk.keyboard.up("n")
    awake(desk)
    desk.keyboard.press("n")
    expect(desk.locator(".next-step h2")).to_have_text("Results")


def test_the_menu_of_the_last_row_is_seen_whole_beside_its_button(desk: Page) -> None:
    for step in ("Publish", "Start clock"):
        expect(desk.locator(".next-step .primary", has_text=step)).to_be_enabled()
        desk.locator(".next-step .primary", has_text=step).press("Enter")
    desk.set_viewport_size({"width": 1366, "height": 600})
    button, menu = desk.locator("#table-4 summary"), desk.locator("#table-4 .menu-list")
    expect(desk.locator(".next-step .primary", has_text="Start clock")).to_have_count(0)
    desk.wait_for_load_state()
    button.click()
    expect(menu).to_contain_text("Drop player after this round")
    expect(menu).to_be_in_viewport(ratio=1)
    seat, list_ = button.bounding_box(), menu.bounding_box()
    assert seat
    assert list_
    assert list_["x"] + list_["width"] <= seat["x"] + 1
    assert desk.evaluate("document.querySelector('#table-4 .menu-list').scrollWidth") <= list_["width"]
