"""At the desk everybody is registered once, found, checked in, and forgotten when they ask for it."""

import re

import pytest
from django.test import Client

from komandor.app.access import Actor
from komandor.app.identity import seat_of
from komandor.app.personal_data import ask_to_erase
from komandor.core.tournament import commands as c
from tests.support.event import swiss
from tests.support.forms import Page
from tests.support.world import ORGANISER, PLAYERS, SCOREKEEPER, World, client, opened, site_of


@pytest.fixture
def world() -> World:
    return opened("armada")


def desk(world: World, actor: Actor = ORGANISER) -> Client:
    return client(site_of(world), world.link(actor))


def test_a_name_and_enter(world: World) -> None:
    answer = desk(world).post("/c/cup/people/add", {"name": "Anna Maria Kowalska"})
    assert answer.status_code == 302
    assert world.store.people("cup")[PLAYERS + 1] == {"first": "Anna Maria", "last": "Kowalska"}


def test_the_same_name_asks_first_whatever_its_accents(world: World) -> None:
    browser = desk(world)
    browser.post("/c/cup/people/add", {"name": "Łucja Żak"})
    asked = browser.post("/c/cup/people/add", {"name": "lucja zak"})
    assert asked.status_code == 422
    assert len(world.t.players) == PLAYERS + 1
    browser.post("/c/cup/people/add", {"name": "lucja zak", "another": "1"})
    assert len(world.t.players) == PLAYERS + 2


def test_two_who_must_not_meet_are_kept_apart_and_allowed_again(world: World) -> None:
    browser, here = desk(world), "/c/cup/people/1"
    assert "Forbidden pairs" in browser.get(here).content.decode()
    typed = {"player": "1", "opponent": "2", "reason": "brothers", "back": here}
    assert browser.post("/c/cup/do/ForbidPair", typed)["Location"] == here
    assert world.t.forbidden == {(1, 2): "brothers"}
    for page in (here, "/c/cup/people/2", "/c/cup/people"):
        assert "brothers" in browser.get(page).content.decode(), page
    assert "brothers" not in browser.get("/c/cup/people/3").content.decode()
    assert "brothers" not in desk(world, SCOREKEEPER).get("/c/cup/people").content.decode()
    browser.post("/c/cup/do/AllowPair", {"player": "1", "opponent": "2", "back": here})
    assert world.t.forbidden == {}


def test_without_a_name_nobody_is_registered(world: World) -> None:
    assert desk(world).post("/c/cup/people/add", {"name": "  "}).status_code == 422
    assert len(world.t.players) == PLAYERS


def test_a_pasted_list_is_shown_then_taken_and_undone_in_one_step(world: World) -> None:
    browser, before = desk(world), world.store.version("cup")
    text = "first name;last name;paid\nEwa;Lis;x\nGracz1;Testowy;\nOla;Mazur;"
    preview = browser.post("/c/cup/people/bring", {"text": text}).content.decode()
    assert len(world.t.players) == PLAYERS
    assert len(re.findall(r'name="take" value="\d+"[^>]* checked', preview)) == 2  # Gracz1 is there already
    browser.post("/c/cup/people/bring", {"text": text, "do": "take", "take": ["2", "4"]})
    assert (len(world.t.players), world.t.players[PLAYERS + 1].fee_paid) == (PLAYERS + 2, True)
    assert len({r.command_id for r in world.store.read("cup", before)}) == 1


def test_check_in_and_fee_by_one_tap(world: World) -> None:
    browser = desk(world, SCOREKEEPER)
    browser.post("/c/cup/people/1/here", {"present": "0"})
    browser.post("/c/cup/people/2/fee", {"paid": "1"})
    assert (world.t.players[1].checked_in, world.t.players[2].fee_paid) == (False, True)
    assert "Gracz1" in browser.get("/c/cup/people?show=absent").content.decode()
    browser.post("/c/cup/people/all", {"present": "1"})
    assert all(p.checked_in for p in world.t.players.values())


def test_those_who_did_not_come_leave_in_one_step(world: World) -> None:
    browser = desk(world)
    world.do(c.CheckIn((1, 2), False))
    browser.post("/c/cup/people/absent")
    assert world.t.active() == (3, 4, 5, 6)


