"""What phones show has its place, its size and its contrast, and is reached with keys alone."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from komandor.app.identity import issue
from komandor.core.tournament import commands as c
from tests.browser.phones import Hall, fill, send, wider_than_the_screen
from tests.support.chromium import at_rest
from tests.support.world import ORGANISER

SERIOUS = ("serious", "critical")


def test_the_sign_of_the_game_stands_beside_the_name_of_the_event(hall_of: Callable[[str], Hall]) -> None:
    page = hall_of("armada").phone(1)
    mark, name = (
        page.locator(".band .game-mark").bounding_box(),
        page.locator(".band-event a span").bounding_box(),
    )
    assert mark
    assert name
    assert mark["x"] + mark["width"] <= name["x"]
    assert abs(mark["y"] + mark["height"] / 2 - name["y"] - name["height"] / 2) < 4


def test_a_message_covers_neither_the_clock_nor_the_banner(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("destiny")
    anna, *_ = hall.at_table()
    send(anna, "destiny")
    toast = anna.locator(".toast")
    expect(toast).to_contain_text("Wynik zgłoszony")
    at_rest(anna)
    box, content = toast.bounding_box(), anna.locator(".phone-page").bounding_box()
    assert box
    assert content
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= content["y"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_usable_by_everybody(hall_of: Callable[[str], Hall], scheme: str) -> None:
    hall = hall_of("armada")
    page = hall.phone(hall.match().a, scheme)
    for path in (
        "",
        "report",
        "judge",
        "drop",
        "history",
        "why",
        "list",
        "more",
        "link",
        "data",
        "data/erase",
    ):
        page.goto(f"{hall.served.url}/m/cup/{path}")
        found = Axe().run(page).response["violations"]
        bad = [(v["id"], [n["html"] for n in v["nodes"]][:3]) for v in found if v["impact"] in SERIOUS]
        assert bad == [], path
        assert not wider_than_the_screen(page), path
        assert too_small(page) == [], path


def test_at_twice_the_size_everything_stays_on_the_screen_and_the_clock_in_one_line(
    hall_of: Callable[[str], Hall],
) -> None:
    hall = hall_of("armada")
    match = hall.match()
    hall.by(match.a, c.CallJudge(match.number, kind="dispute", text="Czy to się liczy?"))
    hall.event.do(c.ExtendTable(match.number, 5, "spór"))
    player, judge = hall.phone(match.a), hall.phone(match.a)
    judge.goto(f"{hall.served.url}/s/{issue(hall.served.site.store, 'cup', ORGANISER)}")
    for page in (player, judge):
        page.set_viewport_size({"width": 195, "height": 422})
    for path in ("", "report", "judge", "drop", "history", "why", "list", "more", "data"):
        player.goto(f"{hall.served.url}/m/cup/{path}")
        assert not wider_than_the_screen(player), path
    for path in ("", "call/1", "tables", f"match/{match.number}", "checks", "components", "sanctions"):
        judge.goto(f"{hall.served.url}/j/cup/{path}")
        assert not wider_than_the_screen(judge), path
    player.goto(f"{hall.served.url}/m/cup/")
    digits = player.locator(".phone-clock .clock-digits").bounding_box()
    assert digits
    assert digits["height"] < 50
    player.goto(f"{hall.served.url}/m/cup/report")
    fill(player, "armada")
    worth = player.locator("[data-preview-here] .outcome.ok")
    expect(worth).to_be_visible()
    box = worth.bounding_box()
    assert box
    assert box["width"] > 150


def test_what_a_press_has_said_is_not_said_again_on_top(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("destiny")
    anna, bartek, _ = hall.at_table()
    send(anna, "destiny")
    bartek.get_by_role("link", name="Zgłoś spór o wynik").click()
    bartek.get_by_role("button", name="Zgłoś spór o wynik").click()
    expect(bartek.locator(".toast")).to_contain_text("Zostań przy stoliku")
    expect(anna.locator("#news")).to_contain_text("Zostań przy stoliku")
    expect(bartek.locator("#news")).to_be_hidden()


def test_the_worth_of_a_report_has_the_width_of_the_phone(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("destiny")
    page = hall.phone(hall.match().a)
    page.goto(f"{hall.served.url}/m/cup/report")
    fill(page, "destiny", "b")
    worth = page.locator("[data-preview-here] .outcome")
    expect(worth).to_be_visible()
    line = worth.locator(".outcome-line").evaluate(
        "one => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)"
    )
    assert line < 1.9, "a name and the points are on one line"


def test_a_phone_on_its_side_shows_table_and_report_at_once(hall_of: Callable[[str], Hall]) -> None:
    page = hall_of("armada").phone(1)
    page.set_viewport_size({"width": 740, "height": 360})
    at_rest(page)
    expect(page.locator(".my-table-number")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Zgłoś wynik")).to_be_in_viewport(ratio=1)


def too_small(page: Page) -> list[str]:
    """Buttons, fields and bar links that a thumb would miss."""
    script = """() => [...document.querySelectorAll(
      "main :is(.button, input, select, summary), .phone-bar a")]
      .filter((e) => e.getClientRects().length && !["checkbox", "radio", "hidden"].includes(e.type))
      .filter((e) => e.getBoundingClientRect().height < 43.5).map((e) => e.outerHTML.slice(0, 120))"""
    return list(page.evaluate(script))


BEHIND = """() => {
  const at = document.activeElement, bar = document.querySelector(".phone-bar");
  const low = at.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
  return low && !bar.contains(at) ? at.textContent : "";
}"""


def test_with_keys_alone_what_has_the_focus_is_never_behind_the_bar(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("armada")
    page = hall.phone(hall.match().a)
    page.goto(f"{hall.served.url}/m/{hall.event.id}/more")
    links = page.locator("main a:visible, main button:visible").count()
    assert links > 8
    for height in (560, 600, 640, 680):
        page.set_viewport_size({"width": 360, "height": height})
        page.reload()
        for _ in range(links + 5):
            page.keyboard.press("Tab")
            assert page.evaluate(BEHIND) == "", height
