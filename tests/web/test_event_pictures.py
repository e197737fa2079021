"""A picture of an event is for everybody: its letters are all there, and it says only what is public."""

import struct

import pytest

from komandor.app.queries.everybody.standings import standings_view
from komandor.documents.of_event import document_of
from komandor.documents.poster import PictureText, event_poster, result_poster
from komandor.web.pictures.poster_png import drawn
from komandor.web.public.public_page import public_page
from komandor.web.rendering.event_page import EventPage
from komandor.web.server.site import Site
from tests.support.event import single, swiss
from tests.support.world import World, opened, site_of

POLISH = "Zażółć gęślą jaźń, Łódź"


def picture(**texts: str) -> bytes | None:
    return drawn(PictureText(game="armada", **{"main": "Anna N.", **texts}))


def file_of(site: Site, path: str) -> bytes | None:
    found, parts = site.pages.find(path) or (None, {})
    assert found is not None, path
    body = found.render(site, "pl", **parts)
    assert not isinstance(body, str)
    return body


def page_of(world: World) -> EventPage:
    found = public_page(site_of(world), "cup", "pl")
    assert found
    return found


@pytest.fixture(scope="module")
def over() -> World:
    world = opened("armada", swiss(2), single(2), players=5)
    world.play_out()
    return world


def test_it_is_a_png_of_the_size_that_previews_want_and_always_the_same() -> None:
    made = picture(above=POLISH, head="Pierwsze miejsce")
    assert made
    assert made.startswith(b"\x89PNG")
    assert struct.unpack(">II", made[16:24]) == (1200, 630)
    assert made == picture(above=POLISH, head="Pierwsze miejsce")
    assert len(made) < 60_000


@pytest.mark.parametrize(
    "name", [POLISH, "Đorđe Šćepanović", "Софія Ґонґадзе", "Αλέξανδρος", "N\u0301 e\u0301"]
)
def test_letters_are_drawn(name: str) -> None:
    assert picture(main=name)


@pytest.mark.parametrize("name", ["漢字", "Anna 漢", "שלום", "عمر"])
def test_no_name_is_shown_without_one_of_its_letters(name: str) -> None:
    assert picture(main=name) is None
    assert picture(above=name) is None


def test_signs_without_a_form_are_left_out() -> None:
    assert picture(main="Anna 🎉 N.") == picture(main="Anna N.")
    assert picture(main="🎉")


@pytest.mark.parametrize("name", ["W" * 4000, "Bardzo " * 600, "x " * 100])
def test_long_names_end_with_a_sign_that_they_go_on(name: str) -> None:
    assert picture(main=name, above=name, head=name, foot=name)


def test_before_the_end_it_says_what_event_it_is_and_then_who_won(over: World) -> None:
    before = opened(
        "armada", swiss(2), players=4, name="Puchar", date="2026-11-14", place="Klub"
    ).play_round()
    p = page_of(before)
    poster = event_poster(document_of(p, now=p.now, lang="pl"), "pl")
    assert (poster.above, poster.main) == ("Star Wars: Armada", "Puchar")
    assert poster.lines == ("14 listopada 2026", "Klub")
    p = page_of(over)
    won = event_poster(document_of(p, now=p.now, lang="pl"), "pl")
    assert (won.head, won.main) == ("Pierwsze miejsce", p.name(over.t.places[0][0]))
    assert file_of(site_of(over), "/t/cup/data/event.png") == drawn(won)


def test_a_players_result_has_place_record_and_points(over: World) -> None:
    p = page_of(over)
    first = over.t.places[0][0]
    table = standings_view(over.t)
    record = table.record(first)
    poster = result_poster(document_of(p, now=p.now, lang="pl"), first, record, "pl")
    assert poster
    assert (poster.head, poster.main) == ("1. miejsce na 5", p.name(first))
    assert poster.lines == (
        f"Wygrane {record.won}, przegrane {record.lost}",
        f"Punkty: {table.by_player[first].points}",
    )
    assert file_of(site_of(over), f"/t/cup/result/{first}.png") == drawn(poster)


def test_nobody_has_a_result_before_the_end_and_strangers_have_none(over: World) -> None:
    running = site_of(opened("armada", swiss(2), players=4).play_round())
    assert file_of(running, "/t/cup/result/1.png") is None
    assert file_of(site_of(over), "/t/cup/result/99.png") is None
    assert file_of(site_of(over), "/t/nobody/result/1.png") is None
