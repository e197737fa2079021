"""A player gets a seat from the poster or from paper, sees only what is theirs, and can be forgotten."""

import json
import re

import pytest
from django.test import Client

from komandor.app.access import Actor
from komandor.app.codes import code_of
from komandor.app.personal_data import asked_to_erase
from komandor.app.self_service import SelfService, self_service_of
from komandor.core.tournament import commands as c
from komandor.web.server.limits import LIMITS
from tests.support.world import ORGANISER, SCOREKEEPER, World, client, opened, site_of

ANNA = {"first": "Anna", "last": "Kowalska", "contact": "anna@example.org", "show": "full"}
NEW = {"first": "Zofia", "last": "Nowa", "show": "short", "consent": "on"}


@pytest.fixture
def world() -> World:
    return opened(people=(ANNA,))


def phone(world: World, player: int) -> Client:
    return client(site_of(world), world.link(Actor("player", player)))


def stranger(world: World) -> Client:
    return client(site_of(world))


def test_whoever_registers_gets_a_seat_and_a_link_to_keep(world: World) -> None:
    browser = stranger(world)
    answer = browser.post("/join/cup", NEW | {"command_id": "one"})
    assert answer["Location"] == "/m/cup/link"
    kept = browser.get("/m/cup/link").content.decode()
    assert "/p/" in kept
    assert "Zofia N." in kept
    assert world.store.people("cup")[7]["first"] == "Zofia"


def test_a_double_tap_registers_once(world: World) -> None:
    browser = stranger(world)
    browser.get("/join/cup")
    for _ in range(2):
        browser.post("/join/cup", NEW | {"command_id": "one"})
    assert len(world.t.players) == 7


def test_without_consent_nothing_is_kept(world: World) -> None:
    answer = stranger(world).post("/join/cup", {"first": "Zofia", "last": "Nowa", "command_id": "one"})
    assert answer.status_code == 422
    assert len(world.t.players) == 6


def test_a_name_that_is_taken_is_answered_like_any_other_and_the_desk_sees_both(world: World) -> None:
    same = NEW | {"first": "anna", "last": "KOWALSKA", "show": "full", "command_id": "one"}
    assert stranger(world).post("/join/cup", same)["Location"] == "/m/cup/link"
    assert len(world.t.players) == 7
    roster = client(site_of(world), world.link(ORGANISER)).get("/c/cup/people").content.decode()
    assert "anna KOWALSKA" in roster
    assert "Anna Kowalska" in roster


def test_minors_are_never_kept_as_shown_in_full(world: World) -> None:
    stranger(world).post("/join/cup", NEW | {"show": "full", "minor": "on", "command_id": "one"})
    assert world.store.people("cup")[7]["show"] == "short"


def test_both_members_of_a_team_register_together() -> None:
    world = World("star-wars-lcg", id="duo", name="2 na 2", teams=True)
    one = {"one_first": "Ala", "one_last": "Akacja", "consent": "on", "command_id": "t"}
    browser = client(site_of(world))
    assert browser.post("/join/duo", one).status_code == 422
    both = one | {"two_first": "Ola", "two_last": "Osika", "two_minor": "on", "two_show": "full"}
    assert browser.post("/join/duo", both).status_code == 302
    assert world.t.players[1].members == 2
    assert "Ala A. + Ola O." in browser.get("/m/duo/").content.decode()


@pytest.mark.parametrize("seat", [ORGANISER, SCOREKEEPER], ids=str)
def test_the_desk_closes_and_opens_registration_by_phone(world: World, seat: Actor) -> None:
    desk = client(site_of(world), world.link(seat))
    assert 'name="first"' in stranger(world).get("/join/cup").content.decode()
    assert desk.post("/c/cup/people/phones", {"registration": "0"}).status_code == 302
    refused = stranger(world).post("/join/cup", NEW)
    assert refused.status_code == 422
    assert "Registration by phone is closed" in refused.content.decode()
    assert 'name="first"' not in stranger(world).get("/join/cup").content.decode()
    assert "Open registration" in desk.get("/c/cup/people").content.decode()
    assert len(world.t.players) == 6
    desk.post("/c/cup/people/phones", {"registration": "1"})
    assert stranger(world).post("/join/cup", NEW).status_code == 302
    assert len(world.t.players) == 7


def test_once_round_1_is_drawn_nobody_registers_by_phone(world: World) -> None:
    world.start()
    assert stranger(world).post("/join/cup", NEW).status_code == 422
    assert len(world.t.players) == 6


def test_the_code_on_the_slip_opens_its_seat_however_it_is_typed(world: World) -> None:
    code = code_of(world.store, "cup", 3)
    assert code == code_of(world.store, "cup", 3)
    browser = stranger(world)
    typed = f" {code[:3].lower()}-{code[3:]} "
    assert browser.post("/join/cup/claim", {"code": typed})["Location"] == "/m/cup/"
    assert "Gracz3" in browser.get("/m/cup/").content.decode()


def test_codes_cannot_be_guessed_at_will(world: World) -> None:
    browser = stranger(world)
    browser.get("/join/cup/claim")
    tries = [browser.post("/join/cup/claim", {"code": "AAAAAA"}).status_code for _ in range(12)]
    assert tries[: LIMITS["claim"].one] == [422] * LIMITS["claim"].one
    assert tries[-1] == 429


