"""Whoever lets somebody in late sees beforehand what it does to the bye, the tables and the standings."""

import re

import pytest

from komandor.app.queries.staff.late_entry import LateEntry, late_entry
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.values import LateChoice
from tests.support.world import ORGANISER, World, client, opened, site_of

WAYS: tuple[LateChoice, ...] = ("play_now", "losses", "awarded_bye")


@pytest.fixture
def world() -> World:
    """Armada, seven players, round 1 played and round 2 in play: somebody has the bye."""
    return opened("armada", players=7, settings={"registration.late_entry": True}).play_round().start()


def entry(world: World, way: LateChoice) -> LateEntry:
    found = late_entry(world.t, way)
    assert not isinstance(found, Refusal)
    return found


@pytest.mark.parametrize("way", WAYS)
def test_what_was_said_before_is_what_happens(world: World, way: LateChoice) -> None:
    said, before = entry(world, way), {r.player: r.rank for r in standings_of(world.t, provisional=True)}
    world.do(c.EnterLate(way), persons=({"first": "Zofia", "last": "Nowa"},))
    after = {r.player: r for r in standings_of(world.t, provisional=True)}
    assert (after[8].points, after[8].rank) == (said.points, said.place)
    assert said.players == len(world.t.active()) == 8
    assert set(said.lower) == {n for n, rank in before.items() if after[n].rank > rank}
    match = next((m for m in world.t.in_round(2) if 8 in m.players), None)
    assert (match and match.opponent(8), match and match.table) == (said.opponent, said.table)


def test_who_has_left_still_counts_in_the_standings() -> None:
    """With one who left the newcomer is the eighth of eight, and not the eighth of seven who play on."""
    world = opened("armada", players=7, settings={"registration.late_entry": True}).play_round()
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


def test_the_page_says_it_for_each_way(world: World) -> None:
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/late").content.decode()
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    said = entry(world, "play_now")
    assert f"at table {said.table}. Gracz{said.opponent} Testowy loses the bye and its 8 points" in text
    assert f"Comes in with 16 points as number {entry(world, 'awarded_bye').place} of 8." in text
    assert "Missed rounds (1, 2) count as losses. Comes in with 0 points as number 8 of 8." in text
    assert "nobody has a bye in the next round" in text


def test_for_the_only_player_left_it_is_said_in_the_singular() -> None:
    world = opened("armada", players=4, settings={"registration.late_entry": True}).play_round()
    world.do(*map(c.DropPlayer, world.t.active()))
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/late").content.decode()
    assert "Players then: 1. Somebody has the bye in the next round." in page
