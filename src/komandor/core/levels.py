"""The level of an event by its kind, and what follows from it (COM-LEVEL)."""

from komandor.core.games.game import LEVELS, GameData, Level
from komandor.core.reasons import Reason, Refusal, refuse, why

KINDS = (
    "unofficial", "league", "weekly", "variant", "one_off", "store", "regional", "guest", "national",
    "continental", "world",
)  # fmt: skip
"""Kinds of event that the documents name; an unofficial one is the default."""


def level_for(data: GameData, kind: str) -> tuple[Level, Reason]:
    """The level to pre-fill, which the organiser may change (COM-LEVEL-7); else casual (COM-LEVEL-3)."""
    if kind in data.levels:
        return data.levels[kind], why(
            "level.by_kind", data.rules["level"], kind=kind, level=data.levels[kind]
        )
    return "casual", why("level.casual", "COM-LEVEL-3", kind=kind)


def check_level(level: str) -> Refusal | None:
    """Every event has one of three levels (COM-LEVEL-1)."""
    if level in LEVELS:
        return None
    return refuse("level.unknown", "COM-LEVEL-1", level=level, choices=LEVELS)


def sleeves_required(data: GameData, level: Level, kind: str = "") -> bool:
    """By level (DES-SLV-1, CON-SLV-1) or by kind of event (SWL-SLV-1)."""
    return level in data.sleeves or kind in data.sleeves
