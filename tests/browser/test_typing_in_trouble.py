"""What is typed at the desk is never lost silently: broken answers, a busy site, a lost seat, a new round."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Dialog, Page, Route, expect

from komandor.core.tournament import commands as c
from komandor.log.store import ReadOnly
from komandor.store.memory import MemoryStore
from tests.support.event import swiss
from tests.support.site import serving
from tests.support.waiting import PATIENCE
from tests.support.world import ORGANISER, World, site_of

TABLES = 5
BROKEN = """(path) => {
  const real = window.fetch;
  const broken = () => new ReadableStream({ start: (c) => c.error(new TypeError("network")) });
  let count = 0;
  window.fetch = async (url, more) => {
    const answer = await real(url, more);
    return String(url).endsWith(path) && ++count === 2 ? new Response(broken(), answer) : answer;
  };
}"""
"""The second answer from an address breaks off after its headers; the server has done what was asked."""
PORTAL = "<html><body><p>Log in to this network</p></body></html>"
Answer = Callable[[Route], None]


def answered(status: int, body: str = PORTAL) -> Answer:
    return lambda route: route.fulfill(status=status, body=body, content_type="text/html")


def lost(route: Route) -> None:
    """The server gets the request; its answer never comes."""
    route.fetch()
    route.abort()


def nothing_said(route: Route) -> None:
    route.fulfill(status=204)


TROUBLE: dict[str, Answer] = {
    "busy": answered(503),
    "too often": answered(429),
    "failed once": answered(500),
    "another's page": answered(200),
    "lost": lost,
    "nothing said": nothing_said,
}


@contextmanager
def desk(browser: Browser, world: World, path: str, answer: Answer | None = None) -> Iterator[Page]:
    """The organiser's page; the second thing that is sent from it is answered like this."""
    with serving(site_of(world)) as served:
        context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-GB")
        page = context.new_page()
        page.goto(f"{served.url}/s/{world.link(ORGANISER)}")
        page.goto(f"{served.url}/c/cup/{path}")
        sent: list[Route] = []

        def second(route: Route) -> None:
            sent.append(route)
            answer(route) if answer and len(sent) == 2 else route.continue_()

        page.route("**/quick", second)
        page.route("**/people/add", second)
        yield page
        context.close()


def playing() -> World:
    return World("destiny", swiss(3)).people(2 * TABLES).announce().start()


def all_answered(page: Page) -> None:
    page.wait_for_function("() => !window.Komandor.unsaved()", timeout=1000 * PATIENCE)


def type_result(page: Page, table: int, text: str = "a") -> None:
    page.keyboard.type(str(table))
    page.keyboard.press("Tab")
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def type_all_results(page: Page) -> None:
    expect(page.locator(".quick [name=table]")).to_be_focused()
    for table in range(1, TABLES + 1):
        type_result(page, table)
    all_answered(page)


def type_names(page: Page) -> None:
    expect(page.locator("form.add [name=name]")).to_be_focused()
    for letter in "ABCD":
        page.keyboard.type(f"Anna Nowak{letter}")
        page.keyboard.press("Enter")
    all_answered(page)


def registered(world: World) -> str:
    people = world.store.people("cup")
    return "".join(people[n]["last"][-1] for n in sorted(world.t.players))


def not_saved(page: Page) -> int:
    return page.locator("[data-queue] [data-state=refused]").count()


@pytest.mark.parametrize("trouble", TROUBLE)
def test_results_are_sent_again(browser: Browser, trouble: str) -> None:
    world = playing()
    with desk(browser, world, "?quick=1", TROUBLE[trouble]) as page:
        type_all_results(page)
        assert (world.open(), not_saved(page)) == ([], 0)


@pytest.mark.parametrize("trouble", TROUBLE)
def test_names_are_sent_again(browser: Browser, trouble: str) -> None:
    world = World("destiny", swiss(3))
    with desk(browser, world, "people", TROUBLE[trouble]) as page:
        type_names(page)
        assert (registered(world), not_saved(page)) == ("ABCD", 0)


