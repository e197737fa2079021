"""A button that is pressed late does what its page said, or nothing, and says so."""

from typing import Any

import pytest

from komandor.app.access import Actor
from komandor.core.ids import PlayerNo
from komandor.core.tournament import commands as c
from tests.support.event import single, swiss
from tests.support.forms import Page
from tests.support.world import ORGANISER, Browser, World, client, opened, site_of

ANNA = Actor("player", 1)


@pytest.fixture
def world() -> World:
    return opened("armada", id="cup", players=4)


def browser_of(world: World, actor: Actor) -> Browser:
    return client(site_of(world), world.link(actor))


def form_of(browser: Browser, where: str, to: str) -> dict[str, str]:
    """What the form of a page that posts there sends."""
    page = Page(where, browser.get(where).content.decode())
    return next(one.fields for one in page.forms if (one.action, one.method) == (to, "post"))


def pressed(world: World, browser: Browser, to: str, fields: dict[str, str]) -> tuple[str, bool]:
    """What is said to whoever presses, and whether something was written down."""
    before = world.t.version
    answer: Any = browser.post(to, fields)
    if answer.status_code == 302:
        answer = browser.get(answer["Location"])
    return answer.content.decode(), world.t.version > before


def test_a_table_of_the_round_before_gets_no_result_in_this_one(world: World) -> None:
    """Quick entry without a script: table 1 is another match since."""
    desk = browser_of(world.announce().start(), ORGANISER)
    form = form_of(desk, "/c/cup/", "/c/cup/quick") | {"table": "1", "result": "177-49"}
    world.results().close().draw().start()
    said, written = pressed(world, desk, "/c/cup/quick", form)
    assert not written
    assert "you typed this for another round" in said


def test_a_table_of_this_round_gets_it(world: World) -> None:
    desk = browser_of(world.announce().start(), ORGANISER)
    form = form_of(desk, "/c/cup/", "/c/cup/quick") | {"table": "1", "result": "177-49"}
    assert pressed(world, desk, "/c/cup/quick", form)[1]


def test_whoever_wanted_to_leave_before_round_1_is_asked_again_when_it_is_drawn(world: World) -> None:
    """Before the draw the page said that one can register again; after it, that one cannot."""
    phone = browser_of(world.announce(), ANNA)
    form = form_of(phone, "/m/cup/drop", "/m/cup/drop")
    world.draw()
    said, written = pressed(world, phone, "/m/cup/drop", form)
    assert not written
    assert "about another round" in said
    assert pressed(world, phone, "/m/cup/drop", form_of(phone, "/m/cup/drop", "/m/cup/drop"))[1]


@pytest.mark.parametrize("what", ["drop", "disqualify"])
def test_who_leaves_in_one_round_is_not_sent_away_in_the_next(world: World, what: str) -> None:
    """The page showed what it changes in that round."""
    desk = browser_of(world.announce().start().results().close(), ORGANISER)
    where = f"/c/cup/player/1/{what}"
    form = form_of(desk, where, where) | {"reason": "so"}
    world.draw().start()
    said, written = pressed(world, desk, where, form)
    assert not written
    assert "about another round" in said


@pytest.mark.parametrize("chosen", ["", "assault"])
def test_what_the_opponent_noted_first_is_not_noted_again_nor_dropped_without_a_word(
    world: World, chosen: str
) -> None:
    """The page asked who has the initiative; now it asks for the objective, or nothing."""
    phone = browser_of(world.announce().start(), ANNA)
    form = form_of(phone, "/m/cup/", "/m/cup/first") | {"who": "me"}
    match = next(m for m in world.t.in_round(1) if 1 in m.players)
    opponent = Actor("player", match.opponent(PlayerNo(1)))
    world.do(c.SetInitiative(match.number, opponent.player, chosen), by=opponent)
    said, written = pressed(world, phone, "/m/cup/first", form)
    assert not written
    assert "already done" in said


def test_where_nobody_is_absent_any_more_nobody_is_withdrawn_and_this_is_said(world: World) -> None:
    world.do(c.CheckIn((1,), present=False))
    desk = browser_of(world, ORGANISER)
    form = form_of(desk, "/c/cup/people", "/c/cup/people/absent")
    world.do(c.CheckIn((1,)))
    said, written = pressed(world, desk, "/c/cup/people/absent", form)
    assert not written
    assert "Nothing to change" in said


@pytest.mark.parametrize("do", ["hand-in", "paste"])
def test_a_list_without_a_word_is_said_to_be_empty(world: World, do: str) -> None:
    phone = browser_of(world, ANNA)
    form = form_of(phone, "/m/cup/list", "/m/cup/list") | {"do": do, "text": " "}
    said, written = pressed(world, phone, "/m/cup/list", form)
    assert not written
    assert "The list is empty" in said


def test_the_answer_of_whom_the_page_named_is_nobody_elses() -> None:
    """The next in line was asked and left meanwhile: their yes must not bring in the one behind them."""
    world = World("destiny", swiss(1), single(2), id="cup").register(6).announce().play_stage().cut()
    desk = browser_of(world, ORGANISER)
    world.do(c.DropPlayer(world.t.stages[2].seeded[0]))
    form = form_of(desk, "/c/cup/", "/c/cup/replace")
    asked = PlayerNo(int(form["player"]))
    world.do(c.DropPlayer(asked))
    said, written = pressed(world, desk, "/c/cup/replace", form | {"answer": "yes"})
    assert not written
    assert "has changed" in said, said


def test_decks_are_picked_for_the_round_of_the_page(world: World) -> None:
    world.do(c.AppointStaff(("judge",)), persons=({"first": "Jan", "last": "Sędzia"},))
    judge = browser_of(world.announce().start(), Actor("staff", 2))
    form = form_of(judge, "/j/cup/checks", "/j/cup/checks/draw")
    world.results().close().draw().start()
    said, written = pressed(world, judge, "/j/cup/checks/draw", form | {"count": "1"})
    assert not written
    assert "another round" in said


def test_a_correction_made_before_the_end_is_asked_again_after_it(world: World) -> None:
    """Its page said nothing of the final standings, which it would set again."""
    desk = browser_of(world.announce().play_stage(), ORGANISER)
    where = f"/c/cup/match/{world.matches(1)[0].number}"
    form = form_of(desk, where, where) | {"reason": "slip read wrongly"}
    world.play_out()
    said, written = pressed(world, desk, where, form)
    assert not written
    assert "has changed" in said
