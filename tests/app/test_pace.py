"""The pace compares what a round was planned to take with what it took."""

from komandor.app.queries.everybody.pace import pace
from komandor.app.queries.everybody.rounds import MINUTE
from komandor.app.queries.everybody.schedule import DayPlan, Schedule, schedule
from komandor.web.pictures.pace_svg import WIDTH, strip
from tests.support.event import Event, swiss

PLAN = DayPlan("10:00", 15)


def clock(event: Event, number: int) -> tuple[int, int]:
    """When the clock of a round was started, and its minutes."""
    found = event.t.rounds[number].clock
    assert found
    assert found.minutes
    return found.started, found.minutes


def seen(event: Event, now: int) -> tuple[Schedule, int]:
    made = schedule(event.t, PLAN, now, closed=event.loaded.closed)
    assert isinstance(made, Schedule)
    return made, now


def test_a_round_that_ran_over_and_a_long_break_put_the_day_behind() -> None:
    event = Event("destiny", swiss(3)).register(8).announce().start()
    started, planned = clock(event, 1)
    event.later(planned + 10).results().close().later(40).start()
    day, now = seen(event, clock(event, 2)[0] + 5 * MINUTE)
    view = pace(event.t, day, PLAN, now)
    assert view
    first, second = view.rounds
    took = (event.loaded.closed[1] - started) // MINUTE
    assert (first.planned, first.takes, first.over) == (planned, took, took - planned)
    assert first.over >= 10
    assert (second.running, second.played, second.over) == (True, 5, 0)
    assert view.breaks >= 25
    assert view.behind == first.over + view.breaks


def test_bars_share_one_scale_and_what_is_over_the_plan_stands_apart() -> None:
    event = Event("destiny", swiss(3)).register(8).announce().start()
    event.later(clock(event, 1)[1] * 2).results().close()
    view = pace(event.t, *seen_with_plan(event))
    assert view
    bar = strip(view).bars[0]
    assert bar.played + bar.over == WIDTH
    assert bar.planned == bar.played
    assert bar.over > 0
    assert bar.expected == 0


def seen_with_plan(event: Event) -> tuple[Schedule, DayPlan, int]:
    day, now = seen(event, event.loaded.closed[1])
    return day, PLAN, now


def test_there_is_no_pace_before_the_first_clock() -> None:
    event = Event("destiny", swiss(3)).register(8).announce().publish()
    day, now = seen(event, 0)
    assert pace(event.t, day, PLAN, now) is None
