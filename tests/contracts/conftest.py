"""Every store in turn, with one event in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from komandor.log.store import EventStore
from komandor.store import open_store
from tests.support.stores import T


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_database"))
    return "memory:" if request.param == "memory" else str(tmp_path / "data")


@pytest.fixture
def store(where: str) -> Iterator[EventStore]:
    opened = open_store(where)
    opened.create(T)
    yield opened
    opened.close()
