"""A hall with phones: one event, and a browser for each player who needs one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from komandor.app.access import Actor
from komandor.app.handle import Accepted, handle
from komandor.app.identity import issue
from komandor.core.tournament import commands as c
from komandor.core.tournament.state import Match
from komandor.store import open_store
from komandor.web.server.make_site import make_site
from tests.support.event import swiss
from tests.support.site import Served, serving
from tests.support.world import World

PHONE = {"width": 360, "height": 740}


@dataclass
class Hall:
    """A site with one event, and phones for its players."""

    served: Served
    event: World
    browser: Browser
    contexts: list[BrowserContext]

    def phone(self, player: int, scheme: str = "light") -> Page:
        context = self.browser.new_context(
            viewport=PHONE,
            color_scheme=scheme,
            locale="pl-PL",
            has_touch=True,
        )
        self.contexts.append(context)
        page = context.new_page()
        token = issue(self.served.site.store, self.event.id, Actor("player", player))
        page.goto(f"{self.served.url}/p/{token}")
        return page

    def match(self) -> Match:
        t = self.event.t
        return next(m for m in t.in_round(max(t.rounds)) if m.kind == "match")

    def at_table(self) -> tuple[Page, Page, Match]:
        match = self.match()
        assert match.b
        return self.phone(match.a), self.phone(match.b), match

    def again(self, match: Match) -> Match:
        return self.event.t.matches[match.number]

    def by(self, player: int, command: c.Command) -> None:
        answer = handle(self.event.ledger, self.event.id, command, Actor("player", player), f"by-{player}")
        assert isinstance(answer, Accepted), answer


@pytest.fixture
def hall_of(browser: Browser) -> Iterator[Callable[[str], Hall]]:
    open_halls: list[Hall] = []
    stops = []

    def make(game: str) -> Hall:
        store = open_store("memory:")
        event = World(game, swiss(3), store=store).people(4)
        event.announce().start()
        stop = serving(make_site(store, secret="a secret of the tests"))
        hall = Hall(stop.__enter__(), event, browser, [])
        stops.append(stop)
        open_halls.append(hall)
        return hall

    yield make
    for hall in open_halls:
        for context in hall.contexts:
            context.close()
    for stop in stops:
        stop.__exit__(None, None, None)


def fill(page: Page, game: str, winner: str = "a") -> None:
    """The slip as players fill it in: the winner, or both scores."""
    if game == "armada":
        scores = {"a": ("200", "100"), "b": ("100", "200")}[winner]
        page.fill('input[name="g0.scores.a"]', scores[0])
        page.fill('input[name="g0.scores.b"]', scores[1])
    elif game == "star-wars-lcg":
        for n in range(2):
            page.check(f'input[name="g{n}.winner"][value="{winner}"]')
    else:
        page.check(f'input[name="g0.winner"][value="{winner}"]')


def fill_and_read(page: Page, game: str, winner: str = "a") -> None:
    """Filled in, and what it is worth stands there: from now on no button moves under the finger."""
    fill(page, game, winner)
    expect(page.locator("[data-preview-here] .outcome.ok")).to_be_visible()


def open_slip(page: Page) -> None:
    """The form of the result, with its scripts: without them it would be sent as by an old browser."""
    page.get_by_role("link", name="Zgłoś wynik").click()
    page.wait_for_url("**/report")


def send(page: Page, game: str, winner: str = "a") -> None:
    open_slip(page)
    fill_and_read(page, game, winner)
    page.get_by_role("button", name="Zgłoś wynik", exact=True).click()


def wider_than_the_screen(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))
