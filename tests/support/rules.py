"""The rules of a game by its name."""

from komandor.core.games import find_rules
from komandor.core.games.game import Rules


def rules_of(name: str) -> Rules:
    """By game ("armada") or edition ("armada@2017"); it must be there."""
    found = find_rules(name)
    assert found is not None, name
    return found
