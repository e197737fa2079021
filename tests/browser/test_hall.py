"""A whole hall at once: organiser, judge, marshal, two players and projector play rounds of every game."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from komandor.app.access import Actor
from komandor.core.tournament.state import Match
from komandor.web.rendering.i18n import translations
from tests.browser.pages import Desk
from tests.support.event import swiss
from tests.support.site import Served, serving
from tests.support.world import JUDGE, MARSHAL, ORGANISER, World, opened, site_of

GAMES = ("armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest")
NAMES = (("Anna", "Kowalska"), ("Bartek", "Wójcik"), ("Celina", "Dudek"), ("Darek", "Łukasik"))
PHONE = {"width": 360, "height": 740}
SAY = translations("pl").gettext


@dataclass
class Hall:
    """One served event and everybody's own browser."""

    served: Served
    world: World
    browser: Browser
    contexts: list[BrowserContext] = field(default_factory=list)
    phones: dict[int, Page] = field(default_factory=dict)

    def open(self, path: str, phone: bool = True) -> Page:
        size = PHONE if phone else {"width": 1280, "height": 720}
        context = self.browser.new_context(viewport=size, locale="pl-PL")
        self.contexts.append(context)
        page = context.new_page()
        page.goto(self.served.url + path)
        return page

    def desk(self) -> Desk:
        page = self.open(f"/s/{self.world.link(ORGANISER)}", phone=False)
        desk = Desk(page, self.served.url, "pl", self.world.id)
        desk.home()
        return desk

    def judge(self, actor: Actor) -> Page:
        page = self.open(f"/s/{self.world.link(actor)}")
        page.goto(f"{self.served.url}/j/{self.world.id}/")
        return page

    def phone(self, player: int) -> Page:
        """A player's own phone; the same one when it is asked for again."""
        if player not in self.phones:
            self.phones[player] = self.open(f"/p/{self.world.link(Actor('player', player))}")
        return self.phones[player]

    def close(self) -> None:
        for context in self.contexts:
            context.close()

    def table(self, player: int) -> Match:
        t = self.world.t
        return next(m for m in t.in_round(max(t.rounds)) if player in m.players)


@pytest.fixture
def hall_of(browser: Browser) -> Iterator[Callable[[str], Hall]]:
    closing: list[Callable[[], object]] = []

    def make(game: str) -> Hall:
        people = [{"first": first, "last": last} for first, last in NAMES]
        world = opened(game, swiss(3), people=people, players=4)
        stop = serving(site_of(world))
        hall = Hall(stop.__enter__(), world, browser)
        closing.append(lambda: stop.__exit__(None, None, None))
        closing.append(hall.close)
        return hall

    yield make
    for close in reversed(closing):
        close()


@pytest.mark.parametrize("game", GAMES)
def test_the_hall_plays(hall_of: Callable[[str], Hall], game: str) -> None:
    hall = hall_of(game)
    desk, screen = hall.desk(), hall.open("/t/cup/screen/pairings", phone=False)
    desk.step("announce")
    desk.open_round(1)
    expect(screen.locator("[data-slide=pairings]")).to_contain_text("Anna K.")
    match = hall.table(1)
    dispute_and_appeal(hall, desk, game, match)
    desk.home()
    desk.all_results()
    desk.close(1)
    desk.open_round(2)
    expect(hall.phone(1).locator(".my-table")).to_contain_text("Runda 2")
    late = hall.table(1)
    lost_connection(hall, game, late)
    late_confirmation(hall, desk, late)
    leaver = next(n for n in hall.world.t.players if n not in late.players)
    desk.all_results()
    drop(hall, leaver)
    desk.close(2)
    desk.step("draw", 3)
    desk.step("publish")
    gone = " ".join((NAMES[leaver - 1][0], NAMES[leaver - 1][1][0] + "."))
    expect(screen.locator("[data-slide=pairings]")).not_to_contain_text(gone)
    assert leaver not in [n for m in hall.world.t.in_round(3) for n in m.players]


