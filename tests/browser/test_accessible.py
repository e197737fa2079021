"""No screen has a serious accessibility violation, in light or dark, and none is wider than its device."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.support.chromium import at_rest
from tests.support.screens import SCREENS, SIZES, Looker, Screen, all_screens

GRAVE = ("serious", "critical")
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


@pytest.fixture(scope="module")
def looker(browser: Browser) -> Iterator[Looker]:
    with all_screens() as hall:
        context = browser.new_context(locale="pl-PL", reduced_motion="reduce")
        yield Looker(hall, context.new_page())
        context.close()


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
