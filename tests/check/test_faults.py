"""Every planted fault is found, and more than forty kinds are planted."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache

import pytest

from komandor.app.handle import Accepted
from komandor.app.workflow import next_step
from komandor.core.tournament import commands as c
from komandor.core.tournament.values import StagePlan
from tests.check.events import check_events
from tests.check.faults import FAULTS, Log
from tests.check.faults_of_draws import BYE_OR_REMATCH
from tests.check.wild import wild
from tests.support.dice_event import DiceEvent
from tests.support.event import double, single, swiss

MOST, ENOUGH = 40, 3
"""So many logs are tried at most, and so many times each fault is planted."""


def _bye_or_rematch() -> Log:
    """Five players, four rounds: somebody met again so that nobody had a second bye."""
    return DiceEvent("destiny", swiss(4), dice=BYE_OR_REMATCH).register(5).play_out().records


def _kept_apart() -> Log:
    """The organiser forbids player 1 to meet anybody, which cannot be kept."""
    event = DiceEvent("armada", swiss(2), dice=4).register(4)
    event.do(*(c.ForbidPair(player=1, opponent=n, reason="brothers") for n in (2, 3, 4)))
    event.announce().play_round().do(c.AllowPair(player=1, opponent=3))
    return event.play_out().records


def _plain(game: str, players: int, *stages: StagePlan) -> Log:
    return DiceEvent(game, *stages, dice=players).register(players).play_out().records


def _sides(players: int) -> Log:
    """A final of two who each have played a side before."""
    event = DiceEvent("star-wars-lcg", double(), dice=players).register(players)
    while (step := next_step(event.t).code) != "done":
        if step != "results":
            event.take(step)
            continue
        for match in event.open():
            if not isinstance(event.ask(c.ChooseSides(match.number)), Accepted):
                event.do(c.ChooseSides(match.number, match.a))
        event.results()
    return event.records


def _replaced(game: str, players: int) -> Log:
    """The second seed leaves after the cut, the fifth declines, the sixth takes the place."""
    event = DiceEvent(game, swiss(2), single(4), dice=players).register(players)
    event.announce().play_stage().cut()
    cut = event.t.stages[2]
    event.do(c.DropPlayer(cut.seeds[1] or 0))
    event.do(c.ReplaceSeed(cut.seeds[1] or 0, cut.standings_before[4], accepted=False))
    event.do(c.ReplaceSeed(cut.seeds[1] or 0, cut.standings_before[5], accepted=True))
    return event.play_out().records


MADE: tuple[Callable[[], Log], ...] = (
    lambda: _sides(8),
    lambda: _replaced("armada", 9),
    lambda: _plain("destiny", 4, swiss(5)),  # rematches cannot be avoided
    lambda: _plain("imperial-assault", 9, swiss(3), single(4)),
    lambda: _plain("armada", 7, swiss(4)),
    lambda: _plain("destiny", 3, swiss(4)),
    lambda: _plain("armada", 9, swiss(3)),
    _bye_or_rematch,
    _kept_apart,
    lambda: _sides(6),
    lambda: _replaced("imperial-assault", 8),
    lambda: _plain("armada", 3, swiss(4)),
)


@cache
def log_number(number: int) -> Log | None:
    """Some made for a purpose, then as many wild ones as it takes; only those without a violation."""
    log = MADE[number]() if number < len(MADE) else wild(number)
    return None if check_events(log) else log


@cache
def untouched(number: int) -> Log | None:
    """A copy of the log, to compare it with."""
    return deepcopy(log_number(number))


def test_more_than_forty_kinds() -> None:
    assert len(FAULTS) >= 40


def test_the_made_logs_are_clean() -> None:
    assert all(log_number(number) for number in range(len(MADE)))


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_found(name: str) -> None:
    planted = 0
    for number in range(MOST):
        log = log_number(number)
        spoiled = FAULTS[name](log) if log else None
        assert log == untouched(number), "the fault changed the log that it was given"
        if spoiled is not None:
            planted += 1
            assert check_events(spoiled), f"{name} was not found"
        if planted >= ENOUGH:
            break
    assert planted, f"{name} could not be planted in any log"