def test_changed_data_reach_the_log_without_saying_what_they_are(world: World) -> None:
    data = {
        "first": "Zofia",
        "last": "Tajna",
        "contact": "600 700 800",
        "groups": "rodzina, klub",
        "byes": "1",
        "fixed_table": "7",
        "show": "nick",
        "nick": "Sowa",
    }
    assert desk(world).post("/c/cup/people/1", data).status_code == 302
    player = world.t.players[1]
    assert (player.groups, player.awarded_byes, player.fixed_table) == (("rodzina", "klub"), (1,), 7)
    assert world.store.people("cup")[1]["contact"] == "600 700 800"
    assert not any("Tajna" in r.event or "600" in r.event for r in world.store.read("cup"))


def test_what_the_form_does_not_ask_stays_as_it_was(world: World) -> None:
    world.do(c.AmendPlayer(2, {}), persons=({"first": "Ola", "last": "Lis", "lang": "en"},))
    desk(world).post("/c/cup/people/2", {"first": "Olga", "last": "Lis"})
    assert world.store.people("cup")[2] == {"first": "Olga", "last": "Lis", "lang": "en"}


def test_erased_means_gone_and_the_links_with_it(world: World) -> None:
    token = world.link(Actor("player", 1))
    desk(world).post("/c/cup/people/1", {"do": "erase"})
    assert 1 not in world.store.people("cup")
    assert seat_of(world.store, token) is None
    assert "#1" in desk(world).get("/c/cup/people").content.decode()


def test_a_personal_link_opens_that_seat_and_closes(world: World) -> None:
    browser = desk(world)
    page = browser.post("/c/cup/people/3", {"do": "link"}).content.decode()
    found = re.search(r"/p/([\w-]{16,})", page)
    assert found
    seat = seat_of(world.store, found[1])
    assert seat
    assert seat.actor == Actor("player", 3)
    browser.post("/c/cup/people/3", {"do": "revoke"})
    assert seat_of(world.store, found[1]) is None


def test_whoever_asked_to_be_erased_is_named_beside_the_roster(world: World) -> None:
    ask_to_erase(world.store, "cup", 4)
    browser = desk(world)
    assert "Data erasure requested" in browser.get("/c/cup/people").content.decode()
    browser.post("/c/cup/people/4", {"do": "erase"})
    assert "Data erasure requested" not in browser.get("/c/cup/people").content.decode()


def test_a_slip_for_everybody_with_a_seat_of_their_own(world: World) -> None:
    page = desk(world).post("/c/cup/people/slips").content.decode()
    assert page.count("slip-card") == PLAYERS


def test_during_the_event_the_way_in_is_late_entry(world: World) -> None:
    world.start()
    page = desk(world).get("/c/cup/people").content.decode()
    assert "/c/cup/late" in page
    assert "people/add" not in page


def test_once_the_rounds_have_begun_nobody_is_asked_to_be_here(world: World) -> None:
    """Check-in is over: its buttons would be refused, and everybody who plays would be called absent."""
    browser = desk(world)
    assert 'id="here1"' in browser.get("/c/cup/people").content.decode()
    world.announce().start()
    page = browser.get("/c/cup/people").content.decode()
    assert 'id="p1"' in page
    for gone in ('id="here1"', "show=absent", "show=present", "Enter checks in"):
        assert gone not in page


def test_names_are_text_wherever_they_are_shown(world: World) -> None:
    browser = desk(world)
    browser.post("/c/cup/people/add", {"name": "<script>x</script> Żak"})
    for path in ("people", f"people/{PLAYERS + 1}", "people/slips", "lists", f"lists/{PLAYERS + 1}"):
        assert "<script>x" not in browser.get(f"/c/cup/{path}").content.decode()


def test_five_hundred_players_are_one_step_and_one_page(world: World) -> None:
    text = "\n".join(f"Imię{n} Nazwisko{n}" for n in range(500))
    browser = desk(world)
    take = [str(n) for n in range(1, 501)]
    browser.post("/c/cup/people/bring", {"text": text, "do": "take", "take": take})
    assert len(world.t.players) == PLAYERS + 500
    page = browser.get("/c/cup/people")
    assert (page.status_code, page.content.decode().count("<tr data-find")) == (200, PLAYERS + 500)


def test_the_desk_corrects_a_name_after_the_event_is_over() -> None:
    world = opened("destiny", swiss(1), players=4).play_out()
    assert world.t.phase == "closed"
    browser, path = desk(world), "/c/cup/people/1"
    page = Page(path, browser.get(path).content.decode())
    form = next(one for one in page.forms if "last" in one.fields)
    assert browser.post(path, form.fields | {"do": "save", "last": "Poprawiona"}).status_code == 302
    assert world.store.people("cup")[1]["last"] == "Poprawiona"
