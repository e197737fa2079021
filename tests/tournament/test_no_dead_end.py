"""Whoever leaves, and whenever: the event can always go on to its end."""

from collections.abc import Callable

import pytest

from komandor.app.workflow import next_step
from komandor.core.tournament import commands as c
from komandor.core.tournament.values import StagePlan
from tests.support.event import Event, double, single, swiss

Finals = Callable[[int], StagePlan]


def _end(event: Event) -> None:
    """Follow the next steps until the event is closed; a round that lost somebody is drawn again."""
    for _ in range(40):
        step = next_step(event.t)
        if step.code == "done":
            return
        if step.obstacles:
            event.do(c.DrawRound())
        elif step.code == "results":
            event.results()
        else:
            event.take(step.code)
    raise AssertionError(f"no end: {next_step(event.t)}")


@pytest.mark.rule("COM-ELIM-6", "SWL-2V2-5")
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4])
def test_a_team_leaves_before_or_during_the_final_match(steps: int):
    event = Event("star-wars-lcg", swiss(1), teams=True).register(4).announce().play_round()
    event.cut()
    for step in (event.freeze, event.draw, event.publish, event.start)[:steps]:
        step()
    one, two = (n for n in event.t.stages[2].seeds if n is not None)
    event.do(c.DropPlayer(two))
    _end(event)
    assert event.t.places[0] == (one, 1)


@pytest.mark.rule("COM-ELIM-6", "COM-CUT-3")
@pytest.mark.parametrize("finals", [single, double])
@pytest.mark.parametrize("left", [0, 1, 2, 3])
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4])
def test_finalists_leave_until_one_or_none_is_there(finals: Finals, left: int, steps: int):
    game = "star-wars-lcg" if finals is double else "destiny"
    event = Event(game, swiss(1), finals(4)).register(4).announce().play_stage().cut()
    for step in (event.freeze, event.draw, event.publish, event.start)[:steps]:
        step()
    for n in event.t.stages[2].seeds[left:]:
        assert n is not None
        event.do(c.DropPlayer(n))
    _end(event)
    assert sorted(place for _, place in event.t.places) == [1, 2, 3, 4]
    if left == 1:
        assert event.t.places[0][0] == event.t.stages[2].seeds[0]
