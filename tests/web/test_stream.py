"""A stream shows what the organiser chose; nobody is named in full or filmed unawares who has not agreed."""

import pytest

from komandor.app.access import Actor
from komandor.app.stream import OnStream, feature_match, on_stream
from komandor.core.tournament import commands as c
from komandor.core.tournament.state import Match
from komandor.log.store import Person
from komandor.web.server.site import Site
from tests.support.event import double, single, swiss
from tests.support.world import JUDGE, ORGANISER, Browser, World, client, opened, site_of

AGREES: Person = {"first": "Anna", "last": "Kowalska", "show": "full", "filmed": True}
REFUSES: Person = {"first": "Bartek", "last": "Wójcik", "show": "full", "filmed": False}
SILENT: Person = {"first": "Celina", "last": "Zając", "show": "full"}
MINOR: Person = {"first": "Darek", "last": "Śliwa", "minor": True, "filmed": True}
NICK: Person = {"first": "Ewa", "last": "Łukasik", "show": "nick", "nick": "Ewka"}


def playing(*people: Person, step: str = "results") -> tuple[World, Site, Browser]:
    world = opened("destiny", swiss(2), single(2), players=4, people=people).announce().until(step)
    site = site_of(world)
    return world, site, client(site, world.link(ORGANISER))


def table_of(world: World, player: int) -> Match:
    return next(m for m in world.t.in_round(world.t.round_number) if player in m.players)


def shown(site: Site, tail: str = "overlay") -> str:
    page, parts = site.pages.find(f"/t/cup/part/{tail}") or (None, {})
    assert page is not None
    return str(page.render(site, "en", **parts))


def film(desk: Browser, match: Match, **more: str) -> int:
    return int(desk.post("/c/cup/stream", {"match": str(match.number), **more}).status_code)


def test_the_overlay_follows_the_choice_of_the_organiser() -> None:
    world, site, desk = playing(AGREES, AGREES, AGREES, AGREES)
    assert "ov-" not in shown(site)
    assert film(desk, table_of(world, 1)) == 302
    for overlay, mark in (("table", "ov-table"), ("clock", "ov-clock"), ("", "")):
        assert desk.post("/c/cup/stream", {"overlay": overlay}).status_code == 302
        assert (mark in shown(site)) if mark else ("ov-" not in shown(site))
    assert "ov-table" in shown(site, "overlay-table"), "an overlay of its own does not follow"


def test_a_judge_sees_the_page_and_cannot_choose() -> None:
    world, site, _ = playing(AGREES)
    judge = client(site, world.link(JUDGE))
    assert judge.get("/c/cup/stream").status_code == 200
    assert judge.post("/c/cup/stream", {"overlay": "clock"}).status_code == 403
    assert on_stream(world.store, "cup") == OnStream()


@pytest.mark.parametrize(
    ("person", "warning"),
    [
        (REFUSES, "want to be filmed"),
        (SILENT, "said whether they may be filmed"),
        (MINOR, "is under 18"),
    ],
)
def test_the_organiser_is_warned_before_filming_somebody_who_has_not_agreed(
    person: Person, warning: str
) -> None:
    world, _, desk = playing(person, AGREES, AGREES, AGREES)
    match = table_of(world, 1)
    answer = desk.post("/c/cup/stream", {"match": str(match.number)})
    assert answer.status_code == 422
    assert warning in answer.content.decode()
    assert on_stream(world.store, "cup").match == 0, "nothing is chosen before the second press"
    assert film(desk, match, anyway="on") == 302
    assert on_stream(world.store, "cup").players == match.players


def test_without_consent_a_name_is_short_and_with_it_as_the_player_wants() -> None:
    world, site, desk = playing(AGREES, REFUSES, SILENT, NICK)
    film(desk, table_of(world, 2), anyway="on")
    for match in world.t.in_round(1):
        film(desk, match, anyway="on")
        text = shown(site, "overlay-table")
        assert "Wójcik" not in text
        assert "Zając" not in text
    world.results().close()
    text = shown(site, "overlay-standings")
    for name in ("Anna Kowalska", "Bartek W.", "Celina Z.", "Ewka"):
        assert name in text


def test_the_public_pages_keep_the_names_that_players_chose() -> None:
    _, site, _ = playing(AGREES, REFUSES, SILENT, NICK)
    page, parts = site.pages.find("/t/cup/part/pairings") or (None, {})
    assert page is not None
    assert "Bartek Wójcik" in str(page.render(site, "en", **parts))


def test_consent_is_set_and_withdrawn_on_the_phone_and_counts_at_once() -> None:
    world, site, desk = playing(SILENT, AGREES, AGREES, AGREES)
    phone, match = client(site, world.link(Actor("player", 1))), table_of(world, 1)
    assert film(desk, match) == 422
    assert phone.post("/m/cup/data", {"filmed": "yes", "show": "full"}).status_code == 302
    assert film(desk, match) == 302
    assert "Celina Zając" in shown(site, "overlay-table")
    assert phone.post("/m/cup/data", {"filmed": "no", "show": "full"}).status_code == 302
    assert "Celina Z." in shown(site, "overlay-table")
    assert "Zając" not in shown(site, "overlay-table")
    assert phone.post("/m/cup/data", {"show": "full"}).status_code == 302, "an older page does not ask"
    assert world.store.people("cup")[1]["filmed"] is False


def test_players_are_told_that_they_sit_at_the_stream_table() -> None:
    world, site, desk = playing(AGREES, SILENT, AGREES, AGREES)
    match = table_of(world, 2)
    phones = {n: client(site, world.link(Actor("player", n))) for n in world.t.players}
    film(desk, match, anyway="on")
    for n, phone in phones.items():
        text = phone.get("/m/cup/").content.decode()
        assert ("You are on the stream table" in text) is (n in match.players)
        assert ("Say whether you may be filmed" in text) is (n == 2)
    slide, parts = site.pages.find("/t/cup/screen/part/pairings") or (None, {})
    assert slide is not None
    assert f"On the stream: table {match.table}" in str(slide.render(site, "en", **parts))
    assert desk.post("/c/cup/stream", {"match": "0"}).status_code == 302
    assert "You are on the stream table" not in phones[2].get("/m/cup/").content.decode()


def test_a_table_of_a_double_elimination_names_its_own_bracket_only() -> None:
    world = (
        opened("destiny", swiss(2), double(4), players=8).announce().play_stage().cut().play_round().start()
    )
    site = site_of(world)
    desk = client(site, world.link(ORGANISER))
    upper, lower = world.open()
    for match, own, other in ((upper, "Upper bracket 2", "Lower"), (lower, "Lower bracket 1", "Upper")):
        film(desk, match, anyway="1")
        box = shown(site, "overlay-table")
        assert own in box
        assert f"{other} bracket" not in box


def test_the_choice_ends_with_the_round_and_never_passes_to_other_players() -> None:
    world, site, desk = playing(AGREES, AGREES, AGREES, AGREES, step="start_clock")
    first, second = world.t.in_round(1)
    film(desk, first)
    chosen = on_stream(world.store, "cup")
    assert feature_match(world.t, chosen) == first
    world.do(c.SwapPlayers(first.a, second.a, "a car"))
    assert feature_match(world.t, chosen) is None, "one of them is another player now"
    assert "ov-table" not in shown(site, "overlay-table")
    film(desk, world.t.matches[first.number])
    world.until("results").results().until("start_clock")
    assert world.t.round_number == 2
    assert feature_match(world.t, on_stream(world.store, "cup")) is None
    assert film(desk, world.t.matches[first.number]) == 422, "a table of an earlier round"
