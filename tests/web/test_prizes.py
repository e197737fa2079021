"""Prizes are set up, won and handed out by pages alone, and are read with the names that are public."""

import pytest
from django.test import Client

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from komandor.web.server.site import Site
from tests.support.site import serving
from tests.support.world import JUDGE, ORGANISER, World, client, opened, site_of

PAGE = "/c/cup/prizes"
FORM = {"text": "playmat", "to": "places", "first": "1", "last": "4"}


@pytest.fixture
def world() -> World:
    return opened("armada", players=6).announce().play_out()


def desk(world: World, site: Site, actor: Actor = ORGANISER) -> Client:
    return client(site, world.link(actor))


def text(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined, no-any-return]


def test_a_prize_is_added_handed_out_and_taken_back(world: World) -> None:
    site = site_of(world)
    organiser = desk(world, site)
    assert organiser.post(PAGE, FORM).status_code == 302
    first = world.t.places[0][0]
    mark = {"prize": "1", "player": str(first), "done": "1", "back": PAGE}
    assert desk(world, site, JUDGE).post("/c/cup/do/HandOutPrize", mark).status_code == 302
    assert list(world.t.prizes[1].handed) == [first]
    page = text(organiser.get(PAGE, headers={"Accept-Language": "en"}))
    assert "1 of 4 handed out" in page
    assert "RemovePrize" not in page, "somebody has received it"
    organiser.post("/c/cup/do/HandOutPrize", {**mark, "done": "0"})
    assert not world.t.prizes[1].handed


def test_a_form_that_makes_no_sense_keeps_what_was_typed(world: World) -> None:
    answer = desk(world, site_of(world)).post(PAGE, {**FORM, "first": "9"})
    assert answer.status_code == 422
    assert 'value="playmat"' in text(answer)
    assert not world.t.prizes


def test_a_raffle_is_drawn_again_without_who_is_not_in_the_hall(world: World) -> None:
    site = site_of(world)
    organiser = desk(world, site)
    organiser.post(PAGE, {"text": "dice", "to": "raffle", "count": "1", "among": "present"})
    organiser.post(PAGE, {"raffle": "1"})
    (gone,) = world.t.prizes[1].won
    organiser.post(PAGE, {"raffle": "1", "absent": str(gone)})
    assert world.t.prizes[1].won != (gone,)
    assert world.t.prizes[1].absent == (gone,)
    assert desk(world, site, JUDGE).post(PAGE, {"raffle": "1"}).status_code == 403


def test_the_winner_reads_it_on_the_phone_until_it_is_received(world: World) -> None:
    site = site_of(world)
    world.do(c.AddPrize("best painted", "award"), c.GiveAward(1, 3))
    phone = client(site, world.link(Actor("player", 3)))
    english = {"Accept-Language": "en"}
    assert "collect it from the organiser" in text(phone.get("/m/cup/", headers=english))
    world.do(c.HandOutPrize(1, 3))
    assert "collect it from the organiser" not in text(phone.get("/m/cup/", headers=english))
    other = client(site, world.link(Actor("player", 4)))
    assert "best painted" not in text(other.get("/m/cup/"))


def test_what_hangs_in_the_hall_has_public_names(world: World) -> None:
    world.do(c.AddPrize("best painted", "award"), c.GiveAward(1, 3), c.AddPrize("coin", "everyone"))
    with serving(site_of(world)) as served:
        pages = [served.client.get(path).text for path in ("/t/cup/", "/t/cup/screen/prizes")]
    for page in (*pages, text(desk(world, site_of(world)).get("/c/cup/print/prizes"))):
        assert "best painted" in page
        assert "Gracz3 T." in page
        assert "Testowy" not in page
    assert ["coin" in page for page in pages] == [True, False], "the wall reads out no prize that all get"


def test_who_was_sent_away_after_receiving_a_prize_is_named() -> None:
    world = opened("armada", players=6).announce().play_round()
    world.do(c.AddPrize("coin", "everyone"), c.HandOutPrize(1, 3), c.HandOutPrize(1, 4))
    page, english = desk(world, site_of(world)), {"Accept-Language": "en"}
    assert "no longer wins it" not in text(page.get(PAGE, headers=english))
    world.do(c.Disqualify(3, "hit somebody"))
    assert text(page.get(PAGE, headers=english)).count("no longer wins it") == 1


def test_the_end_has_one_table_where_there_was_no_knock_out(world: World) -> None:
    with serving(site_of(world)) as served:
        public = served.client.get("/t/cup/standings").text
    console = text(desk(world, site_of(world)).get("/c/cup/standings"))
    data_of_the_chart = "places-data"
    tables = [page.count("<table") - page.count(data_of_the_chart) for page in (public, console)]
    assert tables == [1, 1]
    assert "podium-picture" in console
