"""The level of an event, proposed from its kind (COM-LEVEL)."""

from komandor.core.games.game import LEVELS, GameData, Level
from komandor.core.reasons import Reason, Refusal, refuse, why

KINDS = (
    *("unofficial", "league", "weekly", "variant", "one_off", "store"),
    *("regional", "guest", "national", "continental", "world"),
)
"""Kinds of event that the documents name. The default is "unofficial"."""


def level_for(data: GameData, kind: str) -> tuple[Level, Reason]:
    """The proposed level, which the organiser may change (COM-LEVEL-7). Default: casual (COM-LEVEL-3)."""
    if kind in data.levels:
        level = data.levels[kind]
        return level, why("level.by_kind", data.rules["level"], kind=kind, level=level)
    return "casual", why("level.casual", "COM-LEVEL-3", kind=kind)


def public_numbers_for(level: str) -> str:
    """What is proposed for the setting `draw.public`: dice where much is at stake, otherwise automatic."""
    return "none" if level == "casual" else "dice"


def check_level(level: str) -> Refusal | None:
    """Refuse anything but the three levels (COM-LEVEL-1)."""
    if level in LEVELS:
        return None
    return refuse("level.unknown", "COM-LEVEL-1", level=level, choices=LEVELS)


def sleeves_required(data: GameData, level: Level, kind: str = "") -> bool:
    """Whether cards must be in sleeves: by level (DES-SLV-1, CON-SLV-1) or kind of event (SWL-SLV-1)."""
    return level in data.sleeves or kind in data.sleeves
