"""Loaded editions are kept in every kind of store alike, and removing one changes no event."""

from pathlib import Path

import pytest

from komandor.app.editions import all_kept, forget, keep, kept
from komandor.store import open_store
from tests.editions.test_examples import example


@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgres"])
def test_kept_replaced_and_forgotten(kind: str, request: pytest.FixtureRequest, tmp_path: Path):
    where = {"memory": "memory:", "sqlite": str(tmp_path / "data")}.get(kind)
    store = open_store(where or str(request.getfixturevalue("postgres_database")))
    armada, destiny = example("armada-four-factions"), example("destiny-best-of-three")
    for one in (destiny, armada, armada):
        keep(store, one)
    assert [one.id for one in all_kept(store)] == [armada.id, destiny.id]
    assert kept(store, armada.id) == armada
    assert (forget(store, armada.id), forget(store, armada.id)) == (True, False)
    assert kept(store, armada.id) is None
    store.close()
