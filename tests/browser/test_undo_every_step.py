"""Undo in the message takes back the step that the message is about, whichever step of the day it is."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from komandor.texts import word
from komandor.web.console.play.round_actions import FROZEN
from tests.browser.pages import Desk

pytestmark = pytest.mark.browser

NAMES = ("Anna Kowalska", "Bartek Wójcik", "Celina Dąbrowska", "Darek Łukasik", "Ewa Śliwa")


def twice(desk: Desk, code: str, number: int = 0) -> None:
    """The step is taken, taken back by its message, and taken again."""
    desk.step(code, number)
    desk.undo_by_toast()
    desk.home()
    desk.step(code, number)


def fix_for_dice(desk: Desk, number: int) -> None:
    """Everything is fixed before the dice are rolled."""
    desk.expect_step("draw", number)
    desk.page.select_option("[name=public_source]", "dice")
    desk.page.locator(".next-step form button.primary").first.click()
    expect(desk.toast()).to_contain_text(desk.say(FROZEN))


def roll(desk: Desk, number: int) -> None:
    desk.expect_step("roll", number)
    desk.page.fill("[name=public]", "3 5 1 6")
    desk.page.locator(".next-step form button.primary").first.click()
    expect(desk.toast()).to_contain_text(word("step_done", "roll", desk.lang).split("{")[0])


def on_from_the_dice(desk: Desk, number: int) -> None:
    """Loaded again, the page of the dice still offers the way back, and the way on without them."""
    fix_for_dice(desk, number)
    desk.home()
    desk.page.locator(".next-step a[href*='/undo/']").click()
    desk.page.fill("[name=reason]", "za wcześnie")
    desk.page.locator("main button.primary").click()
    desk.expect_step("draw", number)
    fix_for_dice(desk, number)
    desk.home()
    desk.page.locator(".next-step summary").click()
    desk.page.locator(".next-step form:has([name=without]) button").click()
    expect(desk.toast()).to_contain_text(word("step_done", "roll", desk.lang).split("{")[0])
    desk.undo_by_toast()
    desk.home()
    desk.expect_step("draw", number)
    desk.page.select_option("[name=public_source]", "none")
    desk.page.locator(".next-step form button.primary").first.click()
    desk.expect_step("publish")


def with_dice(desk: Desk, number: int) -> None:
    """A draw with dice is two steps; undoing the second takes the first along."""
    fix_for_dice(desk, number)
    desk.undo_by_toast()
    desk.home()
    fix_for_dice(desk, number)
    roll(desk, number)
    desk.undo_by_toast()
    desk.home()
    desk.expect_step("draw", number)


def test_every_step_of_a_whole_event_can_be_taken_back(desk_in: Callable[[str], Desk]) -> None:
    desk = desk_in("pl")
    desk.create("imperial-assault", "Puchar", rounds=2, cut=4, public="dice")
    desk.paste_names(NAMES)
    desk.home()
    twice(desk, "announce")
    on_from_the_dice(desk, 1)
    twice(desk, "publish")
    twice(desk, "start_clock")
    desk.all_results()
    desk.page.keyboard.press("Escape")
    twice(desk, "close_round", 1)
    with_dice(desk, 2)
    desk.play_round(2)
    twice(desk, "cut")
    for number in (3, 4):
        twice(desk, "draw", number)
        twice(desk, "publish")
        desk.step("start_clock")
        desk.all_results()
        desk.close(number)
    twice(desk, "finish")
