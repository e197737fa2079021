"""Where a service worker runs, a page that cannot be reached is ours, and comes by itself when it can."""

from playwright.sync_api import Browser, expect

from tests.support.site import Served

CONTROLLED = "() => navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"


def test_the_page_that_was_asked_for_comes_when_the_server_answers_again(
    browser: Browser, site_served: Served
) -> None:
    with browser.new_context(locale="en-GB", service_workers="allow") as context:
        page = context.new_page()
        page.goto(f"{site_served.url}/help")
        page.wait_for_function(CONTROLLED)
        context.set_offline(True)
        page.goto(f"{site_served.url}/rules")
        expect(page.locator("h1")).to_have_text("The tournament can't be reached")
        context.set_offline(False)
        expect(page.locator("h1")).to_have_text("Rules")
        assert page.url == f"{site_served.url}/rules"
