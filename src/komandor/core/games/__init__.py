"""The games that Komandor knows: one folder each, listed here and nowhere else."""

from komandor.core.games import armada, conquest, destiny, imperial_assault, star_wars_lcg
from komandor.core.games.game import Rules
from komandor.core.games.loader import load_data
from komandor.core.games.settings import check_settings, settings_of

GAMES: tuple[Rules, ...] = (
    armada.RULES,
    imperial_assault.RULES,
    destiny.RULES,
    star_wars_lcg.RULES,
    conquest.RULES,
)
"""In the order in which they are shown.  Read it as `games.GAMES`, so that a test can add one."""


def find_rules(name: str) -> Rules | None:
    """By edition ("armada@2017") or by game ("armada", its newest edition); None if there is none such."""
    newest_first = GAMES[::-1]
    by_edition = next((rules for rules in newest_first if rules.data.edition == name), None)
    return by_edition or next((rules for rules in newest_first if rules.data.id == name), None)


def rules_of(name: str) -> Rules:
    """The same for a name that is known to exist, such as one from a log."""
    rules = find_rules(name)
    if rules is None:
        raise KeyError(name)
    return rules


__all__ = ["GAMES", "check_settings", "find_rules", "load_data", "rules_of", "settings_of"]
