"""No screen has a serious accessibility violation, in light or dark, and none is wider than its device.

On a phone whatever is tapped outside running text is at least 44 pixels high and wide.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.support.chromium import at_rest
from tests.support.screens import SCREENS, SIZES, Hall, Looker, Screen, all_screens

GRAVE = ("serious", "critical")
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
SMALL = """() => {
  const inText = (one) => {
    const block = one.closest("p, li, dd, td, label, figcaption, summary, .hint, .row");
    const inline = one.matches("a") && getComputedStyle(one).display.startsWith("inline");
    return inline && block && block.textContent.trim() !== one.textContent.trim();
  };
  const tapped = (one) => {  // an input with its labels; what is drawn around a small sign belongs to it
    const boxes = [one, ...(one.labels || [])].map((part) => part.getBoundingClientRect());
    const all = (side) => boxes.map((box) => box[side]);
    const span = (from, to) => Math.max(...all(to)) - Math.min(...all(from));
    const after = getComputedStyle(one, "::after"), around = after.position === "absolute";
    const more = (side) => (around ? -2 * parseFloat(after[side]) || 0 : 0);
    return [span("left", "right") + more("left"), span("top", "bottom") + more("top")];
  };
  const controls = "a[href], button, summary, input:not([type=hidden]), select, textarea";
  return [...document.querySelectorAll(controls)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => one.getBoundingClientRect().width > 1 && !inText(one))
    .filter((one) => tapped(one).some((size) => size < 43.5))
    .map((one) => `${tapped(one).map(Math.round)} ${one.outerHTML.slice(0, 120)}`);
}"""


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    with all_screens() as made:
        yield made


@pytest.fixture(scope="module")
def looker(hall: Hall, browser: Browser) -> Iterator[Looker]:
    context = browser.new_context(locale="pl-PL", reduced_motion="reduce")
    yield Looker(hall, context.new_page())
    context.close()


@pytest.fixture(scope="module")
def thumb(hall: Hall, browser: Browser) -> Iterator[Looker]:
    """A phone, which is touched."""
    context = browser.new_context(locale="pl-PL", reduced_motion="reduce", has_touch=True)
    yield Looker(hall, context.new_page())
    context.close()


TAPPED = [one for one in SCREENS if one.size == "phone" or one.name.startswith("public")]


@pytest.mark.parametrize("screen", TAPPED, ids=lambda screen: screen.name)
def test_a_thumb_hits_every_control(thumb: Looker, screen: Screen) -> None:
    thumb.open(replace(screen, size="phone"))
    assert thumb.page.evaluate(SMALL) == []


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_screen(looker: Looker, screen: Screen) -> None:
    """Dark differs in its colours alone."""
    page = looker.page
    page.emulate_media(color_scheme="light")
    looker.open(screen)
    assert grave(Axe().run(page).response) == []
    page.emulate_media(color_scheme="dark")
    at_rest(page)
    assert grave(Axe().run(page, options=CONTRAST).response) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[screen.size][0]


def test_a_rule_with_a_table_on_a_phone(looker: Looker) -> None:
    looker.open(Screen("rule", "/rules/ARM-SCORE-5", "public", size="phone"))
    assert grave(Axe().run(looker.page).response) == []
    cells = looker.page.locator(".rule-text th").all()
    assert len(cells) >= 3
    assert all((box := cell.bounding_box()) and box["x"] + box["width"] <= 360 for cell in cells)


def test_the_proof_of_draws_on_a_phone_has_its_codes_in_whole_lines(looker: Looker) -> None:
    screen = next(one for one in SCREENS if one.name == "public-verify")
    looker.open(replace(screen, size="phone"))
    codes = looker.page.locator("td .hash").all()
    assert codes
    assert all((box := code.bounding_box()) and box["x"] >= 0 and box["height"] < 60 for code in codes)


def grave(response: dict[str, Any]) -> list[str]:
    bad = [one for one in response["violations"] if one["impact"] in GRAVE]
    return [f"{one['id']}: {node['html'][:200]}" for one in bad for node in one["nodes"]]
