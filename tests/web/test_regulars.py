"""Last week's players are registered again from a list to tick, by whoever may read their names."""

import re
from collections.abc import Mapping

import pytest

from komandor.app.access import HOST
from komandor.core.ids import PlayerNo
from komandor.core.tournament import commands as c
from tests.support.world import JUDGE, ORGANISER, Browser, World, client, opened, site_of

OFFER = 'name="earlier" value="tuesday"'
BRING = "/c/cup/people/bring"
ANNA: Mapping[str, object] = {
    "first": "Anna",
    "last": "Lis",
    "club": "Orzeł",
    "contact": "a@lis.pl",
    "consent": True,
}
OLA: Mapping[str, object] = {"first": "Ola", "last": "Mała", "minor": True, "show": "initial"}


@pytest.fixture
def tuesday() -> World:
    return opened("armada", players=2, people=(ANNA, OLA), id="tuesday", name="Wtorek")


@pytest.fixture
def cup(tuesday: World) -> World:
    return World("armada", store=tuesday.store)


def browser(cup: World, *links: str) -> Browser:
    return client(site_of(cup), cup.link(ORGANISER), *links)


def test_names_come_back_without_contact_and_consent(tuesday: World, cup: World) -> None:
    desk = browser(cup, tuesday.link(ORGANISER))
    assert OFFER in desk.get("/c/cup/people").content.decode()
    assert OFFER in desk.get(BRING).content.decode()
    shown = desk.post(BRING, {"earlier": "tuesday"}).content.decode()
    assert len(re.findall(r'name="take" value="\d+"[^>]* checked', shown)) == 2
    assert cup.t.players == {}
    desk.post(BRING, {"earlier": "tuesday", "do": "take", "take": ["1", "2"]})
    assert cup.store.people("cup")[1] == {"first": "Anna", "last": "Lis", "club": "Orzeł"}
    assert cup.store.people("cup")[2] == {**OLA}
    assert OFFER not in desk.get("/c/cup/people").content.decode(), "only while nobody is registered"


def test_who_is_here_already_is_not_ticked(tuesday: World, cup: World) -> None:
    cup.do(c.RegisterPlayer(), persons=({"first": "Anna", "last": "Lis"},))
    shown = browser(cup, tuesday.link(ORGANISER)).post(BRING, {"earlier": "tuesday"}).content.decode()
    assert re.findall(r'name="take" value="(\d+)"[^>]* checked', shown) == ["2"]


def test_names_of_an_event_of_others_stay_closed(tuesday: World, cup: World) -> None:
    for desk in (browser(cup), browser(cup, tuesday.link(JUDGE))):
        assert OFFER not in desk.get("/c/cup/people").content.decode()
        shown = desk.post(BRING, {"earlier": "tuesday"}).content.decode()
        assert "Orzeł" not in shown
    assert OFFER in browser(cup, cup.link(HOST)).get("/c/cup/people").content.decode()


def test_who_was_erased_is_not_offered(tuesday: World, cup: World) -> None:
    tuesday.do(c.ChangePerson(PlayerNo(1), erase=True), persons=(None,))
    shown = browser(cup, tuesday.link(ORGANISER)).post(BRING, {"earlier": "tuesday"}).content.decode()
    assert "Ola Mała" in shown
    assert "Anna Lis" not in shown


def test_players_of_another_game_are_not_offered(tuesday: World) -> None:
    other = World("conquest", store=tuesday.store)
    assert OFFER not in browser(other, tuesday.link(ORGANISER)).get("/c/cup/people").content.decode()
