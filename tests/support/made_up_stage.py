"""Registers the made-up kind of tests/made_up_stage, as its place in `KINDS` would."""

from collections.abc import Iterator

import pytest

from komandor.core.tournament import stage_kinds
from komandor.core.tournament.stage_kind import StageKind
from komandor.texts import catalogue
from tests.made_up_stage import ROUND_ROBIN


@pytest.fixture
def round_robin(monkeypatch: pytest.MonkeyPatch) -> Iterator[StageKind]:
    """Komandor knows one more kind of stage while the test runs."""
    monkeypatch.setattr(stage_kinds, "KINDS", (*stage_kinds.KINDS, ROUND_ROBIN))
    _forget_texts()
    yield ROUND_ROBIN
    _forget_texts()


def _forget_texts() -> None:
    """The words of all kinds of stage are read once per language; now there are others."""
    catalogue.templates.cache_clear()
    catalogue.words.cache_clear()
