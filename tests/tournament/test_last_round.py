"""Somebody who says during a round that it is their last plays it, and is not paired again."""

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from tests.support.event import Event, by, swiss


def running() -> Event:
    return Event("destiny", swiss(3)).register(6).announce().start()


@pytest.mark.rule("COM-DROP-1")
def test_the_match_is_played_and_the_player_leaves_when_the_round_is_closed() -> None:
    event = running().do(c.LeaveAfterRound(1), by=by(1))
    assert event.player(1).active
    event.results(1).close()
    assert isinstance(event.last[-1], e.PlayerLeft)
    assert event.player(1).status == "left"
    assert event.points(1) == 1, "the result counts"
    assert 1 not in {n for m in event.publish().in_round() for n in m.players}


def test_who_stays_after_all_is_paired_again() -> None:
    event = running().do(c.LeaveAfterRound(1), by=by(1)).do(c.LeaveAfterRound(1, leaves=False))
    event.results().close()
    assert event.player(1).active


def test_it_is_said_once_and_only_about_oneself() -> None:
    event = running().do(c.LeaveAfterRound(1), by=by(1))
    event.refused(c.LeaveAfterRound(1), "drop.noted_already", "COM-DROP-1", by=by(1))
    event.refused(c.LeaveAfterRound(2), "access.not_yours", "COM-ROLE-1", by=by(1))
    event.do(c.DropPlayer(2, game="not_played"))
    event.refused(c.LeaveAfterRound(2), "player.not_active", "COM-DROP-1")


def test_undoing_the_close_brings_the_player_back_into_the_round() -> None:
    event = running().do(c.LeaveAfterRound(1)).results().close()
    event.do(event.undo())
    assert event.t.phase == "running"
    assert event.player(1).active
