"""A report that a phone keeps belongs to one player, also where several players share the phone."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from komandor.app.access import Actor
from komandor.app.identity import issue
from komandor.core.ids import PlayerNo
from tests.browser.phones import Hall, fill_and_read, open_slip

HEARD = """() => Object.entries(localStorage).some(([name, keys]) => name.startsWith("said/")
    && keys.includes("confirmed-"))"""


def slip_of(hall: Hall, context: BrowserContext, player: PlayerNo) -> Page:
    """The report of this player, filled in, in a tab of its own."""
    page = context.new_page()
    switch_to(hall, page, player)
    page.goto(f"{hall.served.url}/m/cup/report")
    fill_and_read(page, "destiny")
    return page


def switch_to(hall: Hall, page: Page, player: PlayerNo) -> None:
    page.goto(f"{hall.served.url}/p/{issue(hall.served.site.store, 'cup', Actor('player', player))}")


def press(page: Page) -> None:
    page.get_by_role("button", name="Zgłoś wynik", exact=True).click()
    expect(page.locator("#unsent")).to_be_visible()


def test_two_players_of_one_phone_each_keep_their_report(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("destiny")
    first, second = (m for m in hall.event.t.in_round(1) if m.kind == "match")
    context = hall.phone(first.a).context
    slips = [slip_of(hall, context, match.a) for match in (first, second)]
    context.set_offline(True)
    for slip in slips:
        press(slip)
    context.set_offline(False)
    expect(slips[1].get_by_text("czeka na przeciwnika")).to_be_visible()
    assert hall.again(second).result
    assert hall.again(first).result is None
    expect(slips[1].locator("#unsent-other")).to_be_visible()
    slips[1].locator("#unsent-other").get_by_role("link").click()
    slips[1].locator(".phone-links a").first.click()
    expect(slips[1].get_by_text("czeka na przeciwnika")).to_be_visible()
    assert hall.again(first).result
    expect(slips[1].locator("#unsent-other")).to_be_hidden()


def test_a_kept_report_waits_while_the_phone_is_somebody_elses(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("destiny")
    first, second = (m for m in hall.event.t.in_round(1) if m.kind == "match")
    context = hall.phone(first.a).context
    slip = slip_of(hall, context, first.a)
    slip.route("**/report", lambda route: route.abort())
    press(slip)
    other = context.new_page()
    switch_to(hall, other, second.a)
    slip.unroute("**/report")
    expect(slip.locator("#unsent-other")).to_be_visible()
    expect(other.locator("#unsent-other")).to_be_visible()
    expect(other.locator("#unsent-refused")).to_be_hidden()
    assert [hall.again(match).result for match in (first, second)] == [None, None]
    switch_to(hall, other, first.a)
    expect(other.get_by_text("czeka na przeciwnika")).to_be_visible()
    assert hall.again(first).result


def test_a_refused_report_has_no_recorded_result_above_it(hall_of: Callable[[str], Hall]) -> None:
    """Whichever of the two is heard first."""
    hall = hall_of("destiny")
    match = hall.match()
    slip = hall.phone(match.a)
    open_slip(slip)
    fill_and_read(slip, "destiny")
    news = "**/m/cup/news"
    slip.context.set_offline(True)
    press(slip)
    slip.route(news, lambda route: route.abort())
    hall.event.do(hall.event.won(match.b or 0))
    slip.context.set_offline(False)
    refused = slip.locator("#unsent-refused")
    expect(refused).to_be_visible()
    slip.unroute(news)
    slip.wait_for_function(HEARD)
    expect(refused).to_be_visible()
    expect(slip.locator("#news")).to_be_hidden()
