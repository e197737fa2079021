"""Two servers on one computer, used in turns in one browser, keep both sign-ins."""

from playwright.sync_api import Browser, expect

from komandor.app.identity import issue
from komandor.web.server.make_site import make_site
from komandor.web.server.site import Site
from tests.support.event import swiss
from tests.support.site import serving
from tests.support.world import ORGANISER, World


def test_a_demonstration_beside_the_real_event_signs_nobody_out(browser: Browser) -> None:
    events = [World("armada", swiss(3)) for _ in range(2)]
    sites = [make_site(one.store, secret=name) for one, name in zip(events, ("real", "demo"), strict=True)]
    with serving(sites[0]) as real, serving(sites[1]) as demo, browser.new_context(locale="en") as context:
        page = context.new_page()
        pages = []
        for event, served in zip(events, (real, demo), strict=True):
            page.goto(f"{served.url}/s/{issue(served.site.store, event.id, ORGANISER)}")
            pages.append(f"{served.url}/c/{event.id}/settings")
        for where in (*pages, *pages):
            answer = page.goto(where)
            assert answer, where
            assert answer.status == 200, where
            page.locator("#basics").get_by_role("button", name="Save").click()
            expect(page.locator(".toast"), "what was done is said by its own cookie").to_be_visible()
        kept = {cookie["name"] for cookie in context.cookies()}
        assert len([name for name in kept if name.startswith("seats")]) == 2


def test_a_server_that_is_started_again_knows_its_browsers() -> None:
    event = World("armada", swiss(3))

    def names(site: Site) -> set[str]:
        with serving(site) as served:
            served.client.get(f"/s/{issue(site.store, event.id, ORGANISER)}")
            return set(served.client.cookies.keys()) - {"csrf"}

    first, again = (names(make_site(event.store, secret="kept in the data folder")) for _ in range(2))
    assert first == again
