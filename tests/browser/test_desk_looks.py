"""The organiser's pages on a laptop: nothing is cut or touches an edge, Ctrl+K opens and closes."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from komandor.core.tournament import commands as c
from komandor.log.store import Person
from tests.support.event import single, swiss
from tests.support.site import serving
from tests.support.world import ORGANISER, World, opened, site_of

LONG_NAME: Person = {
    "first": "Aleksandra",
    "last": "Brzęczyszczykiewicz-Konstantynopolska",
    "show": "full",
}


@pytest.fixture(scope="module")
def drawn() -> World:
    """A semi-final that is paired and not published: its texts are the longest."""
    return opened("conquest", swiss(2), single(4), players=8).announce().play_stage().cut().draw()


@pytest.fixture(scope="module")
def playing() -> World:
    """A round in play: the first table has its result, the second five minutes more."""
    world = opened("armada", players=8).announce().start()
    world.do(c.ExtendTable(world.in_round()[1].number, 5, ""))
    first = world.in_round()[0]
    world.do(c.EnterResult(match=first.number, report={"end": "rounds", "scores": [200, 90]}))
    return world


@pytest.fixture(scope="module")
def semi_final() -> World:
    """Matches to two wins."""
    return opened("destiny", swiss(2), single(4), players=8).announce().play_stage().cut().start()


@pytest.fixture
def desk(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """The round page of the world that the test names, in Polish, on a laptop."""
    world = request.getfixturevalue(request.param)
    with serving(site_of(world)) as served:
        context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="pl-PL")
        page = context.new_page()
        page.goto(f"{served.url}/s/{world.link(ORGANISER)}")
        page.goto(f"{served.url}/c/{world.id}/")
        yield page
        context.close()


@pytest.mark.parametrize("desk", ["drawn"], indirect=True)
def test_no_button_of_the_next_step_comes_near_the_edge_of_its_panel(desk: Page) -> None:
    panel = desk.locator(".next-step").bounding_box()
    assert panel
    for button in desk.locator(".next-step .button:visible").all():
        box = button.bounding_box()
        assert box
        assert box["x"] + box["width"] <= panel["x"] + panel["width"] - 20, button.inner_text()


@pytest.mark.parametrize("desk", ["playing"], indirect=True)
def test_a_table_with_more_time_keeps_the_height_of_the_others(desk: Page) -> None:
    boxes = [row.bounding_box() for row in desk.locator("tr[data-open]").all()]
    heights = [box["height"] for box in boxes if box]
    assert max(heights) - min(heights) <= 2, heights  # the last row has no line below it


@pytest.mark.parametrize("desk", ["playing"], indirect=True)
def test_one_escape_closes_the_search_also_after_typing(desk: Page) -> None:
    desk.keyboard.press("Control+k")
    dialog = desk.locator("#find-all")
    expect(dialog).to_be_visible()
    desk.keyboard.type("xyz")
    desk.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize("desk", ["playing"], indirect=True)
def test_the_list_of_keys_names_the_search(desk: Page) -> None:
    desk.wait_for_load_state()
    desk.keyboard.press("?")
    expect(desk.locator("#keys dt", has_text="Ctrl+K")).to_be_visible()
    expect(desk.locator("#keys dd", has_text="Znajdź osobę, stolik albo czynność")).to_be_visible()


@pytest.mark.parametrize("desk", ["playing"], indirect=True)
def test_a_reason_is_asked_for_when_both_lose(desk: Page) -> None:
    desk.locator("tr[data-open] a.button").first.click()
    reason = desk.locator(".for-double-loss [name=reason]")
    expect(reason).to_be_hidden()
    desk.locator("[name='g0.end'][value=double_loss]").check(force=True)
    expect(reason).to_be_visible()


@pytest.mark.parametrize("desk", ["semi_final"], indirect=True)
def test_a_match_to_two_wins_is_one_chip_and_enter(desk: Page) -> None:
    """The chips have the focus; a chosen one is marked, and the focus goes on to the button that saves."""
    desk.locator("tr[data-open] a.button").first.click()
    chips = desk.locator("[data-series]")
    expect(chips.first).to_be_focused()
    desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    expect(chips.nth(1)).to_have_attribute("aria-pressed", "true")
    save = desk.locator("form[data-result] button.primary")
    expect(save).to_be_focused()
    expect(desk.locator(".outcome.ok")).to_be_in_viewport()
    desk.keyboard.press("Enter")
    expect(desk.locator("tr", has_text="2–1")).to_have_count(1)


@pytest.mark.parametrize("desk", ["playing"], indirect=True)
def test_the_map_tells_tables_apart_by_colour_too(desk: Page) -> None:
    """A table with its result and one at which a game goes on: another ground, another sign."""
    desk.goto(desk.url + "?show=map")
    colour = "el => getComputedStyle(el).backgroundColor"
    grounds = {
        state: desk.locator(f"a[data-tile={state}]").first.evaluate(colour) for state in ("in", "playing")
    }
    assert grounds["in"] != grounds["playing"]


@pytest.mark.parametrize("width", [1024, 1366])
def test_a_long_name_of_the_organiser_leaves_room_for_the_event(browser: Browser, width: int) -> None:
    name = "Mistrzostwa Polski w Imperium Atakuje 2026"
    world = World("imperial-assault", name=name, organiser=LONG_NAME).people(4)
    with serving(site_of(world)) as served:
        page = browser.new_page(viewport={"width": width, "height": 768}, locale="pl-PL")
        page.goto(f"{served.url}/s/{world.link(ORGANISER)}")
        page.goto(f"{served.url}/c/{world.id}/people")
        for part, least in ((".band-event a", 150), (".languages", 88)):
            box = page.locator(part).bounding_box()
            assert box
            assert box["width"] >= least, part
        page.close()
