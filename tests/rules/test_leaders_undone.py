"""By undo or redo nobody who plays is left without somebody who may rule (COM-PART-2)."""

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from tests.support.checking import checked
from tests.support.event import Event, swiss


def organiser_plays() -> Event:
    """The judge, number 2, rules in the organiser's games, and has just come on duty."""
    event = Event("armada", swiss(3))
    event.staff("judge")
    event.register(3).do(c.RegisterPlayer(staff=1)).do(c.NameSubstitute(1, 2)).announce()
    return event.do(c.SetDuty(2, False)).do(c.SetDuty(2, True))


@pytest.mark.rule("COM-PART-2")
def test_an_undo_does_not_take_away_who_rules() -> None:
    event = organiser_plays()
    undo = event.undo(e.DutyChanged)
    event.start()
    event.refused(undo, "undo.nobody_would_rule", "COM-PART-2")
    event.results().do(undo)  # every game is over
    assert checked(event) == []


@pytest.mark.rule("COM-PART-2")
def test_a_redo_does_not_send_the_only_judge_away() -> None:
    event = organiser_plays()
    event.do(c.SetDuty(2, False)).do(event.undo())
    redo = event.undo()
    event.start().refused(redo, "undo.nobody_would_rule", "COM-PART-2")


@pytest.mark.rule("COM-PART-3")
def test_two_leaders_who_were_swapped_together_do_not_begin_without_a_third() -> None:
    event = Event("armada", swiss(3))
    event.staff("judge")
    event.register(2).do(c.RegisterPlayer(staff=1), c.RegisterPlayer(staff=2))
    event.do(c.NameSubstitute(1, 2), c.NameSubstitute(2, 1)).announce().draw()
    if event.opponent(3) == 4:
        event.do(c.SwapPlayers(1, 3, "so"))
    event.do(c.PublishRound(), c.SwapPlayers(event.opponent(3), 4, "their wish"))
    event.refused(c.StartClock(), "staff.nobody_at_table", "COM-PART-2")
    event.staff("judge")
    event.do(c.StartClock())
    assert checked(event) == []
