"""Packs of made-up cards."""

from komandor.core.lists.packs import Pack
from tests.lists.made import catalogue


def pack_of(game: str, name: str = "Club", version: str = "1", edition: str = "") -> Pack:
    """A pack with the small catalogue of a game."""
    cards = catalogue(game)
    return Pack(game=game, name=name, version=version, date="2026-01-01", edition=edition, cards=cards)
