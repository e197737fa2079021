"""One whole tournament of every game, from creation to final standings, through the interface alone.

One of them in both languages, the others in one.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.pages import Desk

NAMES = (
    "Anna Kowalska",
    "Bartek Wójcik",
    "Celina Dąbrowska",
    "Darek Łukasik",
    "Ewa Śliwa",
    "Filip Zając",
    "Grażyna Żak",
    "Hubert Ćwik",
)

Desks = Callable[[str], Desk]


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_armada(desk_in: Desks, lang: str) -> None:
    """Names typed and pasted, a swap, every way to enter a result, a correction, somebody leaves."""
    desk = desk_in(lang)
    desk.create("armada", "Mistrzostwa Sklepu", organiser="Marta Nowak")
    desk.type_names(NAMES[:3])
    desk.paste_names(NAMES[3:7])
    desk.check_in()
    desk.home()
    desk.step("announce")
    desk.step("draw", 1)
    _swap_two(desk)
    desk.step("publish")
    desk.step("start_clock")
    _armada_results(desk)
    desk.close(1)
    _correct_round_one(desk)
    desk.play_round(2)
    _go_home(desk)
    desk.play_round(3)
    desk.finish()


def _swap_two(desk: Desk) -> None:
    """Two players are ticked, the price is named, a reason is asked for; then back again by dragging."""
    page = desk.page
    seats = page.locator("[data-player]")
    numbers = [seats.nth(n).get_attribute("data-player") or "" for n in (0, 2)]
    seats.nth(0).locator("input").check()
    seats.nth(2).locator("input").check()
    expect(page.locator("[data-swap-preview] strong")).to_have_count(2)
    expect(page.locator("[name=reason]")).to_be_focused()
    page.keyboard.type("bracia z jednego domu")
    page.keyboard.press("Enter")
    expect(seats.nth(2)).to_have_attribute("data-player", numbers[0])
    expect(seats.nth(0)).to_have_attribute("data-player", numbers[1])
    seats.nth(0).drag_to(seats.nth(2))
    expect(page.locator("[data-player].chosen")).to_have_count(2)
    page.keyboard.type("jednak nie")
    page.keyboard.press("Enter")
    expect(seats.nth(0)).to_have_attribute("data-player", numbers[0])


def _armada_results(desk: Desk) -> None:
    """Seven players: three tables and a bye. More time, quick entry, Undo by the toast, the slip."""
    page = desk.page
    one, two, three = desk.missing()
    desk.row_action(three, "/extend", "5")
    expect(desk.row(three).locator(".badge.wait")).to_contain_text("+5 min")
    desk.quick_refused(one, "nonsense")
    desk.quick(one, "177-49")
    expect(desk.row(one)).to_contain_text("7–4")
    desk.undo_by_toast()
    expect(desk.row(one)).not_to_contain_text("7–4")
    desk.quick(one, "177-49")
    page.keyboard.press("Escape")

    desk.open_match(two)
    desk.fill_scores(120, 120)
    first = page.locator("[name='g0.first'][value=a]")
    expect(first).to_be_visible()  # a tie asks who was first player, and opens the fold by itself
    first.check(force=True)
    expect(page.locator("[data-preview-here] .outcome-line")).to_be_visible()
    page.locator("form[data-result] button.primary").click()
    expect(desk.row(two)).to_contain_text("5–6")  # level: the second player wins (ARM-END-6)
    desk.quick(three, "conc b 300-20")
    page.keyboard.press("Escape")


def _correct_round_one(desk: Desk) -> None:
    """A slip was misread: the effect is shown before, the change stays visible."""
    page = desk.page
    page.goto(desk.at("round/1"))
    desk.open_match(1)
    desk.fill_scores(49, 177)
    page.locator("form[data-result] [name=reason]").fill("źle przepisana karta")
    page.locator("[data-show-effect]").click()
    expect(page.locator("[data-effect] .effect")).to_be_visible()
    page.locator("form[data-result] button.primary").click()
    expect(desk.row(1)).to_contain_text(desk.say("corrected"))
    expect(desk.row(1)).to_contain_text("4–7")


def _go_home(desk: Desk) -> None:
    """Somebody leaves between rounds; whoever sat at table 3 last is tired."""
    desk.row(3).locator("summary").click()
    link = desk.row(3).locator(".menu-list a[href*='/drop?']").last.get_attribute("href")
    desk.drop(str(link))
    desk.home()


@pytest.mark.parametrize("lang", ["en"])
def test_imperial_assault(desk_in: Desks, lang: str) -> None:
    """A mission for every round, somebody is absent, a judge is called, a cut to four and its bracket."""
    desk = desk_in(lang)
    page = desk.page
    desk.create("imperial-assault", "Liga Rebelii", rounds=2, cut=4)
    desk.paste_names(NAMES)
    desk.home()
    desk.step("announce")
    desk.open_round(1)
    expect(page.locator("#main")).to_contain_text(desk.say("Mission:"))
    desk.row_action(1, "/no-show")
    expect(desk.row(1)).to_contain_text(desk.say("forfeit"))
    _judge_called(desk)
    desk.all_results("a")
    desk.close(1)
    desk.play_round(2, "a")
    desk.step("cut")
    expect(page.locator("h1")).to_have_text(desk.say("Top %(number)s", number=4))
    desk.play_round(3)
    desk.play_round(4)
    desk.finish()
    page.goto(f"{desk.url}/t/{desk.id}/bracket")
    expect(page.locator(".bracket-game")).to_have_count(3)


def _judge_called(desk: Desk) -> None:
    """A player's phone calls, the desk sees it at once, takes the call and rules."""
    page = desk.page
    player = desk.row(2).locator(".player a").first.get_attribute("href") or ""
    phone = desk.phone_of(int(player.rsplit("/", 1)[1]))
    desk.home()
    phone.goto(f"{desk.url}/m/{desk.id}/judge")
    phone.locator("form[action$='/judge'] button.primary").click()
    expect(desk.row(2)).to_contain_text(desk.say("judge called"))
    page.goto(f"{desk.url}/j/{desk.id}/")
    page.locator("form[action$='/take'] button").click()
    page.locator("[name=text]").fill("Można strzelać.")
    with page.expect_navigation():
        page.locator("form[action$='/rule'] button.primary").click()
    phone.context.close()
    desk.home()
    expect(desk.row(2)).not_to_contain_text(desk.say("judge called"))


