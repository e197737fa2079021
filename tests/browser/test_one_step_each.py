"""One press takes one step: twice at any speed, from two tabs; and a form of another seat takes none."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from komandor.app.access import Actor
from komandor.core.ids import PlayerNo
from komandor.core.tournament import commands as c
from tests.browser.pages import awake
from tests.browser.phones import Hall
from tests.support.site import serving
from tests.support.world import ORGANISER, World, opened, site_of

STEPS = ("Publish", "Start clock", "Close round", "Pair round 2")
AFTER = ("published", "running", "between", "drawn")
TITLES = ("Start clock", "Results", "Pair round 2", "Publish pairings")
LIVE = re.compile(r"/c/.*/live")


@contextmanager
def console_of(
    browser: Browser, world: World, script: bool = True, motion: Literal["reduce"] | None = None
) -> Iterator[tuple[BrowserContext, str]]:
    how = browser.new_context(locale="en-GB", java_script_enabled=script, reduced_motion=motion)
    with serving(site_of(world)) as served, how as context:
        page = context.new_page()
        page.goto(f"{served.url}/s/{world.link(ORGANISER)}")
        page.close()
        yield context, f"{served.url}/c/{world.id}/"


def next_button(page: Page, step: str) -> tuple[float, float]:
    """Where the button of this step is, once it can be pressed."""
    button = page.locator(".next-step .primary", has_text=step)
    expect(button).to_be_visible()
    awake(page)
    box = button.bounding_box()
    assert box
    return box["x"] + 20, box["y"] + box["height"] / 2


@pytest.mark.parametrize("gap", [50, 120, 500, 900])
def test_pressed_twice_takes_one_step(browser: Browser, gap: int) -> None:
    world = opened("armada", players=4).announce().draw()
    with console_of(browser, world) as (context, console):
        page = context.new_page()
        page.goto(console)
        for step, phase, title in zip(STEPS, AFTER, TITLES, strict=True):
            if step.startswith("Close"):
                world.results()
            x, y = next_button(page, step)
            page.mouse.click(x, y)
            page.wait_for_timeout(gap)  # two presses of one finger: what is tried is the time between
            page.mouse.click(x, y)
            expect(page.locator(".next-step h2")).to_have_text(title)
            awake(page)
            assert world.t.phase == phase, (step, gap)


@pytest.mark.parametrize("motion", [None, "reduce"])
def test_a_new_button_rests_before_any_script_runs(
    browser: Browser, motion: Literal["reduce"] | None
) -> None:
    """The second half of a double click reaches a new page before its scripts, or a page without any."""
    world = opened("armada", players=4).announce().draw()
    with console_of(browser, world, script=False, motion=motion) as (context, console):
        page = context.new_page()
        page.goto(console)
        x, y = next_button(page, "Publish")
        page.mouse.click(x, y)
        button = page.locator(".next-step .primary", has_text="Start clock")
        expect(button).to_have_css("pointer-events", "none")
        page.mouse.click(x, y)
        assert world.t.phase == "published"
        next_button(page, "Start clock")
        page.mouse.click(x, y)
        expect(page.locator(".next-step h2")).to_have_text("Results")


def test_two_tabs_take_one_step(browser: Browser) -> None:
    world = opened("armada", players=4).announce().draw()
    with console_of(browser, world) as (context, console):
        one, two = context.new_page(), context.new_page()
        two.route(LIVE, lambda route: route.abort())  # its next step stays as it was shown
        for step, phase in zip(STEPS, AFTER, strict=True):
            if step.startswith("Close"):
                world.results()
            one.goto(console)
            two.goto(console)
            for tab in (one, two):
                place = next_button(tab, step)
                with tab.expect_navigation():
                    tab.mouse.click(*place)
                assert world.t.phase == phase, step
            expect(two.get_by_role("alert")).to_contain_text("already done")


def press_twice(page: Page, place: tuple[float, float], gap: int) -> None:
    page.mouse.click(*place)
    page.wait_for_timeout(gap)
    page.mouse.click(*place)


def place_of(page: Page, button: str) -> tuple[float, float]:
    """Where the button is, once it does not rest."""
    found = page.get_by_role("button", name=button).first
    found.click(trial=True)
    box = found.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("gap", [120, 500, 900])
def test_undo_pressed_twice_is_undone_once(browser: Browser, gap: int) -> None:
    """The message that says so has an Undo of its own, in the same place."""
    world = opened("armada", players=4).announce().draw()
    with console_of(browser, world) as (context, console):
        page = context.new_page()
        page.goto(console)
        page.mouse.click(*next_button(page, "Publish"))
        expect(page.locator(".next-step h2")).to_have_text("Start clock")
        press_twice(page, place_of(page, "Undo"), gap)
        expect(page.locator(".toast")).to_contain_text("Undone")
        awake(page)
        assert world.t.phase == "drawn"


@pytest.mark.parametrize("gap", [120, 500, 900])
@pytest.mark.parametrize("area", ["c", "j"])
def test_a_call_taken_twice_takes_no_other_call(browser: Browser, gap: int, area: str) -> None:
    """The next call moves up below the finger."""
    world = opened("armada", players=6).announce().start()
    for match in world.in_round():
        world.do(c.CallJudge(match.number), by=Actor("player", match.a))
    with console_of(browser, world) as (context, console):
        page = context.new_page()
        page.goto(console.replace("/c/", f"/{area}/"))
        press_twice(page, place_of(page, "I'm on my way"), gap)
        page.goto(console)
        assert [call.state for call in world.t.calls.values()].count("taken") == 1


BELOW = "(it, [x, y]) => Object.assign(it.style, {position: 'fixed', left: `${x - 9}px`, top: `${y - 9}px`})"
"""Puts what is to be pressed where the page that follows has a button."""


@pytest.mark.parametrize("gap", [120, 500, 900])
@pytest.mark.parametrize("first", [("button", "Withdraw registration"), ("link", "People")])
def test_a_second_press_takes_nothing_on_the_page_that_follows(
    browser: Browser, gap: int, first: tuple[Literal["button", "link"], str]
) -> None:
    world = opened("armada", players=4).do(c.CheckIn((PlayerNo(1),), present=False))
    with console_of(browser, world) as (context, console):
        page = context.new_page()
        page.goto(f"{console}people")
        place = place_of(page, "Check everyone in")
        page.goto(f"{console}people/4")
        page.get_by_role(first[0], name=first[1]).first.evaluate(BELOW, place)
        press_twice(page, place, gap)
        expect(page).to_have_url(f"{console}people")
        again = place_of(page, "Check everyone in")  # there, and after its rest
        assert not world.t.players[PlayerNo(1)].checked_in
        page.mouse.click(*again)
        expect(page.locator(".toast").last).to_contain_text("checked in")
        assert world.t.players[PlayerNo(1)].checked_in


FORMS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "erase": ("data/erase", lambda page: page.locator("form .danger").click()),
    "list": ("list", lambda page: page.locator("#paste [value=paste]").first.click()),
    "call": ("judge", lambda page: page.locator("form .primary").last.click()),
    "initiative": ("", lambda page: page.locator("form [value=me]").click()),
}


@pytest.mark.parametrize("what", FORMS)
def test_a_form_of_another_seat_is_refused(browser: Browser, what: str) -> None:
    """The phone of two players: a form is opened as one, and sent after the other's link was opened."""
    world = opened("armada", players=4)
    if what in ("call", "initiative"):
        world.announce().start()
    path, press = FORMS[what]
    with serving(site_of(world)) as served, browser.new_context(locale="en-GB") as context:
        tab, other = context.new_page(), context.new_page()
        tab.goto(f"{served.url}/p/{world.link(Actor('player', 1))}")
        tab.goto(f"{served.url}/m/{world.id}/{path}")
        if what == "list":
            tab.locator("#paste [name=text]").fill("A list")
        before = world.t.version
        other.goto(f"{served.url}/p/{world.link(Actor('player', 2))}")
        press(tab)
        expect(tab.locator("body")).to_contain_text("this phone is now signed in as")
        assert world.t.version == before


def test_a_report_of_an_earlier_round_never_comes_back_filled(hall_of: Callable[[str], Hall]) -> None:
    hall = hall_of("imperial-assault")
    world, match = hall.event, hall.match()
    tab = hall.phone(match.a)
    tab.goto(f"{hall.served.url}/m/{world.id}/report")
    tab.locator("form label.segment").first.click()
    world.results().close().draw().start()
    before = world.t.version
    tab.locator("form .primary").click()
    expect(tab.get_by_role("alert")).to_contain_text("innego meczu")
    assert tab.locator("form[data-result]").count() == 0
    assert world.t.version == before