def test_an_answer_that_breaks_off_does_not_stop_the_rest(browser: Browser) -> None:
    world = playing()
    with desk(browser, world, "?quick=1") as page:
        page.evaluate(BROKEN, "/quick")
        type_all_results(page)
        assert world.open() == []
    world = World("destiny", swiss(3))
    with desk(browser, world, "people") as page:
        page.evaluate(BROKEN, "/people/add")
        type_names(page)
        assert (registered(world), not_saved(page)) == ("ABCD", 0)


def test_a_full_disk_says_so_and_what_was_typed_is_sent_when_there_is_room(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = playing()
    with desk(browser, world, "?quick=1") as page, monkeypatch.context() as full:
        expect(page.locator(".quick [name=table]")).to_be_focused()
        full.setattr(MemoryStore, "append", _no_room)
        type_result(page, 1)
        entry = page.locator("[data-queue=results] li").first
        expect(entry).to_contain_text("The disk is full")
        assert not_saved(page) == 0
        full.undo()
        expect(entry).to_have_attribute("data-state", "saved")


def _no_room(*_: object) -> None:
    raise ReadOnly("full", "store.disk_full")


@pytest.mark.parametrize("path", ["?quick=1", "people"])
def test_a_lost_seat_loses_nothing_that_was_typed(browser: Browser, path: str) -> None:
    """The page stays, each entry says why it was not saved, and can be taken back into the field."""
    world = playing() if path != "people" else World("destiny", swiss(3))
    with desk(browser, world, path) as page:
        kept = page.context.cookies()
        page.context.clear_cookies(name=re.compile("^seats-"))
        (type_names if path == "people" else type_all_results)(page)
        with page.expect_response(lambda r: r.status == 403 and r.request.method == "GET"):
            world.do(c.PostNotice("Lunch"))  # the page hears of it, and may not look
        refused = page.locator("[data-queue] [data-state=refused]")
        count = len("ABCD") if path == "people" else TABLES
        expect(refused).to_have_count(count)
        expect(refused.first).to_contain_text("Open the secret link")
        page.context.add_cookies(kept)
        refused.last.locator("[data-bring-back]").click()
        page.keyboard.press("Enter")
        all_answered(page)
        assert refused.count() == count - 1
        assert world.t.players if path == "people" else len(world.open()) == TABLES - 1


def test_a_slip_of_this_round_is_not_taken_for_the_next(browser: Browser) -> None:
    world = playing()
    with desk(browser, world, "?quick=1") as page:
        expect(page.locator(".quick [name=table]")).to_be_focused()
        page.keyboard.type("3")
        world.results().close().start()
        expect(page.locator("[data-round='2']")).not_to_have_count(0)
        page.keyboard.press("Tab")
        page.keyboard.type("b")
        page.keyboard.press("Enter")
        expect(page.locator("[data-queue=results] li").first).to_have_attribute("data-state", "refused")
        assert len(world.open()) == TABLES
        type_result(page, 4)
        all_answered(page)
        assert [m.table for m in world.in_round() if m.result] == [4]


def test_an_enter_too_many_does_not_shift_the_next_entry(browser: Browser) -> None:
    world = playing()
    with desk(browser, world, "?quick=1") as page:
        expect(page.locator(".quick [name=table]")).to_be_focused()
        type_result(page, 1)
        page.keyboard.press("Enter")
        type_result(page, 2)
        all_answered(page)
        assert {m.table for m in world.in_round() if m.result} == {1, 2}


def test_the_browser_asks_before_it_forgets_a_refused_result(browser: Browser) -> None:
    """It asks until the slip is typed again and saved, or dismissed."""
    world = playing()
    with desk(browser, world, "?quick=1") as page:
        asked: list[str] = []

        def stay(dialog: Dialog) -> None:
            asked.append(dialog.type)
            dialog.dismiss()

        page.on("dialog", stay)
        expect(page.locator(".quick [name=table]")).to_be_focused()
        refused = page.locator("[data-queue=results] [data-state=refused]")
        for table in (1, 999):
            type_result(page, table, "nonsense")
        expect(refused).to_have_count(2)
        with page.expect_event("dialog"):
            page.evaluate("() => { location.href = '/c/cup/people' }")
        expect(refused).to_have_count(2)
        type_result(page, 1)
        expect(refused).to_have_count(1)
        refused.locator("[data-forget-entry]").click()
        page.goto(page.url.partition("?")[0] + "people")
    assert asked == ["beforeunload"]
