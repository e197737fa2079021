"""A bye is a win, at most one a round, and goes round before anybody has a second."""

from collections import Counter

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.meetings import byes
from komandor.core.tournament.readings.standings import standings_of
from tests.support.event import Event, swiss

WORTH = {
    "armada": (8, 140),
    "imperial-assault": (1, 0),
    "destiny": (1, 0),
    "star-wars-lcg": (6, 0),
    "conquest": (5, 0),
}


@pytest.mark.rule("COM-BYE-1", "CON-BYE-1", "CON-DEF-2", "ARM-BYE-1", "IA-BYE-1", "DES-BYE-1")
@pytest.mark.parametrize("game", WORTH)
def test_a_bye_is_credited_and_needs_no_opponent(game: str):
    event = Event(game).register(5).announce().play_round()
    (player,) = event.byes()
    row = next(r for r in standings_of(event.t) if r.player == player)
    assert (row.points, row.values.get("mov", 0)) == WORTH[game]
    assert row.values["sos"] == 0


@pytest.mark.rule("COM-BYE-4")
def test_byes_go_round_before_anybody_has_a_second():
    event = Event("armada", swiss(12)).register(5).announce()
    for number in range(1, 13):
        event.play_round()
        had = byes(event.t)
        assert max(had.values()) - min(had.values()) <= 1, number
    assert Counter(n for r in range(1, 13) for n in event.byes(r)) == byes(event.t)


@pytest.mark.rule("COM-BYE-3")
def test_later_byes_go_to_the_lowest_who_had_none():
    event = Event("destiny").register(9).announce().play_round()
    order, had = event.order(), byes(event.t)
    event.draw()
    assert event.byes() == (next(n for n in reversed(order) if not had[n]),)


def test_drawn_again_the_awarded_byes_are_the_same_and_no_more_are_made():
    event = Event("armada").register(7).register(2, awarded_byes=(1,)).announce().draw()
    before = event.byes()
    event.do(c.DrawRound())
    assert event.byes() == before


def test_who_had_a_bye_is_read_from_the_rounds_not_from_a_flag():
    event = Event("armada").register(5).announce().draw()
    bye, seated = event.byes()[0], event.matches()[0].a
    event.do(c.SwapPlayers(bye, seated, "asked"))
    event.play_round()
    assert {n for n, times in byes(event.t).items() if times} == {seated}


def test_an_awarded_bye_is_for_a_round_that_exists():
    event = Event("armada")
    event.refused(c.RegisterPlayer(awarded_byes=(0,)), "player.bye_round", "COM-BYE-1")
    event.register(2)
    event.refused(c.AmendPlayer(1, {"awarded_byes": (-1,)}), "player.bye_round", "COM-BYE-1")


@pytest.mark.rule("COM-PAIR-1", "COM-BYE-1")
def test_at_most_one_bye_and_only_in_an_odd_field() -> None:
    event = Event("destiny", swiss(5)).register(7).announce()
    for leaver in (1, None, 2, 3, None):
        event.publish()
        drawn = [m for m in event.in_round() if m.kind == "bye"]
        assert len(drawn) == len(event.t.active()) % 2
        event.do(c.StartClock()).results().close()
        if leaver:
            event.do(c.DropPlayer(leaver))


@pytest.mark.rule("COM-BYE-1", "COM-BYE-2")
@pytest.mark.parametrize("awarded", [1, 2])
def test_awarded_byes_in_an_odd_field_leave_the_lot_to_the_others(awarded: int) -> None:
    event = (
        Event("destiny", swiss(3))
        .register(awarded, awarded_byes=(1,))
        .register(7 - awarded)
        .announce()
        .publish()
    )
    given = {m.a for m in event.in_round() if m.kind == "awarded_bye"}
    assert given == set(range(1, awarded + 1))
    assert (event.bye() is not None) == ((7 - awarded) % 2 == 1)
    assert event.bye() not in given
    event.do(c.StartClock()).results().close()
    assert all(event.points(n) == 1 for n in given)


@pytest.mark.rule("COM-BYE-3", "COM-BYE-4")
@pytest.mark.parametrize("game", ["destiny", "armada", "star-wars-lcg"])
def test_one_bye_each_while_anyone_has_none(game: str) -> None:
    event = Event(game, swiss(5)).register(13).announce().play_stage()
    lucky = [m.a for m in event.t.matches.values() if m.kind == "bye"]
    assert len(lucky) == len(set(lucky)) == 5


@pytest.mark.rule("COM-BYE-1", "COM-TB-2")
def test_only_byes_is_all_won_and_no_opponent() -> None:
    event = Event("destiny", swiss(2)).register(1, awarded_byes=(1, 2)).register(4).announce().play_stage()
    row = next(row for row in standings_of(event.t) if row.player == 1)
    assert (row.points, row.values["sos"], row.values["esos"]) == (2, 0, 0)


@pytest.mark.rule("COM-BYE-1")
def test_drawn_again_after_a_drop_there_is_still_one_bye_at_most() -> None:
    event = Event("destiny", swiss(3)).register(9, awarded_byes=()).announce().play_round().draw()
    for n in (3, 4, 5):
        event.do(c.DropPlayer(n)).do(c.DrawRound())
        drawn = [m for m in event.in_round() if m.kind == "bye"]
        assert len(drawn) == len(event.t.active()) % 2
