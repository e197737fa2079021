"""What is written down is what the pressed page said, about whom it said it, by whom it was made for, once.

A sample here; campaigns are `python -m bench.explorer.http` (also `--two-processes`).
"""

from collections.abc import Callable
from typing import get_args

import pytest

from bench.explorer.http.campaign import pressed
from bench.explorer.http.claims import STEPS
from komandor.core.tournament.values import Step
from komandor.web.forms import form_commands
from komandor.web.routing import routes
from tests.support.sampling import quick_first

PRESSES = 150


@pytest.mark.parametrize("seed", quick_first(range(8), 2))
def test_a_sample_finds_nothing(seed: int) -> None:
    faults = pressed(seed, presses=PRESSES).faults
    assert not faults, f"python -m bench.explorer.http --walk {seed}\n{faults}"


def test_the_same_seed_presses_the_same() -> None:
    assert pressed(3, presses=60).counts == pressed(3, presses=60).counts


def test_the_walks_know_what_every_step_of_the_day_may_write() -> None:
    without_button = {"register", "results", "replacement", "done"}
    assert set(STEPS) == set(get_args(Step)) - without_button


def _no_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms act whatever they were made for."""
    monkeypatch.setattr(routes, "out_of_place", lambda *_: None)


def _never_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """A form that is sent again is taken for another one."""
    numbers = iter(range(10**9))
    monkeypatch.setattr(form_commands, "form_id", lambda *_: f"form{next(numbers)}")


PLANTED: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], tuple[str, ...]]] = {
    "no guard": (_no_guard, ("another", "about", "written twice")),
    "sent again": (_never_the_same, ("written twice",)),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_fault_is_found(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    plant, signs = PLANTED[what]
    plant(monkeypatch)
    found = next(fault for seed in range(40) for fault in pressed(seed).faults)
    assert any(sign in found[0] for sign in signs), found