def test_whoever_was_asked_to_wait_may_try_again_when_the_window_is_over(world: World) -> None:
    site, limit = site_of(world), LIMITS["claim"]
    browser = client(site)
    browser.get("/join/cup/claim")
    tries = [browser.post("/join/cup/claim", {"code": "AAAAAA"}) for _ in range(limit.one + 1)]
    assert tries[-1].status_code == 429
    later = site.clock() + int(tries[-1]["Retry-After"])
    site.clock = lambda: later
    assert browser.post("/join/cup/claim", {"code": "AAAAAA"}).status_code == 422


def test_all_phones_together_have_a_limit_without_cookies(world: World) -> None:
    site = site_of(world)
    answers = [client(site).post("/join/cup/claim", {"code": "AAAAAA"}) for _ in range(13)]
    assert answers[0].status_code == 422
    assert answers[-1].status_code == 429


def test_nobody_else_sees_a_contact(world: World) -> None:
    world.start()
    browser = phone(world, 2)
    for path in ("", "history", "why", "more", "data", "data/file", "list", "judge", "drop"):
        assert "anna@example.org" not in browser.get(f"/m/cup/{path}").content.decode(), path
    assert "anna@example.org" in phone(world, 1).get("/m/cup/data").content.decode()


def test_names_are_text_whatever_they_contain(world: World) -> None:
    evil = "<img src=x onerror=alert(1)>"
    browser = stranger(world)
    browser.post("/join/cup", NEW | {"first": evil, "show": "nick", "nick": evil, "command_id": "one"})
    for path in ("link", "", "data", "more", "list"):
        page = browser.get(f"/m/cup/{path}").content.decode()
        assert evil not in page, path
    assert "&lt;img" in browser.get("/m/cup/more").content.decode()


def test_players_check_in_by_phone_only_while_the_desk_lets_them(world: World) -> None:
    desk = client(site_of(world), world.link(ORGANISER))
    browser = stranger(world)
    browser.post("/join/cup", NEW | {"command_id": "one"})
    assert "/m/cup/here" not in browser.get("/m/cup/").content.decode()
    refused = browser.post("/m/cup/here")
    assert refused.status_code == 422
    assert "Please check in with the organiser" in refused.content.decode()
    assert not world.t.players[7].checked_in
    seen = browser.get("/m/cup/live").headers["ETag"]
    desk.post("/c/cup/people/phones", {"check_in": "1"})
    live = browser.get("/m/cup/live", headers={"If-None-Match": seen})
    assert "/m/cup/here" in live.content.decode(), "the button comes without anything new in the log"
    browser.post("/m/cup/here")
    assert world.t.players[7].checked_in


def test_one_switch_leaves_the_other_as_it_is(world: World) -> None:
    desk = client(site_of(world), world.link(ORGANISER))
    desk.post("/c/cup/people/phones", {"registration": "0"})
    desk.post("/c/cup/people/phones", {"check_in": "1"})
    assert self_service_of(world.store, "cup") == SelfService(registration=False, check_in=True)
    old = desk.post("/c/cup/people/phones", {"something": "else"})
    assert old.status_code == 422
    assert "Reload it" in old.content.decode()


def test_how_i_am_shown_is_my_choice_and_everybody_sees_it_at_once(world: World) -> None:
    version = world.t.version
    phone(world, 1).post("/m/cup/data", {"show": "short", "contact": "", "command_id": "x"})
    person = world.store.people("cup")[1]
    assert (person["show"], "contact" in person) == ("short", False)
    assert world.t.version > version  # cached pages are made anew


def test_before_round_1_data_is_erased_at_once_and_the_link_is_dead(world: World) -> None:
    browser = phone(world, 1)
    code = code_of(world.store, "cup", 1)
    assert browser.post("/m/cup/data/erase", {"command_id": "x"}).status_code == 302
    assert 1 not in world.store.people("cup")
    assert world.t.players[1].status == "withdrawn"
    assert browser.get("/m/cup/").status_code == 403
    assert stranger(world).post("/join/cup/claim", {"code": code}).status_code == 422


def test_later_the_organiser_is_asked_to_erase(world: World) -> None:
    world.start()
    browser = phone(world, 1)
    for _ in range(2):
        browser.post("/m/cup/data/erase", {"command_id": "x"})
    assert asked_to_erase(world.store, "cup") == (1,)
    assert 1 in world.store.people("cup")
    assert [call.player for call in world.t.calls.values()] == [1]


def test_a_copy_of_my_data_holds_mine_and_nothing_of_others(world: World) -> None:
    world.start()
    mine = json.loads(phone(world, 1).get("/m/cup/data/file").content)
    assert mine["personal"]["contact"] == "anna@example.org"
    assert mine["log"]
    others = [line for line in mine["log"] if line["event"].get("player") not in (None, 1)]
    assert others == []


def test_a_stranger_is_shown_the_way_in_and_not_a_seat(world: World) -> None:
    browser = stranger(world)
    assert browser.get("/m/cup/").status_code == 403
    page = browser.get("/join/cup").content.decode()
    assert re.search(r'action="/join/cup"', page)


def test_a_phone_with_a_seat_registers_a_child_or_a_friend_too(world: World) -> None:
    browser = client(site_of(world), world.link(Actor("player", 1)))
    page = browser.get("/join/cup").content.decode()
    assert page.index("Go to my table") < page.index("Register someone else") < page.index('name="first"')
    assert browser.post("/join/cup", NEW).status_code == 302
    more = browser.get("/m/cup/more").content.decode()
    assert "Other players on this phone" in more
    assert "Register someone else" in more
    world.do(c.CheckIn((7,))).start()
    assert browser.get("/join/cup")["Location"] == "/m/cup/"
    assert "Register someone else" not in browser.get("/m/cup/more").content.decode()
