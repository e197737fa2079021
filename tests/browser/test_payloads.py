"""In a real browser whose content policy is switched off, no payload runs on any kind of page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Dialog, Page

from komandor.app.access import Actor
from tests.support.chromium import at_rest
from tests.support.payloads import PAYLOADS, filled
from tests.support.site import serving
from tests.support.world import ORGANISER, World, site_of

STAFF = (
    "/c/cup/",
    "/c/cup/people",
    "/c/cup/people/1",
    "/c/cup/lists/1",
    "/c/cup/match/1",
    "/c/cup/log",
    "/c/cup/standings",
    "/c/cup/print/names",
    "/c/cup/print/slips",
    "/c/cup/print/judge",
    "/j/cup/",
    "/j/cup/call/1",
    "/j/cup/match/1",
    "/j/cup/sanctions",
    "/j/cup/incidents",
    "/j/cup/proxy/1/print",
)
PLAYER = ("/m/cup/", "/m/cup/report", "/m/cup/history", "/m/cup/list", "/m/cup/data", "/m/cup/why")
PUBLIC = (
    "/t/cup/",
    "/t/cup/pairings",
    "/t/cup/players",
    "/t/cup/standings",
    "/t/cup/changes",
    "/t/cup/screen",
    "/t/cup/screen/pairings",
    "/t/cup/screen/notice",
    "/",
    "/join/cup",
)


@pytest.fixture(scope="module")
def hostile() -> World:
    return filled(" ".join(PAYLOADS[::4]))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(bypass_csp=True, locale="en-GB")
    page = context.new_page()
    yield page
    context.close()


def test_nothing_runs(hostile: World, page: Page) -> None:
    fired: list[str] = []

    def opened(dialog: Dialog) -> None:
        fired.append(f"dialog {dialog.message}")
        dialog.dismiss()

    page.on("dialog", opened)
    page.on("request", lambda r: fired.append(r.url) if "__xss" in r.url or "evil.example" in r.url else None)
    with serving(site_of(hostile)) as site:
        for token in (f"/s/{hostile.link(ORGANISER)}", f"/p/{hostile.link(Actor('player', 1))}"):
            page.goto(site.url + token)
        for path in (*STAFF, *PLAYER, *PUBLIC):
            answer = page.goto(site.url + path)
            assert answer, path
            assert answer.status == 200, path
            at_rest(page)
            if page.evaluate("window.__xss"):
                fired.append(path)
            assert page.url.startswith(site.url), path
    assert fired == []
