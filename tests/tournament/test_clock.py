"""The clock is started by hand, stands while it is paused, and a table's extra minutes are its own."""

from datetime import timedelta

import pytest

from komandor.core.tournament import commands as c
from tests.support.event import Event, by, double, single, swiss

MINUTE = 60_000


def _clock(event: Event):
    return event.round.clock


@pytest.mark.rule("COM-TIME-1")
@pytest.mark.parametrize(
    ("game", "minutes"),
    [("armada", 135), ("imperial-assault", 65), ("destiny", 35), ("star-wars-lcg", 70), ("conquest", 55)],
)
def test_every_round_has_the_length_of_its_kind(game, minutes):
    event = Event(game).register(4).announce().start()
    assert _clock(event).minutes == minutes


@pytest.mark.rule("COM-TIME-1", "SWL-FINAL-1", "SWL-FIN-1", "SWL-FIN-2")
def test_finals_have_their_own_length():
    event = Event("star-wars-lcg", swiss(1), double(4)).register(4).announce().play_stage().cut()
    lengths = []
    for _ in range(4):
        event.start()
        lengths.append(_clock(event).minutes)
        event.play_round()
    assert lengths == [35, 35, 35, None]


def test_a_pause_moves_the_end_by_as_much():
    event = Event("armada").register(4).announce().start()
    end = _clock(event).ends()
    event.do(c.PauseClock())
    paused = event.clock
    event.refused(c.PauseClock(), "clock.not_running")
    event.later(5).do(c.ResumeClock())
    stood = event.clock - paused
    event.refused(c.ResumeClock(), "clock.not_paused")
    assert stood > timedelta(minutes=5)
    assert _clock(event).ends() == end + stood / timedelta(milliseconds=1)


def test_the_clock_is_adjusted_within_reason():
    event = Event("armada").register(4).announce().start()
    end = _clock(event).ends()
    event.do(c.AdjustClock(-10))
    assert _clock(event).ends() == end - 10 * MINUTE
    for minutes in (0, -500, 900):
        event.refused(c.AdjustClock(minutes), "clock.adjust_range", "COM-TIME-1")


def test_the_clock_of_a_league_is_adjusted_too():
    """A round that was planned for days may be made a little shorter or longer."""
    event = Event("armada").do(c.ChangeEvent({"minutes": {"swiss": 10_000}})).register(4).announce().start()
    event.do(c.AdjustClock(-60)).do(c.AdjustClock(120))
    assert _clock(event).minutes == 10_060
    event.refused(c.AdjustClock(900), "clock.adjust_range", "COM-TIME-1")


@pytest.mark.parametrize("minutes", [14 * 24 * 60 + 1, 10**9])
def test_a_round_is_planned_for_two_weeks_at_most(minutes):
    """As in an edition: a league may give a fortnight for a round."""
    wanted = {"minutes": {"swiss": minutes}}
    Event("armada").refused(c.ChangeEvent(wanted), "clock.out_of_range", "ARM-TIME-1")
    Event("armada").do(c.ChangeEvent({"minutes": {"swiss": 14 * 24 * 60}}))


def test_a_round_without_limit_is_not_adjusted():
    open_end = {"conquest.final_minutes": "none"}
    event = Event("conquest", single(), settings=open_end).register(2).announce().start()
    event.refused(c.AdjustClock(5), "clock.no_limit")


@pytest.mark.rule("COM-LOST-3")
def test_a_table_gets_extra_minutes_and_the_common_clock_does_not_move():
    event = Event("armada").register(4).announce().start()
    end, (one, two) = _clock(event).ends(), event.matches()
    event.do(c.ExtendTable(one.number, 7, "a judge was needed"))
    event.do(c.ExtendTable(one.number, 3))
    assert event.t.matches[one.number].extension == 10
    assert event.t.matches[two.number].extension == 0
    assert _clock(event).ends() == end
    event.refused(c.ExtendTable(one.number, -11), "clock.extension_range", "COM-LOST-3")
    event.refused(c.ExtendTable(99, 3), "match.unknown")


@pytest.mark.rule("COM-TIME-3")
def test_results_are_taken_until_they_are_in_long_after_time():
    event = Event("armada").register(4).announce().start()
    event.later(10 * 60)
    event.play_round()
    assert event.round.status == "closed"


@pytest.mark.rule("COM-TIME-3")
def test_a_player_reports_nothing_for_a_closed_round():
    event = Event("armada").register(4).announce().play_round().start()
    old = event.matches(1)[0]
    event.refused(
        c.ReportResult(old.number, event.report(old, old.a), old.players),
        "result.round_not_open",
        "COM-TIME-3",
        by=by(old.a),
    )
