"""What was typed at the desk and not sent yet survives leaving the page, and counts once."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, Route, expect

from tests.support.event import swiss
from tests.support.site import serving
from tests.support.waiting import PATIENCE
from tests.support.world import ORGANISER, World, site_of

TABLES = 5


@contextmanager
def desk(browser: Browser, world: World, path: str) -> Iterator[Page]:
    with serving(site_of(world)) as served:
        context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-GB")
        page = context.new_page()
        page.goto(f"{served.url}/s/{world.link(ORGANISER)}")
        page.goto(f"{served.url}/c/cup/{path}")
        yield page
        context.close()


def playing() -> World:
    return World("destiny", swiss(3)).people(2 * TABLES).announce().start()


def in_one_field(page: Page, *lines: str) -> None:
    expect(page.locator(".quick [name=table]")).to_be_focused()
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")


def all_answered(page: Page) -> None:
    page.wait_for_function("() => !window.Komandor.unsaved()", timeout=1000 * PATIENCE)


def test_table_and_result_are_read_from_one_field(browser: Browser) -> None:
    world = playing()
    with desk(browser, world, "?quick=1") as page:
        in_one_field(page, "1 a", "2 b", "3: a", "4b")
        page.keyboard.press("Tab")
        page.keyboard.type("5 a")
        page.keyboard.press("Enter")
        all_answered(page)
        assert world.open() == []
        assert page.locator("[data-state=refused]").count() == 0


def test_results_that_wait_are_sent_by_the_next_page(browser: Browser) -> None:
    """While no answer comes, they wait; then another page of the console sends all of them, once."""
    world = playing()
    with desk(browser, world, "?quick=1") as page:
        page.route("**/quick", lost)
        in_one_field(page, "1 a", "2 a", "3 a")
        entries = page.locator("[data-queue=results] li")
        expect(entries.first.locator("[data-state-word]")).to_have_text("waiting")
        expect(entries.last).to_have_attribute("data-state", "offline")
        page.unroute("**/quick")
        page.goto(page.url.partition("?")[0] + "standings")
        expect(page.locator("[data-queue=left] [data-state=saved]")).to_have_count(3)
        assert {m.table for m in world.in_round() if m.result} == {1, 2, 3}
        page.goto(page.url.replace("standings", ""))
        expect(page.locator("[data-queue] li")).to_have_count(0)


def test_names_that_wait_are_sent_when_the_page_is_opened_again(browser: Browser) -> None:
    world = World("destiny", swiss(3))
    with desk(browser, world, "people") as page:
        page.route("**/people/add", lost)
        expect(page.locator("form.add [name=name]")).to_be_focused()
        for name in ("Anna Nowak", "Basia Wilk"):
            page.keyboard.type(name)
            page.keyboard.press("Enter")
        expect(page.locator("#answer [data-state=offline]")).to_have_count(1)
        page.unroute("**/people/add")
        page.reload()
        expect(page.locator("#people tbody tr")).to_have_count(2)
        all_answered(page)
        assert len(world.t.players) == 2


def lost(route: Route) -> None:
    """The server gets the request; its answer never comes."""
    route.fetch()
    route.abort()
