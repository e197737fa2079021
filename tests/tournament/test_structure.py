"""Rounds and cut follow from who is there at the start and are told before it; later only as an exception."""

from typing import Any

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament.events import EventChanged
from komandor.core.tournament.values import StagePlan
from tests.support.event import Event, double, single, swiss


@pytest.mark.rule("COM-STRUCT-5", "COM-PREP-3")
def test_the_row_of_the_table_is_that_of_the_players_at_the_start():
    event = Event("destiny").register(17).announce()
    assert event.t.announced == (StagePlan("swiss", 4), StagePlan("single", 0, 4))
    event.do(c.WithdrawRegistration(17))
    reason = event.refused(c.FreezeRound(), "structure.announce_again", "COM-STRUCT-5")
    assert reason.params == {"players": 16, "announced": 17}
    event.announce()
    assert len(event.t.announced) == 1
    event.freeze()


@pytest.mark.rule("COM-STRUCT-1", "COM-STRUCT-4")
def test_an_event_has_one_structure_and_a_custom_one_says_its_stages():
    Event("armada", swiss(9), single(3)).register(5).announce()
    event = Event("armada")
    swiss_3 = {"kind": "swiss", "rounds": 3}
    bad: dict[tuple[str, str | None], Any] = {
        ("structure.rounds_range", "COM-STRUCT-4"): ({"kind": "swiss", "rounds": 0, "cut": 0},),
        ("structure.cut_needed", "COM-CUT-2"): (swiss_3, {"kind": "single"}),
        ("structure.double_sizes", "COM-CUT-2"): (
            {"kind": "swiss", "rounds": 3},
            {"kind": "double", "cut": 6},
        ),
        ("structure.knockout_is_last", "COM-ELIM-1"): (
            {"kind": "single", "cut": 0},
            {"kind": "swiss", "rounds": 1, "cut": 4},
        ),
        ("structure.unknown_stage", "COM-STRUCT-4"): ({"kind": "final_match", "cut": 2},),
    }
    for (code, rule), plan in bad.items():
        event.refused(c.ChangeEvent({"stages": plan}), code, rule)
    event.refused(c.ChangeEvent({"structure": "grand"}), "event.unknown_structure", "COM-STRUCT-1")
    misspelt: dict[str, Any] = {"stages": ({"kind": "swiss", "round": 3},)}
    event.refused(c.ChangeEvent(misspelt), "event.wrong_kind")
    event.refused(c.ChangeEvent({"stages": "swiss"}), "event.wrong_kind")
    event.refused(c.ChangeEvent({"colour": "red"}), "event.unknown_field")


@pytest.mark.rule("COM-PREP-3")
def test_a_change_after_the_start_is_an_exception_with_a_reason():
    event = Event("destiny").register(8).announce().play_round()
    longer: dict[str, Any] = {"stages": ({"kind": "swiss", "rounds": 5, "cut": 0},)}
    event.refused(c.ChangeEvent(longer), "event.change_needs_reason", "COM-PREP-3")
    event.do(c.ChangeEvent(longer, "everybody wants to play on"))
    assert event.t.announced == (StagePlan("swiss", 5),)
    (changed,) = event.last
    assert isinstance(changed, EventChanged)
    assert (changed.reason, changed.exception) == ("everybody wants to play on", True)
    for _ in range(4):
        event.play_round()
    event.refused(c.FreezeRound(), "round.stage_complete", "COM-PREP-3")


@pytest.mark.rule("COM-PREP-3")
def test_what_was_played_cannot_be_planned_away():
    event = Event("destiny").register(8).announce().play_round().play_round()
    plans: tuple[dict[str, Any], ...] = ({"kind": "swiss", "rounds": 1}, {"kind": "single", "cut": 0})
    for plan in plans:
        event.refused(c.ChangeEvent({"stages": (plan,)}, "x"), "structure.stage_begun", "COM-PREP-3")
    event.refused(c.ChangeEvent({"structure": "advanced"}, "x"), "structure.give_stages", "COM-PREP-3")


def test_below_the_tables_the_structure_is_refused_and_another_offered():
    event = Event("destiny").register(3)
    event.refused(c.AnnounceStructure(), "structure.too_few", "DES-STRUCT-1")
    short: dict[str, Any] = {"stages": ({"kind": "swiss", "rounds": 2, "cut": 0},)}
    event.do(c.ChangeEvent(short))
    event.announce()
    one = Event("star-wars-lcg").register(1)
    one.refused(c.AnnounceStructure(), "structure.too_few", "SWL-STRUCT-1")


def test_a_double_elimination_starts_with_sixteen_at_most():
    event = Event("star-wars-lcg", double()).register(17)
    event.refused(c.AnnounceStructure(), "structure.double_sizes", "SWL-DE-3")


@pytest.mark.rule("COM-PAIR-7")
def test_after_the_last_swiss_round_the_most_points_win():
    event = Event("destiny").register(4).announce()
    event.refused(c.CloseTournament(), "phase.not_now")
    event.play_round()
    event.refused(c.CloseTournament(), "close.rounds_left", "COM-PREP-3")
    event.play_round().play_round()
    event.do(c.CloseTournament())
    assert event.t.places[0] == (1, 1)
    assert event.t.opened_seed == bytes(32).hex()


@pytest.mark.rule("COM-PAIR-3", "CON-DEF-3")
def test_a_stage_ends_with_the_cut_and_opponents_may_meet_again():
    event = Event("conquest", swiss(1), single(2)).register(2).announce().play_stage().cut()
    event.publish()
    assert event.round.rematches == ()
