"""A small phone: nothing moves when the clock stops or runs out, and no page scrolls sideways."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from komandor.app.access import Actor
from komandor.app.identity import issue
from komandor.core.tournament import commands as c
from komandor.log.store import EventStore
from komandor.store import open_store
from komandor.web.server.make_site import make_site
from tests.support.event import double, swiss
from tests.support.site import Served, serving
from tests.support.world import World

LOCALES = ("pl-PL", "en-GB")
BELOW_THE_CLOCK = {"/m/{}/": ".phone-fact", "/t/{}/": ".names", "/t/{}/pairings": ".names"}


class Started(World):
    """An event whose latest commands were given so many minutes ago."""

    ago = 0

    def tick(self) -> datetime:
        return datetime.now(UTC) - timedelta(minutes=self.ago)


def started(store: EventStore, id: str, ago: int) -> World:
    world = Started(store=store, id=id).people(8).announce().play_round().publish()
    world.ago = ago
    return world.start()


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    store = open_store("memory:")
    started(store, "running", 1)
    started(store, "over", 155)
    started(store, "paused", 1).do(c.PauseClock())
    World("star-wars-lcg", swiss(2), double(4), store=store, id="ended").people(8).play_out()
    with serving(make_site(store, secret="a secret of the tests")) as site:
        yield site


def phone(browser: Browser, served: Served, locale: str, width: int = 360) -> Page:
    page = browser.new_context(viewport={"width": width, "height": 740}, locale=locale).new_page()
    for event in ("running", "over", "paused"):
        page.goto(f"{served.url}/p/{issue(served.site.store, event, Actor('player', 1))}")
    return page


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("path", BELOW_THE_CLOCK)
def test_a_clock_that_stops_or_runs_out_shifts_nothing(
    served: Served, browser: Browser, locale: str, path: str
) -> None:
    page = phone(browser, served, locale)
    top = {}
    for event in ("running", "over", "paused"):
        page.goto(served.url + path.format(event))
        expect(page.locator("[data-clock-digits]").first).to_contain_text(":")
        word = page.locator("[data-clock] .clock-word:not([hidden])")
        expect(word).to_have_count(int(event != "running"))  # what is the matter is still said in a word
        page.evaluate("document.fonts.ready")
        below = page.locator(BELOW_THE_CLOCK[path]).first
        expect(below).to_be_visible()
        top[event] = round(below.evaluate("element => element.getBoundingClientRect().top"))
    assert set(top.values()) == {top["running"]}, top
    page.context.close()


@pytest.mark.parametrize(
    "path", ["/t/running/", "/t/over/", "/t/paused/", "/t/ended/", "/t/ended/bracket", "/rules"]
)
def test_in_twice_the_size_public_pages_do_not_scroll_sideways(
    served: Served, browser: Browser, path: str
) -> None:
    page = phone(browser, served, "pl-PL", width=195)
    page.goto(served.url + path)
    page.evaluate("document.fonts.ready")
    assert page.evaluate("document.documentElement.scrollWidth") <= 195
    page.context.close()
