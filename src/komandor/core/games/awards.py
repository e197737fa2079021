"""What a round without a game is worth: byes and missed rounds (COM-BYE-1, COM-DROP-4)."""

from dataclasses import replace

from komandor.core.games.game import Rules, Settings
from komandor.core.games.settings import Question, answer
from komandor.core.outcomes import SideScore


def bye(rules: Rules, settings: Settings | None = None) -> SideScore:
    """What a bye is worth: it counts as a win, with the game's own points (COM-BYE-1)."""
    return _by_setting(rules, settings, "bye", rules.data.bye)


def missed(rules: Rules, settings: Settings | None = None) -> SideScore:
    """What a round missed before a late entry or a return is worth (COM-DROP-4, AMB-G5)."""
    return _by_setting(rules, settings, "missed", rules.data.missed)


def _by_setting(rules: Rules, settings: Settings | None, question: Question, worth: SideScore) -> SideScore:
    points = answer(rules.data, settings, question)
    return replace(worth, points=points) if isinstance(points, int) else worth
