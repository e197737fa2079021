"""Printed pages end where their sheets end, and nothing on a slip is cut off."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from komandor.app.access import Actor
from komandor.app.identity import issue
from komandor.app.self_service import SelfService, keep_self_service
from komandor.core.tournament import commands as c
from komandor.log.store import Person
from komandor.store import open_store
from komandor.web.server.make_site import make_site
from tests.support.chromium import at_rest
from tests.support.event import double, single, swiss
from tests.support.site import Served, serving
from tests.support.world import FIRST, LAST, World

PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
TALL = """() => [...document.querySelectorAll(".paper-slip table")].map((table) =>
  table.getBoundingClientRect().bottom - table.closest(".paper-slip").getBoundingClientRect().bottom)"""
WIDE = """() => [...document.querySelectorAll(".paper-slip td")].filter((cell) =>
  cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent.trim())"""
EIGHTHS = {"width": 733, "height": 1060}  # A4 without its margins, in pixels
SLIPS = ("armada", "series", "teams")
SHEETS = (
    "armada/print/list",
    "done/print/standings",
    "done/print/names",
    "done/print/names?parts=2",
    "done/print/tables",
    "done/print/judge",
    "open/print/poster",
    "teams/print/list",
    "teams/print/slips?form=long",
)


def _teams(count: int) -> list[Person]:
    """Teams whose names are as long as people make them."""
    people = (("Anna Maria", "Kowalska"), ("Bartłomiej", "Brzęczyszczyk"))
    members = [[{"first": first, "last": f"{last} {n}"} for first, last in people] for n in range(count)]
    return [
        {"team": f"Drużyna Wielkiego Hetmana Koronnego {n}", "members": who} for n, who in enumerate(members)
    ]


def _people(count: int) -> list[Person]:
    """People with surnames that take two lines of a narrow column."""
    last = [f"{LAST[n * 5 % len(LAST)]}-Konstantynopolitańska" for n in range(count)]
    return [{"first": FIRST[n % len(FIRST)], "last": one} for n, one in enumerate(last)]


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    store = open_store("memory:")
    World(store=store, id="armada").people(10).announce().publish()
    series = World("imperial-assault", swiss(1), single(2), store=store, id="series").people(4)
    series.play_stage().cut().publish()
    large = World("star-wars-lcg", swiss(1), single(16), store=store, id="large").people(16)
    large.play_stage().cut()
    teams = World("star-wars-lcg", swiss(2), store=store, id="teams", teams=True)
    teams.do(*(c.RegisterPlayer(members=2) for _ in range(4)), persons=_teams(4)).announce().publish()
    named = "Wielki turniej o puchar Hetmana Koronnego, Białystok 2026"
    World("star-wars-lcg", swiss(5), double(8), store=store, id="open", name=named).people(20).announce()
    done = World("conquest", swiss(1), store=store, id="done")
    done.do(*(c.RegisterPlayer() for _ in range(64)), persons=_people(64)).play_out()
    with serving(make_site(store, secret="a secret of the tests")) as site:
        yield site


@pytest.fixture(scope="module")
def desk(served: Served, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=EIGHTHS, locale="pl-PL", base_url=served.url)
    page = context.new_page()
    for event in (*SLIPS, "done", "large", "open"):
        page.goto(f"/s/{issue(served.site.store, event, Actor('staff', 1))}")
    yield page
    context.close()


def test_a_win_and_a_loss_differ_on_paper(desk: Page) -> None:
    """Browsers print no backgrounds unless they are told to; a dot of a win is filled by one."""
    desk.emulate_media(media="print")
    desk.goto("/t/done/standings")
    adjusted = "dots => dots.map((dot) => getComputedStyle(dot).printColorAdjust)"
    assert set(desk.locator(".dot").evaluate_all(adjusted)) == {"exact"}
    shown = "all => all.map((one) => getComputedStyle(one).display)"
    assert set(desk.locator(".stack").evaluate_all(shown)) == {"block"}  # a grid covers its rows over pages


def test_what_only_works_on_a_screen_takes_no_paper(desk: Page) -> None:
    """Fields for typing and for finding, and room for fingers."""
    desk.emulate_media(media="print")
    high = "all => all.map((one) => one.getBoundingClientRect().height)"
    desk.goto("/c/armada/")
    assert set(desk.locator(".quick, .find").evaluate_all(high)) == {0}
    desk.goto("/c/armada/checklists")
    assert min(desk.locator(".tick-row").evaluate_all(high)) < 40, "rows need no room for fingers"
    desk.goto("/c/armada/people/slips")
    assert desk.title().startswith("2026-11-14 Puchar Sklepu – "), "the browser names a PDF after it"


def test_a_printed_round_is_its_pairs_and_begins_with_its_heading(desk: Page) -> None:
    """What stands beside them on the screen would come first, with the heading in the middle of the page."""
    desk.emulate_media(media="print")
    desk.goto("/c/armada/")
    printed = desk.locator("main").inner_text().strip()
    assert printed.startswith("Runda 1 z")
    assert "W skrócie" not in printed
    assert desk.locator("main thead:visible").count() == 1


def test_a_printed_public_page_says_of_which_event_it_is(desk: Page) -> None:
    """The band with its name is not printed."""
    for page in ("standings", "bracket", "pairings/tables"):
        desk.emulate_media(media="print")
        desk.goto(f"/t/large/{page}")
        assert desk.locator("main").inner_text().strip().startswith("Puchar Sklepu · 2026-11-14")
        desk.emulate_media(media="screen")
        assert not desk.locator("main").inner_text().strip().startswith("Puchar Sklepu")


def test_parts_of_a_checklist_keep_apart_over_pages(desk: Page) -> None:
    desk.emulate_media(media="print")
    desk.goto("/c/armada/checklists")
    assert desk.locator(".check-columns").evaluate("one => getComputedStyle(one).columnWidth") == "auto"
    gaps = desk.locator(".check-columns > .panel").evaluate_all(
        "all => all.slice(1).map((one) => parseFloat(getComputedStyle(one).marginTop))"
    )
    assert min(gaps) > 10


def test_rounds_of_a_bracket_do_not_cover_one_another_nor_leave_the_page(desk: Page) -> None:
    """A grid that goes over pages covers its own rows; a picture with a least width is cut off."""
    desk.emulate_media(media="print")
    desk.goto("/c/large/print/bracket")
    assert desk.locator(".bracket-list").evaluate("one => getComputedStyle(one).display") == "block"
    desk.goto("/t/series/bracket")
    assert desk.locator(".bracket").evaluate("one => getComputedStyle(one).minWidth") == "0px"


SIGN = """() => [...document.querySelectorAll(".sign-row td")].map((cell) =>
  [cell.textContent.trim(), cell.getBoundingClientRect().height * 25.4 / 96])"""


def test_a_long_name_leaves_the_wifi_on_its_sign_in_slip(served: Served, browser: Browser) -> None:
    store = served.site.store
    long: Person = {"first": "Bartłomiej Maksymilian", "last": "Brzęczyszczykiewicz-Wąchocki", "show": "full"}
    World("destiny", store=store, id="wifi").do(c.RegisterPlayer(), persons=(long,)).people(3)
    keep_self_service(store, "wifi", SelfService(wifi_name="SklepGoscie_5G", wifi_password="komandor-2026"))
    context = browser.new_context(viewport=EIGHTHS, locale="pl-PL", base_url=served.url)
    page = context.new_page()
    page.goto(f"/s/{issue(store, 'wifi', Actor('staff', 1))}")
    page.goto("/c/wifi/people/slips")
    page.locator("main form[action$=slips] button").first.click()
    cards = page.locator(".slip-card")
    expect(cards).to_have_count(4)
    page.emulate_media(media="print")
    at_rest(page)
    over = """all => all.map((card) => Math.max(...[...card.querySelectorAll("*")].map(
      (one) => one.getBoundingClientRect().bottom)) - card.getBoundingClientRect().bottom)"""
    assert max(cards.evaluate_all(over)) <= 0
    context.close()


def test_there_is_room_to_sign_on_every_short_slip(desk: Page) -> None:
    for event in SLIPS:
        desk.emulate_media(media="print")
        desk.goto(f"/c/{event}/print/slips")
        at_rest(desk)
        cells = desk.evaluate(SIGN)
        assert cells, event
        assert {text for text, _ in cells} == {""}, "nothing else stands where people sign"
        assert min(high for _, high in cells) >= 9, f"{event}: millimetres"


def test_paper_holds_what_is_printed_on_it(desk: Page) -> None:
    """No short slip is taller than its eighth, and a PDF has as many pages as there are sheets."""
    for event in SLIPS:
        desk.emulate_media(media="print")
        desk.goto(f"/c/{event}/print/slips")
        at_rest(desk)
        over = desk.evaluate(TALL)
        assert over, event
        assert max(over) <= 0, event
    desk.goto("/c/teams/print/slips?form=long")
    assert desk.evaluate(WIDE) == [], "names do not run into the next column"
    pages, sheets = {}, {}
    for path in (*SHEETS, *(f"{event}/print/slips" for event in SLIPS)):
        desk.goto(f"/c/{path}")
        pages[path] = len(PAGE.findall(desk.pdf(prefer_css_page_size=True)))
        sheets[path] = desk.locator(".sheet").count()
    assert pages == sheets
