"""A large log is read piece by piece after a start, and is the same event as one that is read at once."""

from contextlib import closing
from pathlib import Path

import pytest

from komandor.app import ledger
from komandor.app.ledger import Damaged, Ledger, Loaded, damaged_logs, opened
from komandor.store import open_store
from komandor.store.memory import MemoryStore
from tests.support import world


def parts_of(known: Loaded) -> tuple[object, ...]:
    return known.state, list(known.history), list(known.notes), known.head, known.closed


def test_a_log_in_pieces_is_the_same_event(monkeypatch: pytest.MonkeyPatch) -> None:
    event = world.busy(world.opened(store=MemoryStore()).start())
    records = event.store.read("cup")
    whole = opened(records)
    monkeypatch.setattr(ledger, "MANY", 7)
    assert len(records) > 30
    found = Ledger(event.store).load("cup")
    assert parts_of(found) == parts_of(whole)


def test_what_was_opened_is_not_looked_at_again_and_grows_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    event = world.opened(store=MemoryStore()).start()
    monkeypatch.setattr(ledger, "MANY", 7)
    known = Ledger(event.store)
    before = known.load("cup").version
    assert known.has_opened("cup")
    assert list(damaged_logs(event.store, known.has_opened)) == []
    world.busy(event)
    assert parts_of(known.load("cup")) == parts_of(opened(event.store.read("cup")))
    assert known.load("cup").version > before


@pytest.mark.parametrize("gone", [(1, 20), (9, 30), (10, 12)])
def test_a_hole_larger_than_a_piece_is_damage(
    gone: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_store(tmp_path)) as store:
        world.busy(world.opened(store=store).start())
        monkeypatch.setattr(ledger, "MANY", 7)
        assert list(damaged_logs(store)) == []
        real, first, last = store.read, *gone
        monkeypatch.setattr(
            store, "read", lambda *at: tuple(r for r in real(*at) if not first <= r.seq <= last)
        )
        assert list(damaged_logs(store)) == ["cup"]
        with pytest.raises(Damaged):
            Ledger(store).load("cup")
