"""Whoever lets somebody in late sees beforehand what it does to the bye, the tables and the standings."""

import re

import pytest

from komandor.app.queries.staff.effects import LateEntry, late_entry
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.values import LateChoice
from tests.support.event import single, swiss
from tests.support.world import ORGANISER, World, client, opened, site_of

LATE = {"registration.late_entry": "yes"}
WHY = "the train stood still"


@pytest.fixture
def world() -> World:
    """Armada, seven players, round 1 played and round 2 in play: somebody has the bye."""
    return opened("armada", players=7, settings=LATE).play_round().start()


def entry(world: World, way: LateChoice) -> LateEntry:
    found = late_entry(world.t, way)
    assert not isinstance(found, Refusal)
    return found


def even() -> World:
    """Armada, eight players, round 2 in play: nobody has the bye."""
    return opened("armada", players=8, settings=LATE).play_round().start()


@pytest.mark.parametrize(
    ("way", "number"), [("play_now", 8), ("losses", 8), ("losses", 9), ("awarded_bye", 9)]
)
def test_what_was_said_before_is_what_happens(world: World, way: LateChoice, number: int) -> None:
    world = world if number == 8 else even()
    said, before = entry(world, way), {r.player: r.rank for r in standings_of(world.t, provisional=True)}
    world.do(c.EnterLate(way, reason=WHY), persons=({"first": "Zofia", "last": "Nowa"},))
    after = {r.player: r for r in standings_of(world.t, provisional=True)}
    assert (after[number].points, after[number].rank) == (said.points, said.place)
    assert said.players == len(world.t.active()) == number
    assert set(said.lower) == {n for n, rank in before.items() if after[n].rank > rank}
    match = next((m for m in world.t.in_round(2) if number in m.players), None)
    assert (match and match.opponent(number), match and match.table) == (said.opponent, said.table)


def test_who_has_left_still_counts_in_the_standings() -> None:
    """With one who left the newcomer is the eighth of eight, and not the eighth of seven who play on."""
    world = opened("armada", players=7, settings=LATE).play_round()
    world.do(c.DropPlayer(1))
    said = entry(world, "losses")
    assert (said.place, said.ranked, said.players) == (8, 8, 7)


def test_against_the_bye_there_is_always_a_table_and_somebody_loses_the_points(world: World) -> None:
    bye = next(m for m in world.t.in_round(2) if m.kind == "bye")
    said = entry(world, "play_now")
    assert (said.opponent, said.bye_points, said.missed) == (bye.a, 8, (1,))
    assert said.table is not None
    assert said.table not in {m.table for m in world.t.in_round(2)}
    assert bye.a in said.lower


def page_of(world: World) -> str:
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/late").content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_the_page_says_it_for_each_way(world: World) -> None:
    text = page_of(world)
    said = entry(world, "play_now")
    assert f"at table {said.table}. Gracz{said.opponent} Testowy loses the bye (8 points)" in text
    assert "Missed rounds (1, 2) count as losses. Starts with 0 points, in place 8 of 8." in text
    assert "Nobody gets a bye next round" in text
    assert "has a bye in round 2; a second one is not given." in text
    said = (
        "Has the bye of this round, worth 8 points. Missed rounds (1) count as losses. Starts with 8 points"
    )
    assert f"{said}, in place {entry(even(), 'awarded_bye').place} of 9." in page_of(even())


def test_the_bye_is_given_with_the_reason_that_was_typed_and_not_without() -> None:
    world = even()
    browser = client(site_of(world), world.link(ORGANISER))
    typed = {"name": "Zofia Nowa", "choice": "awarded_bye", "reason": " "}
    refused = browser.post("/c/cup/late", typed)
    assert (refused.status_code, max(world.t.players)) == (422, 8)
    assert "give a reason" in refused.content.decode()
    browser.post("/c/cup/late", {**typed, "reason": WHY})
    assert world.t.players[9].byes_granted == (2,)
    assert world.log[-1].reason == WHY  # type: ignore[attr-defined]
    assert WHY in browser.get("/c/cup/log").content.decode()


def test_once_round_2_is_drawn_the_page_asks_before_it_takes_anybody() -> None:
    world = opened("armada", players=7).play_round().start()
    browser = client(site_of(world), world.link(ORGANISER))
    assert "admits late arrivals until round 2 is paired" in page_of(world)
    browser.post("/c/cup/late", {"name": "Zofia Nowa", "choice": "losses"})
    assert max(world.t.players) == 7
    browser.post("/c/cup/late", {"allow": "1"})
    browser.post("/c/cup/late", {"name": "Zofia Nowa", "choice": "losses"})
    assert world.t.players[8].missed == (1, 2)


def test_for_the_only_player_left_it_is_said_in_the_singular() -> None:
    world = opened("armada", players=4, settings=LATE).play_round()
    world.do(*map(c.DropPlayer, world.t.active()))
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/late").content.decode()
    assert "Number of players then: 1. Someone gets a bye next round." in page


def test_people_offers_late_entry_during_swiss_rounds_and_not_after_the_cut() -> None:
    world = opened("destiny", swiss(2), single(4), players=8).announce().start()
    desk = client(site_of(world), world.link(ORGANISER))
    assert 'href="/c/cup/late"' in desk.get("/c/cup/people").text
    world.play_stage().cut().start()
    assert 'href="/c/cup/late"' not in desk.get("/c/cup/people").text


def test_places_of_an_effect_are_ordinals() -> None:
    world = opened("destiny", swiss(2), players=4).announce().play_round().draw()
    desk = client(site_of(world), world.link(ORGANISER))
    page = desk.get(f"/c/cup/player/{world.order()[0]}/disqualify").text
    assert "1st · 1 point" in page
    assert "1. ·" not in page
