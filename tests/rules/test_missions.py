"""Imperial Assault draws its missions from a dated pool, one for a match or one for each game."""

import json

import pytest

from komandor.core.tournament import commands as c
from komandor.log.codec import encode
from tests.check.events import check_events
from tests.support.event import Event, single, swiss
from tests.support.rules import rules_of


@pytest.mark.rule("IA-SETUP-1", "IA-SETUP-2")
def test_every_game_of_a_match_has_its_own_mission_if_the_event_says_so() -> None:
    """Swiss rounds have one mission, a best of three has three, and none comes again too early."""
    each = {"ia.redraw_mission_each_game": True}
    event = Event("imperial-assault", swiss(1), single(4), settings=each).register(4).announce()
    event.play_stage().cut().start()
    assert len(event.t.rounds[1].missions) == 1
    assert len(event.t.rounds[2].missions) == 3
    assert len({m for r in event.t.rounds.values() for m in r.missions}) == 4
    event.results().close().play_out()
    assert check_events([json.loads(encode(x)) for x in event.log]) == []


@pytest.mark.rule("IA-SETUP-1")
def test_without_the_setting_one_mission_serves_all_games() -> None:
    """By default a match of several games has the mission of its round."""
    event = Event("imperial-assault", swiss(1), single(4)).register(4).announce().play_stage().cut().start()
    assert len(event.t.rounds[2].missions) == 1


@pytest.mark.rule("IA-MAP-1")
def test_ia_map_1_the_pool_has_a_date_that_can_be_changed() -> None:
    """The date from which the pool is valid is kept with the event."""
    event = Event("imperial-assault").do(c.ChangeEvent({"settings": {"ia.pool_valid_from": "2026-11-01"}}))
    assert event.t.settings["ia.pool_valid_from"] == "2026-11-01"
    keys = {one.key: one.default for one in rules_of("imperial-assault@2017").data.settings}
    assert keys["ia.pool_valid_from"] == "11-01"


@pytest.mark.rule("IA-MAP-1")
def test_before_the_day_of_the_pool_other_maps_may_be_played() -> None:
    """A pool that begins in December does not bind a formal event in November, and binds it in December."""
    december, own = {"ia.pool_valid_from": "2026-12-01"}, ("My own map – A",)
    event = Event("imperial-assault", level="formal", settings=december)
    assert event.t.date == "2026-11-14"
    event.do(c.ChangeEvent({"missions": own}))
    assert event.t.missions == own
    event.refused(c.ChangeEvent({"date": "2026-12-01"}), "missions.not_in_pool", "IA-MAP-2")
    earlier = c.ChangeEvent({"settings": {"ia.pool_valid_from": "2026-11-14"}})
    event.refused(earlier, "missions.not_in_pool", "IA-MAP-2")
    event.do(c.ChangeEvent({"date": "2026-11-30"}))


@pytest.mark.rule("IA-MAP-1")
@pytest.mark.parametrize("first_day", ["11-01", "12-01", "2026-11-14"])
def test_from_its_day_on_the_pool_binds_and_a_day_without_a_year_always_does(first_day: str) -> None:
    """Every day of the calendar follows some 1 December: only a whole date can still be to come."""
    event = Event("imperial-assault", level="formal", settings={"ia.pool_valid_from": first_day})
    event.refused(c.ChangeEvent({"missions": ("My own map – A",)}), "missions.not_in_pool", "IA-MAP-2")


@pytest.mark.rule("IA-MAP-2")
def test_a_formal_event_plays_every_map_of_the_pool() -> None:
    """The document says "these maps and their missions": not one of them."""
    event = Event("imperial-assault", level="formal")
    one_map = c.ChangeEvent({"missions": ("Coruscant Landfill – A", "Coruscant Landfill – B")})
    found = event.refused(one_map, "missions.maps_unused", "IA-MAP-2")
    assert found.params["maps"] == ("Belvaanin War Zone", "ISB Headquarters")
    event.do(c.AttachOutline("as printed", "one map only")).do(one_map)
    Event("imperial-assault", level="casual").do(one_map)
