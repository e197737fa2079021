"""When all places are taken people wait in order, and a place that becomes free goes to the first of them."""

import pytest
from django.test import Client

from komandor.app.access import PUBLIC, Actor
from komandor.app.handle import Accepted, Answer, Refused, handle
from komandor.app.self_service import SelfService, keep_self_service
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.attendance import waiting_list
from tests.support.world import ORGANISER, World, client, opened, site_of

NEW = {"first": "Zofia", "last": "Nowa", "show": "full", "consent": "on"}


@pytest.fixture
def world() -> World:
    """Six players, and no more places."""
    world = opened()
    keep_self_service(world.store, "cup", SelfService(places=6))
    return world


def desk_of(world: World) -> Client:
    return client(site_of(world), world.link(ORGANISER))


def waits(world: World, first: str) -> Client:
    """The phone of somebody who puts themselves on the waiting list."""
    phone = client(site_of(world))
    form = NEW | {"first": first, "waiting": "1", "command_id": first}
    assert phone.post("/join/cup", form)["Location"] == "/m/cup/link"
    return phone


def by_phone(world: World, key: str, **fields: bool) -> Answer:
    person = {"first": key, "consent": True}
    return handle(world.ledger, "cup", c.RegisterPlayer(**fields), PUBLIC, key, persons=(person,))


def test_a_full_event_offers_the_waiting_list_and_tells_each_their_place(world: World) -> None:
    page = client(site_of(world)).get("/join/cup").content.decode()
    assert "Join waiting list" in page
    assert 'name="waiting" value="1"' in page
    phones = [waits(world, name) for name in ("Ala", "Ola", "Ela")]
    assert waiting_list(world.t) == (7, 8, 9)
    assert len(world.t.active()) == 6
    for place, phone in enumerate(phones, 1):
        assert f"number {place} on the waiting list" in phone.get("/m/cup/").content.decode()


def test_when_somebody_withdraws_the_first_who_waits_is_admitted_with_one_click(world: World) -> None:
    first, second = waits(world, "Ala"), waits(world, "Ola")
    desk = desk_of(world)
    assert "Admit next anyway" in desk.get("/c/cup/people").content.decode()
    world.do(c.WithdrawRegistration(2))
    page = desk.get("/c/cup/people/desk").content.decode()
    assert "1 place is free" in page
    assert "Admit next player" in page
    assert 'name="player" value="7"' in page
    desk.post("/c/cup/do/AdmitPlayer", {"player": "7", "back": "/c/cup/people"})
    said = desk.get("/c/cup/people").content.decode()
    assert ": admitted from the waiting list." in said
    assert world.t.active() == (1, 3, 4, 5, 6, 7)
    assert "You are registered" in first.get("/m/cup/").content.decode()
    assert "number 1 on the waiting list" in second.get("/m/cup/").content.decode()


def test_whoever_is_admitted_is_told_so_on_the_phone(world: World) -> None:
    """Also where the place is free already: a phone that waits does not say that all are taken."""
    phone = waits(world, "Ala")
    world.do(c.WithdrawRegistration(2))
    page = phone.get("/m/cup/").content.decode()
    assert 'data-key="place"' not in page
    assert "All places are taken" not in page
    world.do(c.AdmitPlayer(7))
    news = phone.get("/m/cup/news").content.decode()
    assert 'data-key="place"' in news
    assert "A place came free: you’re in the tournament." in news


def test_nobody_overtakes_the_people_who_wait(world: World) -> None:
    """A free place is promised to them: new phones join the list while there are fewer places than people."""
    waits(world, "Ala")
    world.do(c.WithdrawRegistration(1))
    assert isinstance(by_phone(world, "pushy"), Refused)
    assert isinstance(by_phone(world, "patient", waiting=True), Accepted)
    world.do(c.WithdrawRegistration(2), c.WithdrawRegistration(3))
    assert isinstance(by_phone(world, "late"), Accepted)
    assert world.t.active() == (4, 5, 6, 9)


def test_a_place_that_became_free_while_the_form_was_filled_in_is_given_at_once(world: World) -> None:
    phone = client(site_of(world))
    phone.get("/join/cup")
    world.do(c.WithdrawRegistration(1))
    phone.post("/join/cup", NEW | {"waiting": "1", "command_id": "one"})
    assert world.t.players[7].active


def test_the_desk_puts_somebody_on_the_list_and_sees_only_players_among_everybody(world: World) -> None:
    desk = desk_of(world)
    desk.post("/c/cup/people/add", {"name": "Ada Nowa", "waiting": "1"})
    assert waiting_list(world.t) == (7,)
    page = desk.get("/c/cup/people").content.decode()
    assert "Ada Nowa is number 1 on the waiting list." in page
    assert 'id="p7"' not in page
    assert 'id="p7"' in desk.get("/c/cup/people?show=waiting").content.decode()
    again = desk.post("/c/cup/people/add", {"name": "Ada Nowa"})
    assert "This name is already registered" in again.content.decode()


def test_whoever_waits_leaves_the_list_by_phone_and_the_next_moves_up(world: World) -> None:
    first, second = waits(world, "Ala"), waits(world, "Ola")
    assert "Leave the waiting list" in first.get("/m/cup/more").content.decode()
    assert first.post("/m/cup/drop", {"command_id": "go"}).status_code == 302
    assert world.t.players[7].status == "withdrawn"
    assert "number 1 on the waiting list" in second.get("/m/cup/").content.decode()


def test_erasing_ones_data_takes_one_off_the_list(world: World) -> None:
    phone = waits(world, "Ala")
    phone.post("/m/cup/data/erase", {"command_id": "gone"})
    assert waiting_list(world.t) == ()
    assert 7 not in world.store.people("cup")


def test_who_still_waits_at_round_1_plays_in_no_round_and_stands_in_no_list(world: World) -> None:
    phone = waits(world, "Ala")
    world.do(c.AnnounceStructure(), c.FreezeRound(), c.DrawRound(), c.PublishRound())
    assert all(7 not in match.players for match in world.t.matches.values())
    assert 7 not in world.t.entered
    assert "The tournament has started" in phone.get("/m/cup/").content.decode()
    assert "Zofia" not in client(site_of(world)).get("/t/cup/players").content.decode()
    world.refused(c.AdmitPlayer(7), "phase.not_now")


def test_only_the_desk_admits(world: World) -> None:
    phone = waits(world, "Ala")
    assert phone.post("/m/cup/do/AdmitPlayer", {"player": "7"}).status_code in (302, 403)
    assert isinstance(handle(world.ledger, "cup", c.AdmitPlayer(7), Actor("player", 7), "me"), Refused)
    assert waiting_list(world.t) == (7,)


@pytest.mark.rule("COM-DROP-4")
def test_whoever_still_waits_when_round_one_starts_is_offered_by_name_to_come_in_late(world: World) -> None:
    waits(world, "Ala")
    world.do(c.ChangeEvent({"settings": {"registration.late_entry": True}}, "a late train")).start()
    desk = desk_of(world)
    assert "On the waiting list: Ala Nowa" in desk.get("/c/cup/late").content.decode()
    assert "/c/cup/late?name=Ala%20Nowa" in desk.get("/c/cup/people/7").content.decode()
    desk.post("/c/cup/late", {"name": "ala nowa", "choice": "losses", "command_id": "late"})
    assert (world.t.players[7].status, max(world.t.players)) == ("in", 7)
