"""The forecast of the day follows minutes and breaks before the event, and the real clocks during it."""

import pytest

from komandor.app.queries.everybody.rounds import MINUTE
from komandor.app.queries.everybody.schedule import DayPlan, Schedule, schedule
from komandor.core.tournament import commands as c
from tests.support.event import double, swiss
from tests.support.world import World, opened

DAWN = 0  # long before the event


def day(world: World, now: int = DAWN, players: int | None = None, wish: DayPlan | None = None) -> Schedule:
    made = schedule(world.t, wish or DayPlan("10:00", 15), now, players)
    assert isinstance(made, Schedule), made
    return made


def test_rounds_follow_one_another_with_the_break_between() -> None:
    shown = day(opened("armada"))
    assert [s.minutes for s in shown.slots] == [135, 135, 135]
    gaps = [b.starts - a.ends for a, b in zip(shown.slots, shown.slots[1:], strict=False)]
    assert gaps == [15 * MINUTE] * 2
    assert shown.ends - shown.slots[0].starts == (3 * 135 + 2 * 15) * MINUTE


@pytest.mark.parametrize(
    ("players", "kinds"), [(30, ["swiss"] * 4 + ["final"]), (95, ["swiss"] * 5 + ["knockout", "final"])]
)
def test_another_attendance_can_be_tried(players: int, kinds: list[str]) -> None:
    world = opened("armada", structure="advanced")
    assert [s.kind for s in day(world, players=players).slots] == kinds


def test_double_elimination_counts_its_rounds_without_the_repeated_final() -> None:
    shown = day(opened("star-wars-lcg", swiss(3), double(4)))
    assert [s.kind for s in shown.slots] == ["swiss"] * 3 + ["knockout"] * 3 + ["final"]
    assert shown.guessed  # the final has no limit (SWL-FINAL-1)


def test_the_running_clock_and_extra_time_move_everything_after() -> None:
    world = opened("armada").start()
    clock = world.t.rounds[1].clock
    assert clock is not None
    now = clock.started + 10 * MINUTE
    plain = day(world, now)
    assert (plain.slots[0].state, plain.slots[0].ends) == ("now", clock.started + 135 * MINUTE)
    world.do(c.ExtendTable(1, 6, "late start"))
    assert day(world, now).ends == plain.ends + 6 * MINUTE


def test_a_round_that_overruns_pushes_the_rest() -> None:
    world = opened("armada").start()
    clock = world.t.rounds[1].clock
    assert clock is not None
    late = clock.started + 200 * MINUTE
    shown = day(world, late)
    assert shown.slots[1].starts == late + 15 * MINUTE


def test_a_closed_round_keeps_the_time_at_which_it_was_closed() -> None:
    world = opened("armada").start().results()
    world.take("close_round")
    closed = world.loaded.closed
    assert list(closed) == [1]
    later = closed[1] + 40 * MINUTE
    made = schedule(world.t, DayPlan("10:00", 15), later, closed=closed)
    assert isinstance(made, Schedule)
    assert (made.slots[0].ends, made.slots[1].starts) == (closed[1], later)


def test_half_empty_check_in_does_not_shrink_the_day() -> None:
    world = opened("armada")
    world.do(c.CheckIn((1, 2, 3, 4, 5), False))
    assert day(world).players == 6
