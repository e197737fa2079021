"""What the page showed as saved is there, whichever of browser, server and network was pulled mid-round."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from komandor.app.access import Actor
from komandor.app.identity import issue
from komandor.store import open_store
from tests.browser.pages import Desk
from tests.support.child import Child
from tests.support.world import World

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="kill -9")


@pytest.fixture
def token(tmp_path: Path) -> str:
    """Round 1 of four players runs; this opens the organiser's seat."""
    store = open_store(tmp_path / "data")
    World(store=store).people(4).announce().start()
    token = issue(store, "cup", Actor("staff", 1))
    store.close()
    return token


@pytest.fixture
def server(tmp_path: Path, token: str) -> Iterator[Child]:
    child = Child(tmp_path / "data").start()
    yield child
    child.stop()


@pytest.fixture
def desk(server: Child, context: BrowserContext, token: str) -> Desk:
    desk = Desk(context.new_page(), server.url, "en", "cup")
    desk.enter(f"/s/{token}")
    desk.home()
    return desk


def results_in_log(desk: Desk) -> int:
    desk.page.goto(desk.at("log?kind=results"))
    return desk.page.locator("tbody tr").count()


def test_a_killed_server_loses_nothing_that_was_shown_as_saved(desk: Desk, server: Child) -> None:
    desk.quick("1", "177-49")
    server.kill()
    desk.page.keyboard.type("2")
    desk.page.keyboard.press("Enter")
    desk.page.keyboard.type("90-10")
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator("[data-queue] [data-state=offline]")).to_be_visible()
    server.start()
    expect(desk.row(2)).to_contain_text("7–4")
    desk.home()
    expect(desk.row(1)).to_contain_text("7–4")
    assert results_in_log(desk) == 2
    desk.home()
    desk.close(1)
    server.kill()
    server.start()
    desk.home()
    desk.expect_step("draw", 2)


def test_a_closed_browser_leaves_no_half_result(desk: Desk, browser: Browser) -> None:
    desk.open_match(1)
    desk.fill_scores(300, 0)
    kept = desk.page.context.storage_state()
    desk.page.context.close()
    again = browser.new_context(storage_state=kept)
    desk.page = again.new_page()
    desk.home()
    desk.expect_step("results")
    assert desk.missing() == ["1", "2"]
    assert results_in_log(desk) == 0
    again.close()


def test_without_a_network_the_page_says_so_and_keeps_what_was_typed(desk: Desk) -> None:
    page = desk.page
    desk.open_match(1)
    desk.fill_scores(300, 0)
    expect(page.locator("[data-preview-here] .outcome-line")).to_be_visible()
    page.context.set_offline(True)
    page.locator("form[data-result] button.primary").click()
    expect(page.locator("#unsaved")).to_be_visible()
    expect(page.locator("[name='g0.scores.a']")).to_have_value("300")
    page.context.set_offline(False)
    page.locator("form[data-result] button.primary").click()
    expect(desk.row(1)).to_contain_text(desk.say("final"))


def test_an_answer_that_got_lost_is_not_saved_twice(desk: Desk) -> None:
    """The server has it, the browser does not know: trying again is answered, not repeated."""
    page = desk.page
    lost = []

    def swallow(route: Route) -> None:
        lost.append(route.fetch().status)
        route.abort("connectionreset")

    page.route("**/quick", swallow, times=1)
    page.keyboard.press("t")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.type("177-49")
    page.keyboard.press("Enter")
    expect(page.locator("[data-queue] [data-state=saved]")).to_contain_text("1:")
    assert lost == [204]
    expect(page.locator(".quick [name=result]")).to_have_value("")
    assert results_in_log(desk) == 1
