"""Whatever Komandor exports, whole or public, at any moment of any event, it takes in again unchanged."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komandor.app.imports import unfit
from komandor.app.ledger import opened
from komandor.app.queries.everybody.visible import public_log
from komandor.core.games import GAMES
from komandor.core.tournament import commands as c
from komandor.log.bundle import Bundle, export, import_, write
from komandor.simulate.run import Simulated, simulate
from komandor.store.memory import MemoryStore
from tests.support.event import Event, swiss

SEEDS = range(5)


@cache
def event(seed: int) -> Simulated:
    return simulate(seed, {"players": 8, "game": GAMES[seed % len(GAMES)].data.id})


@settings(max_examples=40)
@given(st.sampled_from(SEEDS), st.floats(0, 1), st.booleans(), st.booleans())
def test_every_export_imports(seed: int, part: float, people: bool, secret: bool) -> None:
    store, id = event(seed).hall.ledger.store, event(seed).hall.id
    records = store.read(id)
    moment = MemoryStore()
    moment.load(id, records[: max(1, int(part * len(records)))], store.people(id), b"s" * 32)
    file = export(moment, id, with_people=people, with_secret=secret)
    again = MemoryStore()
    assert isinstance(import_(again, file, unfit), Bundle)
    assert export(again, id, with_people=people, with_secret=secret) == file


@pytest.mark.parametrize("seed", SEEDS)
def test_every_public_log_imports(seed: int) -> None:
    store, id = event(seed).hall.ledger.store, event(seed).hall.id
    records = store.read(id)
    for part in (records[: len(records) // 2], records):
        moment = MemoryStore()
        moment.load(id, part, {})
        file = public_log(moment, opened(part))
        found = import_(MemoryStore(), file, unfit)
        assert isinstance(found, Bundle), found
        assert write(found) == file


def test_an_event_whose_outline_has_other_missions_imports() -> None:
    event = Event("imperial-assault", swiss(3), level="formal")
    event.do(c.AttachOutline(text="Our own maps", overrides="missions"))
    event.do(c.ChangeEvent({"missions": ("Nelvaanian War Zone – A", "Nelvaanian War Zone – B")}))
    found = import_(MemoryStore(), export(event.store, event.id), unfit)
    assert isinstance(found, Bundle), found
