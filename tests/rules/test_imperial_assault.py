"""Findings on Imperial Assault: publishing after a redraw, a mission for each game, damaged components."""

import json

import pytest

from komandor.app.queries.staff.judging import component_rule
from komandor.core.tournament import commands as c
from komandor.log.codec import encode
from komandor.texts.catalogue import help_for
from tests.check.events import check_events
from tests.support.event import Event, single, swiss
from tests.support.rules import rules_of


@pytest.mark.rule("IA-SETUP-1", "COM-CUT-3")
def test_p4_a_round_is_published_again_after_a_replacement() -> None:
    """A redraw before the first knock-out game keeps the mission of the round, and it can be published."""
    event = Event("imperial-assault", swiss(1), single(4)).register(6).announce().play_stage().cut()
    event.publish()
    mission = event.round.mission
    leaver = event.t.stages[2].seeds[0] or 0
    event.do(c.DropPlayer(leaver))
    asked = next(n for n in event.t.stages[2].standings_before if n not in event.t.stages[2].seeds)
    event.do(c.ReplaceSeed(leaver, asked, True)).do(c.DrawRound()).take("publish")
    assert event.round.mission == mission
    event.start()


@pytest.mark.rule("IA-SETUP-1", "IA-SETUP-2")
def test_p6_every_game_of_a_match_has_its_own_mission_if_the_event_says_so() -> None:
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
def test_p6_without_the_setting_one_mission_serves_all_games() -> None:
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


@pytest.mark.rule("IA-LOST-2", "ARM-LOST-3", "COM-LOST-7")
@pytest.mark.parametrize(
    ("game", "category", "rule"),
    [
        ("imperial-assault", "figure", "COM-LOST-7"),
        ("imperial-assault", "model", "COM-LOST-7"),
        ("imperial-assault", "die", "IA-LOST-2"),
        ("armada", "die", "ARM-LOST-3"),
        ("armada", "ruler", "ARM-LOST-3"),
        ("armada", "tool", "ARM-LOST-3"),
        ("armada", "model", "ARM-LOST-2"),
        ("destiny", "die", "DES-LOST-2"),
    ],
)
def test_p13_the_judge_reads_the_rule_of_what_is_damaged(game: str, category: str, rule: str) -> None:
    """Dice are shared, figures count as lost, and each document has its own sentence."""
    assert component_rule(Event(game).t, "damaged", category) == rule


@pytest.mark.parametrize(("lang", "word"), [("en", "65 minutes"), ("pl", "65 minutach")])
def test_amb_i1_the_setting_says_that_one_game_fits_the_limit(lang: str, word: str) -> None:
    """Whoever chooses between one game and three reads what the clock allows."""
    assert word in help_for("ia.knockout_best_of", lang)