@pytest.mark.parametrize("lang", ["pl"])
def test_destiny(desk_in: Desks, lang: str) -> None:
    """A qualified player leaves after the cut: the next one declines, the one after accepts."""
    desk = desk_in(lang)
    page = desk.page
    desk.create("destiny", "Store Championship", rounds=2, cut=2)
    desk.paste_names(NAMES[:6])
    desk.home()
    desk.step("announce")
    desk.play_round(1)
    desk.play_round(2)
    desk.step("cut")
    page.locator("#main table a[href$='/drop']").first.click()
    expect(page.locator(".effect")).to_be_visible()  # else this page is taken for the one after the press
    with page.expect_navigation():
        page.locator(".effect button.primary").click()
    desk.home()
    desk.expect_step("replacement")
    page.locator("button[name=answer][value=no]").click()
    expect(desk.toast()).to_contain_text(desk.say("%(name)s declined. Ask the next player.", name=""))
    desk.expect_step("replacement")
    page.locator("button[name=answer][value=yes]").click()
    expect(desk.toast()).to_contain_text(desk.say("%(name)s takes the last seed.", name=""))
    desk.play_round(3)
    desk.finish()


@pytest.mark.parametrize("lang", ["pl"])
def test_star_wars_lcg(desk_in: Desks, lang: str) -> None:
    """Two games a match, then a double elimination whose final has to be played again."""
    desk = desk_in(lang)
    page = desk.page
    desk.create("star-wars-lcg", "Równowaga Mocy", rounds=1, cut=4)
    desk.paste_names(NAMES[:4])
    desk.home()
    desk.step("announce")
    desk.play_round(1, "ww")
    desk.step("cut")
    number, finals = 1, 0
    while not desk.may_finish():
        number += 1
        desk.open_round(number)
        names = {"pl": ("Finał", "Powtórzony finał"), "en": ("Final", "Second final")}[lang]
        heading = page.locator("h1").inner_text()
        final = heading in names
        assert not final or heading == names[finals], "the first final and its repetition are told apart"
        finals += final
        desk.all_results("b" if final and finals == 1 else "a")
        desk.close(number)
    assert finals == 2, "the player without a loss lost the first final, so one more game decides"
    page.goto(desk.at("bracket"))
    expect(page.locator("a.rule", has_text="SWL-FINAL-2")).to_be_visible()
    desk.home()
    desk.finish()


@pytest.mark.parametrize("lang", ["pl"])
def test_two_against_two(desk_in: Desks, lang: str) -> None:
    """Teams are pasted as two names each, start without lists, and the public sees both short names."""
    desk = desk_in(lang)
    desk.create("star-wars-lcg", "Dwa na dwa", rounds=2, teams=True)
    desk.paste_names([f"{one} + {other}" for one, other in zip(NAMES[:4], NAMES[4:], strict=True)])
    desk.home()
    desk.step("announce")
    desk.start_without_lists("na kartce u sędziego")
    desk.play_round(1)
    desk.play_round(2)
    desk.finish()
    first = desk.page.locator("#main tbody tr").first.inner_text()
    assert re.search(r"\w+ \w\. \+ \w+ \w\.", first)


@pytest.mark.parametrize("lang", ["en"])
def test_conquest(desk_in: Desks, lang: str) -> None:
    """A modified win, a closed round opened again through the log, somebody comes late, a final."""
    desk = desk_in(lang)
    page = desk.page
    desk.create("conquest", "Regional", rounds=2, cut=2)
    desk.type_names(NAMES[:4])
    desk.home()
    desk.step("announce")
    desk.open_round(1)
    one, two = desk.missing()
    desk.quick(one, "a mod")
    desk.quick(two, "b")
    page.keyboard.press("Escape")
    desk.close(1)
    desk.undo_by_log(1, "jeden wynik jest zły")
    desk.home()
    desk.close(1)
    desk.come_late(NAMES[4])
    desk.play_round(2, "a")
    desk.step("cut")
    desk.play_round(3, "a")
    desk.finish()
    page.goto(f"{desk.url}/t/{desk.id}/")
    expect(page.locator("body")).to_contain_text("Regional")