def dispute_and_appeal(hall: Hall, desk: Desk, game: str, match: Match) -> None:
    """Two reports that differ; a call, the judge on the way, a ruling, an appeal, the marshal's last word."""
    anna, other = hall.phone(match.a), hall.phone(match.b or 0)
    send(anna, game, "a")
    other.get_by_role("link", name=SAY("Dispute result")).click()
    other.locator("form[action$='/dispute'] button").click()
    expect(anna.locator(".phone-actions")).to_contain_text(SAY("disputed"))
    judge = hall.judge(JUDGE)
    anna.locator("a[href$='/judge']:visible").first.click()
    anna.fill("[name=text]", "kto wygrał?")
    anna.locator("form[action$='/judge'] button.primary").click()
    expect(judge.locator(".call.open")).to_contain_text("kto wygrał?")
    judge.locator(".call.open button").click()
    anna.goto(f"{hall.served.url}/m/cup/")
    expect(anna.locator("main")).to_contain_text("w drodze")
    judge.fill("[name=text]", "tak jak napisano")
    judge.locator("button", has_text=SAY("Give ruling")).click()
    expect(other.locator("main")).to_contain_text("tak jak napisano")
    other.locator("a[href*='#appeal-']").click()
    other.fill("form[action$='/AppealRuling'] textarea", "nie zmierzono zasięgu")
    other.locator("form[action$='/AppealRuling'] button").click()
    marshal = hall.judge(MARSHAL)
    marshal.locator(".call.appealed a").click()
    expect(marshal.locator("main")).to_contain_text("nie zmierzono zasięgu")
    marshal.fill("[name=text]", "ostatecznie: gra się liczy")
    marshal.locator("button", has_text=SAY("Give final ruling")).click()
    marshal.wait_for_url("**/j/cup/")
    call = next(iter(hall.world.t.calls.values()))
    assert (call.state, call.verdict) == ("final", "ostatecznie: gra się liczy")
    assert hall.world.t.matches[match.number].result is not None


def lost_connection(hall: Hall, game: str, match: Match) -> None:
    """Sent without a connection: kept on the phone, and sent by itself when it is back, once."""
    phone = hall.phone(match.a)
    phone.goto(f"{hall.served.url}/m/cup/report")
    fill(phone, game, "a")
    phone.context.set_offline(True)
    phone.get_by_role("button", name=SAY("Report result"), exact=True).click()
    expect(phone.locator("#unsent")).to_be_visible()
    assert hall.world.t.matches[match.number].result is None
    phone.context.set_offline(False)
    expect(phone.locator("main")).to_contain_text(SAY("waiting for your opponent"))


def late_confirmation(hall: Hall, desk: Desk, match: Match) -> None:
    """The organiser sees who keeps the hall waiting; the opponent confirms at last, and it counts."""
    expect(desk.row(match.table or 0)).to_contain_text(desk.say("waiting for the opponent"))
    phone = hall.phone(match.b or 0)
    phone.goto(f"{hall.served.url}/m/cup/")
    phone.locator("form[action$='/confirm'] button").click()
    expect(hall.phone(match.a).locator("main")).to_contain_text(SAY("result recorded"))
    expect(desk.row(match.table or 0)).not_to_contain_text(desk.say("waiting for the opponent"))


def drop(hall: Hall, player: int) -> None:
    """Leaving says first what it means; then the player is out."""
    phone = hall.phone(player)
    phone.goto(f"{hall.served.url}/m/cup/drop")
    expect(phone.locator(".phone-means li").first).to_be_visible()
    phone.locator("form[action$='/drop'] button").click()
    phone.wait_for_url("**/m/cup/")
    assert hall.world.t.players[player].status == "left"


def send(page: Page, game: str, winner: str) -> None:
    page.locator("a[href$='/report']").first.click()
    fill(page, game, winner)
    page.get_by_role("button", name=SAY("Report result"), exact=True).click()
    expect(page.locator("main")).to_contain_text(SAY("waiting for your opponent"))


def fill(page: Page, game: str, winner: str) -> None:
    """The slip as players fill it in: the winner, or both scores."""
    if game == "armada":
        for side, score in zip("ab", ("200", "100") if winner == "a" else ("100", "200"), strict=True):
            page.fill(f'input[name="g0.scores.{side}"]', score)
    else:
        for n in range(2 if game == "star-wars-lcg" else 1):
            page.check(f'input[name="g{n}.winner"][value="{winner}"]', force=True)
    expect(page.locator("[data-preview-here] .outcome.ok")).to_be_visible()
