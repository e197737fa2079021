"""A player goes from a list in the clipboard to "legal, submitted" in three taps from My table."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from komandor.app.access import Actor
from komandor.app.card_data import keep_catalogue
from komandor.app.identity import issue
from komandor.store import open_store
from komandor.web.server.make_site import make_site
from tests.lists.made import LEGAL, catalogue
from tests.support.site import serving
from tests.support.world import World

PHONE = {"width": 360, "height": 740}
FLEET = LEGAL["armada"]
ILLEGAL = FLEET.replace("2 x X-wing Squadron (26)", "12 x X-wing Squadron (156)").replace("Most Wanted", "")
UNCLEAR = FLEET.replace("Corvette B (39)", "Corvette")


@pytest.fixture
def phone(tmp_path: Path, browser: Browser) -> Iterator[tuple[Page, World]]:
    """Player 1 at My table; the organiser has loaded card data and requires lists."""
    store = open_store("memory:")
    keep_catalogue(store, catalogue("armada"))
    world = World("armada", store=store, settings={"lists.required": True}).people(4)
    with serving(make_site(store, secret="a secret of the tests", data=tmp_path)) as served:
        context = browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=served.url)
        page = context.new_page()
        page.goto(f"{served.url}/p/{issue(store, world.id, Actor('player', 1))}")
        page.goto(f"{served.url}/m/cup/")
        yield page, world
        context.close()


def pasted(page: Page, text: str) -> None:
    button = page.get_by_role("button", name="Paste and check")
    expect(button).to_be_visible()
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    button.tap()


@pytest.mark.rule("COM-LIST-2", "COM-LIST-3")
def test_three_taps_to_a_legal_list_and_every_reason_of_an_illegal_one(phone: tuple[Page, World]) -> None:
    page, world = phone
    page.get_by_role("link", name="Submit my list").tap()
    pasted(page, FLEET)
    page.get_by_role("button", name="Submit list", exact=True).tap()
    expect(page.locator(".phone-head").get_by_text("submitted", exact=True)).to_be_visible()
    expect(page.locator("[data-verdict=legal]")).to_contain_text("Card data: hand-made, 2026-01-01 (1)")
    found = world.t.players[1].list_found
    assert found is not None
    assert found.decision == "legal"

    pasted(page, ILLEGAL)
    verdict = page.locator("[data-verdict=illegal]")
    for rule in ("ARM-LIST-4", "ARM-LIST-6"):
        expect(verdict.get_by_role("link", name=rule)).to_be_visible()
    page.get_by_role("link", name="List", exact=True).tap()

    pasted(page, UNCLEAR)
    expect(page.locator("[data-verdict=undecided]")).to_contain_text("ambiguous")
    page.get_by_role("button", name="Corvette B (ship, Core)").tap()
    expect(page.locator("[data-verdict=legal]")).to_be_visible()
    assert len(world.t.players[1].lists) == 1
