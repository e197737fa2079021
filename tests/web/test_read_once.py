"""One request reads what was sent once: a slip is built and scored a single time."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

import pytest

from komandor.app.access import Actor
from komandor.core.games.destiny import scoring
from komandor.core.tournament.readings import regulations
from tests.support.world import World, client, opened, site_of


@contextmanager
def counted(**functions: Callable[..., Any]) -> Iterator[Counter[str]]:
    """How often each function is called inside, by whichever name it was imported."""
    calls: Counter[str] = Counter(dict.fromkeys(functions, 0))
    names: dict[CodeType, str] = {function.__code__: name for name, function in functions.items()}

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in names:
            calls[names[frame.f_code]] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(before)


@pytest.fixture
def running() -> World:
    """Round 1 of Destiny, on a server that has not made any slip yet."""
    world = opened("destiny").start()
    regulations._slip.cache_clear()
    return world


def slip_of(world: World, **filled: str) -> dict[str, str]:
    match = next(m for m in world.t.in_round(1) if m.kind == "match")
    form = {"match": str(match.number), "between": f"{match.a}-{match.b}", "command_id": "r1"}
    return form | {"g0.end": "win"} | {f"g0.{key}": value for key, value in filled.items()}


@pytest.mark.parametrize(
    ("path", "filled", "status"),
    [
        ("/m/cup/report", {"winner": "a"}, 302),
        ("/m/cup/report", {}, 422),
        ("/m/cup/report/read", {"winner": "a"}, 200),
        ("/m/cup/report/read", {}, 200),
    ],
    ids=["sent", "refused", "preview", "unfinished preview"],
)
def test_a_report_builds_and_scores_its_slip_once(
    running: World, path: str, filled: dict[str, str], status: int
) -> None:
    form = slip_of(running, **filled)
    phone = client(site_of(running), running.link(Actor("player", int(form["between"].split("-")[0]))))
    with counted(built=scoring.form, scored=scoring.score) as calls:
        assert phone.post(path, form).status_code == status
    assert calls == {"built": 1, "scored": 1}, "see web.forms.slip_preview and core…readings.scoring"
