"""The same name twice is asked about at the desk before round 1: one person, or two."""

import pytest
from django.test import Client

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from tests.support.screens import FLEET
from tests.support.world import ORGANISER, World, client, opened, site_of

CELINA = {"first": "Celina", "last": "Dąb"}
QUESTION = "The same name twice"


@pytest.fixture
def world() -> World:
    """Six players, and two registrations of one name, numbers 7 and 8."""
    return opened().do(c.RegisterPlayer(), c.RegisterPlayer(), persons=(CELINA, CELINA))


def desk_of(world: World) -> Client:
    return client(site_of(world), world.link(ORGANISER))


def people(world: World) -> str:
    return desk_of(world).get("/c/cup/people").content.decode()


def said(world: World, answer: str, *players: int) -> int:
    return desk_of(world).post("/c/cup/people/same", {"player": players, "answer": answer}).status_code


def test_the_desk_is_asked_and_so_is_whoever_starts_the_event(world: World) -> None:
    assert QUESTION in people(world)
    assert "Celina Dąb" in people(world)
    assert "the same name. Merge if it is one person" in desk_of(world).get("/c/cup/").content.decode()
    assert QUESTION not in people(opened())


def test_one_person_keeps_what_either_registration_had_and_every_phone(world: World) -> None:
    world.do(c.CheckIn((8,)), c.NoteFee(8, True))
    phone = client(site_of(world), world.link(Actor("player", 7)))
    assert said(world, "one", 7, 8) == 302
    assert [world.t.players[n].status for n in (7, 8)] == ["withdrawn", "in"], "who is checked in stays"
    assert world.t.players[8].fee_paid
    assert QUESTION not in people(world)
    page = phone.get("/m/cup/").content.decode()
    assert "You are registered" in page
    assert "no longer registered" not in page


def test_the_list_of_the_one_who_stays_and_the_check_in_of_the_other() -> None:
    world = opened("armada").do(c.RegisterPlayer(), c.RegisterPlayer(), persons=(CELINA, CELINA))
    world.do(c.CheckIn((8,)), c.AmendList(7, FLEET, reason="on paper"))
    assert said(world, "one", 7, 8) == 302
    assert world.t.players[7].checked_in
    assert [world.t.players[n].status for n in (7, 8)] == ["in", "withdrawn"]


def test_different_people_are_asked_about_once(world: World) -> None:
    assert said(world, "two", 7, 8) == 302
    assert QUESTION not in people(world)
    assert len(world.t.active()) == 8
    world.do(c.RegisterPlayer(), persons=(CELINA,))
    assert QUESTION in people(world), "a third one is asked about again"


def test_an_answer_that_comes_late_or_twice_withdraws_nobody_else(world: World) -> None:
    assert said(world, "one", 7, 8) == 302
    assert said(world, "one", 7, 8) == 422
    assert said(world, "one", 1, 2) == 422
    assert len(world.t.active()) == 7


def test_nobody_is_asked_after_round_1_was_drawn(world: World) -> None:
    world.do(c.CheckIn((7, 8)))
    world.start()
    assert QUESTION not in people(world)
    assert said(world, "one", 7, 8) == 422
