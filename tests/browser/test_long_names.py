"""No page of the console is wider than its window: with a long name, at twice the size, on a phone."""

from playwright.sync_api import BrowserContext, expect

from komandor.core.tournament import commands as c
from tests.support.site import serving
from tests.support.world import ORGANISER, opened, site_of

LONG = {"first": "Ż" * 80, "last": "W" * 80}
PAGES = ("", "people", "people/7", "standings", "lists", "screens")


def test_a_long_name_pushes_nothing_out_of_the_page(context: BrowserContext) -> None:
    world = opened("armada")
    world.do(c.RegisterPlayer(checked_in=True), persons=(LONG,))
    world.do(c.RegisterPlayer(checked_in=True), persons=({"first": "Jan", "last": "Krótki"},))
    world.announce().draw().publish().start()
    with serving(site_of(world)) as site:
        page = context.new_page()
        page.goto(f"{site.url}/s/{world.link(ORGANISER)}")
        for path in PAGES:
            page.goto(f"{site.url}/c/cup/{path}")
            expect(page.locator(".watching")).to_have_count(1 if path == "" else 0)
            for width in (1280, 683, 390, 360):
                page.set_viewport_size({"width": width, "height": 900})
                assert page.evaluate("document.documentElement.scrollWidth") == width, (path, width)
