"""Every planted fault is found, and more than forty kinds are planted."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache

import pytest

from komandor.core.tournament import commands as c
from tests.check.events import check_events
from tests.check.faults import FAULTS, Log
from tests.check.hall import Hall, double, single, swiss
from tests.check.wild import wild

MOST, ENOUGH = 120, 3
"""So many logs are tried at most, and so many times each fault is planted."""


def _rematches() -> Log:
    """Four players, five rounds: rematches cannot be avoided."""
    hall = Hall("destiny", 5, structure="custom", stages=(swiss(5),))
    hall.arrive(4)
    hall.do(c.AnnounceStructure())
    return hall.finish()


def _plain(game: str, players: int, *stages: object) -> Log:
    hall = Hall(game, players, structure="custom", stages=stages)
    hall.arrive(players)
    hall.do(c.AnnounceStructure())
    return hall.finish()


def _sides() -> Log:
    """A final of two who each have played a side before."""
    hall = Hall("star-wars-lcg", 8, structure="custom", stages=(double(),))
    hall.arrive(8)
    hall.do(c.AnnounceStructure())
    while hall.t.phase != "closed":
        if hall.try_(c.CloseTournament()):
            break
        hall.draw()
        hall.publish()
        hall.do(c.StartClock())
        for match in hall.open_matches():
            if not hall.try_(c.ChooseSides(match.number)):
                hall.do(c.ChooseSides(match.number, match.a))
            hall.play(match)
        hall.do(c.CloseRound())
    return hall.log


def _replaced() -> Log:
    """The second seed leaves after the cut, the fifth declines, the sixth takes the place."""
    hall = Hall("armada", 9, structure="custom", stages=(swiss(2), single(4)))
    hall.arrive(9)
    hall.do(c.AnnounceStructure())
    hall.round()
    hall.round()
    hall.do(c.MakeCut())
    cut = hall.t.stages[2]
    hall.do(c.DropPlayer(cut.seeds[1] or 0))
    hall.do(c.ReplaceSeed(cut.seeds[1] or 0, cut.standings_before[4], accepted=False))
    hall.do(c.ReplaceSeed(cut.seeds[1] or 0, cut.standings_before[5], accepted=True))
    return hall.finish()


MADE: tuple[Callable[[], Log], ...] = (
    _rematches,
    _sides,
    _replaced,
    lambda: _plain("imperial-assault", 9, swiss(3), single(4)),
    lambda: _plain("armada", 7, swiss(4)),
)


@cache
def log_number(number: int) -> Log | None:
    """Some made for a purpose, then as many wild ones as it takes; only those without a violation."""
    log = MADE[number]() if number < len(MADE) else wild(number)
    return None if check_events(log) else log


def test_more_than_forty_kinds() -> None:
    assert len(FAULTS) >= 40


def test_the_made_logs_are_clean() -> None:
    assert all(log_number(number) for number in range(len(MADE)))


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_found(name: str) -> None:
    planted = 0
    for number in range(MOST):
        log = log_number(number)
        before = deepcopy(log)
        spoiled = FAULTS[name](log) if log else None
        assert log == before, "the fault changed the log that it was given"
        if spoiled is not None:
            planted += 1
            assert check_events(spoiled), f"{name} was not found"
        if planted >= ENOUGH:
            break
    assert planted, f"{name} could not be planted in any log"
