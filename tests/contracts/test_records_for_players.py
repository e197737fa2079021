"""What players and the public are shown holds nothing of the core that carries notes of the staff."""

import typing
from collections.abc import Iterator
from dataclasses import is_dataclass

import pytest

from komandor.core.tournament.state import Match, Player, Result, Tournament
from komandor.web.judge.call_desk import RulingsPage
from komandor.web.rendering.records import PAGES, Page
from tests.contracts.test_templates import load_all

load_all()
PRIVATE = {Tournament, Match, Result, Player}
AREAS = ("komandor.web.phone.", "komandor.web.public.")
RECORDS = [record for record in PAGES if record.__module__.startswith(AREAS)]


def held(hint: object, way: str, seen: set[object]) -> Iterator[tuple[str, object]]:
    """Every type that a value of this type can hold, each with the way to it."""
    if hint in seen:
        return
    seen.add(hint)
    yield way, hint
    for one in typing.get_args(hint):
        yield from held(one, way, seen)
    if isinstance(hint, type) and is_dataclass(hint):
        for name, inner in typing.get_type_hints(hint).items():
            if not name.startswith("_"):
                yield from held(inner, f"{way}.{name}", seen)


def private(record: type[Page]) -> list[str]:
    return [way for way, hint in held(record, record.__name__, set()) if hint in PRIVATE]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_no_record_for_players_holds_what_only_staff_may_read(record: type[Page]) -> None:
    found = private(record)
    assert not found, f"{record.__module__}: {found} carries notes of the staff; give the page what it shows"


def test_a_record_for_judges_may_hold_them() -> None:
    assert private(RulingsPage) == ["RulingsPage.calls", "RulingsPage.calls.result"]
