"""What is published seats everybody who is here exactly once, and nobody else."""

import pytest

from komandor.core.tournament import commands as c
from tests.support.event import Event, single, swiss


@pytest.mark.rule("COM-PAIR-1")
def test_a_round_is_drawn_again_when_somebody_left():
    event = Event("armada").register(8).announce().draw()
    event.do(c.DropPlayer(3))
    reason = event.refused(c.PublishRound(), "round.draw_again", "COM-PAIR-1")
    assert reason.params["gone"] == (3,)
    event.do(c.DrawRound())
    event.do(c.PublishRound())
    assert event.seated() == [1, 2, 4, 5, 6, 7, 8]


def test_a_round_is_drawn_again_when_a_bye_was_awarded_meanwhile():
    event = Event("armada").register(8).announce().draw()
    event.do(c.AmendPlayer(5, {"awarded_byes": (1,)}))
    event.refused(c.PublishRound(), "round.draw_again", "COM-PAIR-1")
    event.do(c.DrawRound())
    event.do(c.PublishRound())
    assert 5 in event.byes()


@pytest.mark.rule("COM-PAIR-2", "COM-PAIR-6")
def test_unavoidable_rematches_need_the_organisers_word():
    event = Event("armada", swiss(2)).register(2).announce().play_round().draw()
    event.refused(c.PublishRound(), "round.rematches", "COM-PAIR-2")
    event.do(c.PublishRound(accept=True))


@pytest.mark.rule("COM-PAIR-1")
def test_a_knock_out_round_is_drawn_again_when_somebody_left():
    event = Event("armada", single()).register(4).announce().draw()
    gone = event.matches()[0].a
    event.do(c.DropPlayer(gone))
    event.refused(c.PublishRound(), "round.draw_again", "COM-PAIR-1")
    event.do(c.DrawRound())
    event.do(c.PublishRound())
    assert gone not in event.seated()


@pytest.mark.rule("COM-MAT-2")
def test_every_match_has_a_table_of_its_own_and_byes_have_none():
    event = Event("armada", tables="3-4,10-20").register(9).announce().publish()
    assert sorted(m.table for m in event.matches() if m.table) == [3, 4, 10, 11]
    assert [m.table for m in event.t.in_round(1) if m.kind == "bye"] == [None]
