"""An overlay lies on nothing, covers only its boxes, follows the organiser's choice and shows no message."""

import base64
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.event import single, swiss
from tests.support.site import Served, serving
from tests.support.world import ORGANISER, World, opened, site_of

COVERED = """async (png) => {
  const picture = new Image();
  picture.src = "data:image/png;base64," + png;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height), pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0);
  const dots = pen.getImageData(0, 0, picture.width, picture.height).data;
  let covered = 0;
  for (let at = 3; at < dots.length; at += 4) covered += dots[at] > 0;
  return covered / (dots.length / 4);
}"""


@pytest.fixture(scope="module")
def event() -> World:
    people = [{"first": f"Anna{n}", "last": "Kowalska", "filmed": True} for n in range(24)]
    return opened("destiny", swiss(2), single(4), players=24, people=people).announce().play_round().start()


@pytest.fixture(scope="module")
def served(event: World) -> Iterator[Served]:
    with serving(site_of(event)) as site:
        yield site


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, locale="en-GB")
    yield context
    context.close()


def covered(page: Page, blank: Page) -> float:
    """The share of the picture that is not transparent."""
    png = page.screenshot(omit_background=True)
    return float(blank.evaluate(COVERED, base64.b64encode(png).decode()))


def test_the_stream_follows_the_desk_on_a_transparent_picture(
    event: World, served: Served, context: BrowserContext
) -> None:
    stream, desk, blank = context.new_page(), context.new_page(), context.new_page()
    said: list[str] = []
    stream.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    stream.on("pageerror", lambda error: said.append(str(error)))
    stream.goto(f"{served.url}/t/{event.id}/overlay?lang=en")
    assert covered(stream, blank) == 0
    desk.goto(f"{served.url}/s/{event.link(ORGANISER)}")
    desk.goto(f"{served.url}/c/{event.id}/stream")
    desk.get_by_role("button", name="Film this table").first.click()
    for button, box, most in (
        ("Feature table", ".ov-table", 0.2),
        ("Clock", ".ov-clock", 0.05),
        ("Standings ticker", ".ov-ticker", 0.1),
    ):
        desk.get_by_role("button", name=button, exact=True).click()
        expect(stream.locator(box)).to_be_visible()
        assert 0.005 < covered(stream, blank) < most
    expect(stream.get_by_role("button")).to_have_count(0)
    stream.evaluate("document.getElementById('offline').hidden = false")
    expect(stream.locator("#offline")).not_to_be_visible()
    assert said == []
