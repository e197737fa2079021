"""Phones register from the time to the time and up to the number that the desk has set; the desk goes on."""

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from komandor.app.access import PUBLIC
from komandor.app.handle import Accepted, Answer, Refused, handle
from komandor.app.self_service import SelfService, keep_self_service, registration_now, self_service_of
from komandor.core.tournament import commands as c
from komandor.texts.dates import moment_in_words
from tests.support.world import ORGANISER, World, client, opened, site_of

NEW = {"first": "Zofia", "last": "Nowa", "show": "short", "consent": "on"}
HOUR = 3_600_000


@pytest.fixture
def world() -> World:
    return opened()  # six players


def now() -> int:
    return int(time.time() * 1000)


def desk_of(world: World) -> Client:
    return client(site_of(world), world.link(ORGANISER))


def limited(world: World, **limits: int | None) -> str:
    """The page for phones under these limits."""
    keep_self_service(world.store, "cup", SelfService(**limits))
    return client(site_of(world)).get("/join/cup").content.decode()


def registered(world: World, key: str) -> Answer:
    return handle(
        world.ledger, "cup", c.RegisterPlayer(), PUBLIC, key, persons=({"first": key, "consent": True},)
    )


def test_the_last_place_is_given_once_even_if_two_phones_ask_at_the_same_time(world: World) -> None:
    """The second phone registers between the first one's look at the places and its writing."""
    keep_self_service(world.store, "cup", SelfService(places=7))
    append, between = world.store.append, []

    def slow(*args: Any, **more: Any) -> Any:
        world.store.append = append
        between.append(registered(world, "second"))
        return append(*args, **more)

    world.store.append = slow
    first = registered(world, "first")
    assert isinstance(between[0], Accepted)
    assert isinstance(first, Refused)
    assert first.refusal.reasons[0].code == "player.registration_full"
    assert len(world.t.active()) == 7


def test_a_double_tap_for_the_last_place_is_one_registration_and_no_refusal(world: World) -> None:
    limited(world, places=7)
    browser = client(site_of(world))
    browser.get("/join/cup")
    for _ in range(2):
        assert browser.post("/join/cup", NEW | {"command_id": "one"})["Location"] == "/m/cup/link"
    assert len(world.t.players) == 7


def written(at: int) -> str:
    return moment_in_words(datetime.fromtimestamp(at / 1000).astimezone(), "en")


def test_the_page_says_when_it_opens_when_it_closed_and_that_it_is_full(world: World) -> None:
    soon, past = now() + HOUR, now() - HOUR
    said: Sequence[tuple[dict[str, int | None], str]] = (
        ({"opens": soon}, f"Registration opens at {written(soon)}"),
        ({"closes": past}, f"Registration closed at {written(past)}"),
        ({"places": 6}, "Full: 6 of 6 places are taken"),
    )
    for limits, sentence in said:
        page = limited(world, **limits)
        assert sentence in page
        assert ('name="first"' in page) == ("places" in limits)  # when it is full, for the waiting list
        assert client(site_of(world)).post("/join/cup", NEW).status_code == 422
    open_page = limited(world, opens=past, closes=soon, places=7)
    assert 'name="first"' in open_page
    assert "6 of 7 places are taken" in open_page
    assert len(world.t.players) == 6


def test_a_place_that_somebody_gives_up_is_free_again(world: World) -> None:
    limited(world, places=6)
    assert isinstance(registered(world, "early"), Refused)
    world.do(c.WithdrawRegistration(1))
    assert isinstance(registered(world, "later"), Accepted)


def test_the_desk_adds_people_beyond_the_limit_and_is_told(world: World) -> None:
    limited(world, places=6)
    desk = desk_of(world)
    desk.post("/c/cup/people/add", {"name": "Ada Nowa"})
    assert len(world.t.active()) == 7
    page = desk.get("/c/cup/people").content.decode()
    assert "That&#39;s over capacity: 7 registered for 6 places." in page
    assert "over capacity" in page


def test_the_desk_sets_times_and_places_and_takes_them_away(world: World) -> None:
    desk = desk_of(world)
    form = {"opens": "2031-05-01T18:00", "closes": "2031-05-08T20:00", "places": "16"}
    assert desk.post("/c/cup/people/phones", form).status_code == 302
    kept = self_service_of(world.store, "cup")
    assert kept.places == 16
    assert (kept.closes or 0) - (kept.opens or 0) == (7 * 24 + 2) * HOUR
    assert "opens at 18:00 on 1 May 2031" in desk.get("/c/cup/people").content.decode()
    desk.post("/c/cup/people/phones", {"opens": "", "closes": "", "places": ""})
    assert self_service_of(world.store, "cup") == SelfService()


@pytest.mark.parametrize(
    "form",
    [
        {"opens": "2031-05-01T18:00", "closes": "2031-05-01T18:00", "places": ""},
        {"opens": "tomorrow", "closes": "", "places": ""},
        {"opens": "", "closes": "", "places": "many"},
    ],
)
def test_times_that_cannot_be_are_refused_and_stay_typed(world: World, form: dict[str, str]) -> None:
    answer = desk_of(world).post("/c/cup/people/phones", form)
    assert answer.status_code == 422
    assert all(f'value="{typed}"' in answer.content.decode() for typed in form.values() if typed)
    assert self_service_of(world.store, "cup") == SelfService()


@pytest.mark.parametrize("limits", [{"opens": HOUR}, {"closes": -HOUR}])
def test_opening_by_hand_opens_whatever_the_times_say(world: World, limits: dict[str, int]) -> None:
    limited(world, **{key: now() + hours for key, hours in limits.items()})
    desk_of(world).post("/c/cup/people/phones", {"registration": "1"})
    assert registration_now(self_service_of(world.store, "cup"), world.t, now()) == "open"


def test_whoever_scans_the_code_after_the_event_is_shown_its_results() -> None:
    page = client(site_of(opened().play_out())).get("/join/cup").content.decode()
    assert "Event finished" in page
    assert "/t/cup/standings" in page
    assert "ask at the desk" not in page
