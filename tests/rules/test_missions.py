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


@pytest.mark.rule("IA-MAP-2")
def test_a_formal_event_plays_every_map_of_the_pool() -> None:
    """The document says "these maps and their missions": not one of them."""
    event = Event("imperial-assault", level="formal")
    one_map = c.ChangeEvent({"missions": ("Coruscant Landfill – A", "Coruscant Landfill – B")})
    found = event.refused(one_map, "missions.maps_unused", "IA-MAP-2")
    assert found.params["maps"] == ("Belvaanin War Zone", "ISB Headquarters")
    event.do(c.AttachOutline("as printed", "one map only")).do(one_map)
    Event("imperial-assault", level="casual").do(one_map)
