"""Somebody who types from paper slips without looking at the screen, over a network that is slow or gone."""

import random
from dataclasses import dataclass
from time import monotonic

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect

from komandor.app.access import Actor
from tests.support.event import swiss
from tests.support.site import serving
from tests.support.world import World, site_of

KEY = 40  # milliseconds for each key
OUTAGE = 5.0  # seconds without a network


@dataclass
class Network:
    """The connection: every request takes `latency` milliseconds; `cut` takes it away for a while."""

    session: CDPSession
    latency: int
    back: float = 0.0

    def set(self, offline: bool) -> None:
        fields = {
            "offline": offline,
            "latency": self.latency,
            "downloadThroughput": -1,
            "uploadThroughput": -1,
        }
        self.session.send("Network.emulateNetworkConditions", fields)

    def cut(self) -> None:
        self.back = monotonic() + OUTAGE
        self.set(offline=True)

    def look(self) -> None:
        """Give the connection back when its time has come."""
        if self.back and monotonic() >= self.back:
            self.back = 0.0
            self.set(offline=False)


def results_that_stand(
    browser: Browser, count: int, latency: int, outage: bool, seed: int
) -> tuple[int, list[str]]:
    """Type a result for each of `count` tables. How many stand where they were typed, and what does not."""
    world = World("destiny", swiss(3)).people(2 * count).announce().start()
    rnd = random.Random(seed)
    slips = [(table, rnd.choice("ab")) for table in rnd.sample(range(1, count + 1), count)]
    with serving(site_of(world)) as served:
        context, page = _desk(browser, served.url, world)
        page.goto(f"{served.url}/c/cup/?quick=1")
        expect(page.locator(".quick [name=table]")).to_be_focused()
        network = _network(page, latency)
        for place, (table, winner) in enumerate(slips):
            if outage and place == count // 2:
                network.cut()
            page.keyboard.type(str(table), delay=KEY)
            page.keyboard.press("Tab", delay=KEY)
            page.keyboard.type(winner, delay=KEY)
            page.keyboard.press("Enter", delay=KEY)
            network.look()
        _sent(page, network, count, latency)
        context.close()
    matches = {m.table: m for m in world.t.in_round(1)}
    wrong = [
        f"table {table}: {winner} was typed, {m.result.winner if m.result else None} stands"
        for table, winner in slips
        if (m := matches[table]).result is None or m.result.winner != (m.a if winner == "a" else m.b)
    ]
    return count - len(wrong), wrong


def names_that_stand(
    browser: Browser, count: int, latency: int, outage: bool, seed: int
) -> tuple[int, list[str]]:
    """Type `count` names. How many are registered as they were typed, in that order, and which are not."""
    rnd = random.Random(seed)
    typed = [f"Imię{rnd.randrange(10**6)} Nazwisko{n}" for n in range(count)]
    world = World("destiny", swiss(3))
    with serving(site_of(world)) as served:
        context, page = _desk(browser, served.url, world)
        page.goto(f"{served.url}/c/cup/people")
        expect(page.locator("form.add [name=name]")).to_be_focused()
        network = _network(page, latency)
        for place, name in enumerate(typed):
            if outage and place == count // 2:
                network.cut()
            page.keyboard.type(name, delay=KEY)
            page.keyboard.press("Enter", delay=KEY)
            network.look()
        _sent(page, network, count, latency)
        context.close()
    people = world.store.people("cup")
    kept = [f"{people[n]['first']} {people[n]['last']}" for n in sorted(world.t.players) if n in people]
    wrong = [f"{name} was typed, {got} stands" for name, got in zip(typed, kept, strict=False) if name != got]
    return count - len(wrong) - abs(len(typed) - len(kept)), wrong


def _desk(browser: Browser, url: str, world: World) -> tuple[BrowserContext, Page]:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-GB")
    page = context.new_page()
    page.goto(f"{url}/s/{world.link(Actor('staff', 1))}")
    return context, page


def _network(page: Page, latency: int) -> Network:
    network = Network(page.context.new_cdp_session(page), latency)
    network.session.send("Network.enable")
    network.set(offline=False)
    return network


def _sent(page: Page, network: Network, count: int, latency: int) -> None:
    """Wait until nothing is on its way any more."""
    while network.back:
        page.wait_for_timeout(200)
        network.look()
    patience = 30_000 + count * (3 * latency + 1_000)
    page.wait_for_function("() => !window.Komandor.unsaved()", timeout=patience)
