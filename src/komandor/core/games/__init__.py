"""The games that Komandor knows: one folder each, listed here and nowhere else."""

from komandor.core.games import armada, conquest, destiny, imperial_assault, star_wars_lcg
from komandor.core.games.game import Rules

GAMES: tuple[Rules, ...] = (
    armada.RULES,
    imperial_assault.RULES,
    destiny.RULES,
    star_wars_lcg.RULES,
    conquest.RULES,
)
"""In the order in which they are shown.  Read it as `games.GAMES`, so that a test can add one."""


def find_rules(name: str) -> Rules | None:
    """By edition ("armada@2017") or by game ("armada", its newest edition); None if there is none."""
    newest_first = GAMES[::-1]
    by_edition = next((rules for rules in newest_first if rules.data.edition == name), None)
    return by_edition or next((rules for rules in newest_first if rules.data.id == name), None)
