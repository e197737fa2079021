"""By keyboard alone: the focus outlives a live update, menus are walked, a setting is found by typing."""

import re

from playwright.sync_api import Browser, Page, expect

from komandor.core.tournament import commands as c
from tests.support.site import serving
from tests.support.world import ORGANISER, World, opened, site_of


def test_the_desk_is_worked_by_keyboard(browser: Browser) -> None:
    world = opened("armada", players=8).announce().start()
    with serving(site_of(world)) as served:
        context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-GB")
        page = context.new_page()
        page.goto(f"{served.url}/s/{world.link(ORGANISER)}")
        page.goto(f"{served.url}/c/{world.id}/")
        focus_outlives_an_update(page, world)
        menu_is_fetched_and_left(page)
        a_side_is_chosen(page, world)
        a_setting_is_found(page, f"{served.url}/c/{world.id}/settings")
        a_player_is_chosen(page, f"{served.url}/j/{world.id}")
        context.close()


def focus_outlives_an_update(page: Page, world: World) -> None:
    """A result that comes from elsewhere replaces the rows; whatever had the focus keeps it."""
    link = page.locator("#table-4 a.button").first
    link.focus()
    world.do(c.EnterResult(match=world.in_round()[0].number, report={"end": "rounds", "scores": [200, 90]}))
    expect(page.locator("#table-1[data-open]")).to_have_count(0)
    expect(link).to_be_focused()


def menu_is_fetched_and_left(page: Page) -> None:
    page.locator("#table-4 summary").focus()
    page.keyboard.press("Enter")
    menu = page.locator("#table-4 .menu-list")
    expect(menu).to_contain_text("Drop player after this round")
    page.keyboard.press("Tab")
    expect(menu.locator("a").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(page.locator("#table-4 summary")).to_be_focused()


def a_side_is_chosen(page: Page, world: World) -> None:
    """ "400-400 d" can mean two things: both are offered, and the chosen one is saved with Enter."""
    page.keyboard.press("t")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    page.keyboard.type("400-400 d")
    choice = page.locator("[data-complete='400-400 d b']")
    expect(choice).to_be_visible()
    choice.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".quick [name=result]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-queue=results] li").first).to_have_attribute("data-state", "saved")
    result = next(m.result for m in world.in_round() if m.table == 4)
    assert result
    assert result.report["ships_left"] == (True, False)


def a_setting_is_found(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#minutes")).to_be_hidden()
    page.keyboard.press("/")
    page.keyboard.type("final")
    expect(page.locator("#minutes")).to_be_visible()
    expect(page.locator("#basics")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#minutes")).to_be_hidden()
    expect(page.locator("#basics")).to_be_visible()
    page.locator(".toc a[href='#file']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#file")).to_be_visible()
    expect(page.locator("details.setting:has(#file) > summary")).to_be_focused()
    expect(page).to_have_url(re.compile("#file$"))
    page.goto(address.replace("settings", "lists"))
    page.get_by_role("link", name="change", exact=True).press("Enter")
    expect(page.locator("[name='set.lists.required']")).to_be_focused()
    expect(page.locator("[name='set.lists.required']")).to_be_in_viewport()
    refusal_is_seen(page, address)


def refusal_is_seen(page: Page, address: str) -> None:
    """A change without its reason, in a section that the address leads to: one sees why it was refused."""
    page.goto(f"{address}#minutes")
    page.locator("[name='minutes.swiss']").fill("100")
    page.locator("#minutes button").last.press("Enter")
    notice = page.locator(".notice.danger")
    expect(notice).to_be_focused()
    expect(notice).to_be_in_viewport()


def a_player_is_chosen(page: Page, judging: str) -> None:
    """Whoever is chosen on the page of sanctions, their own page opens."""
    page.goto(f"{judging}/sanctions")
    page.locator("#f-go").select_option(label="Testowy Gracz3")
    expect(page).to_have_url(f"{judging}/player/3/sanction")
