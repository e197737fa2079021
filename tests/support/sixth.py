"""Registers the made-up game of tests/sixth_game, as its line in `GAMES` would."""

from collections.abc import Iterator

import pytest

from komandor.core import games
from komandor.core.games.game import Rules
from komandor.texts import catalogue, params
from tests.sixth_game import RULES


@pytest.fixture
def sixth_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rules]:
    """Komandor knows a sixth game while the test runs."""
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, RULES))
    _forget_texts()
    yield RULES
    _forget_texts()


def _forget_texts() -> None:
    """The texts of all games are read once per language; now there are others."""
    catalogue.templates.cache_clear()
    catalogue.words.cache_clear()
    params.kind_of.cache_clear()
