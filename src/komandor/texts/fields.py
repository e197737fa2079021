"""Labels of form fields, and of the places that a refusal points at, such as "games[1].winner"."""

import re

from komandor.core.games.game import Rules, Situation
from komandor.core.games.reports import GAMES
from komandor.texts.catalogue import known_in, word

STEP = re.compile(r"(?P<key>[^.\[\]]+)(?P<at>(?:\[\d+\])*)")


def field_label(key: str, lang: str, game: str = "", kind: str = "field") -> str:
    """A field of a result slip (`kind` "field"), a list field, a column, a fold; games may differ."""
    return known_in(game, kind, key, lang) or key


def field_hint(key: str, lang: str, game: str) -> str:
    """One sentence on how to fill in a field of a result slip, or nothing."""
    return known_in(game, "hint", key, lang) or ""


def choice_label(field: str, choice: object, lang: str, game: str = "") -> str:
    """A choice of a field: the game's own word, the field's, or the choice as it is."""
    return known_in(game, "choice", f"{field}.{choice}", lang) or str(choice)


def quick_help(rules: Rules, situation: Situation, lang: str) -> tuple[tuple[str, str], ...]:
    """What quick entry understands in this match: each example with its meaning."""
    game = rules.data.id
    return tuple((one, field_label(one, lang, game, "shorthand")) for one in rules.examples(situation))


def place(path: str, lang: str, kind: str, sides: tuple[str, str], game: str = "") -> str:
    """ "games[1].winner" → "gra 2, zwycięzca"; "scores[0]" → "wynik (Anna K.)"."""
    steps = [_step(step["key"], step["at"], lang, kind, sides, game) for step in STEP.finditer(path)]
    return ", ".join(steps) or path


def _step(key: str, at: str, lang: str, kind: str, sides: tuple[str, str], game: str) -> str:
    numbers = [int(one) for one in re.findall(r"\d+", at)]
    if key == GAMES:
        return f"{word('place', 'game', lang)} {numbers[0] + 1}" if numbers else word("place", GAMES, lang)
    label = known_in(game, kind, key, lang) or field_label(key, lang, game, "column")
    if not numbers:
        return label
    if kind == "list_field":
        return f"{label}, {word('place', 'line', lang)} {numbers[0] + 1}"
    roll = f", {word('place', 'roll', lang)} {numbers[0] + 1}" if len(numbers) > 1 else ""
    who = sides[numbers[-1]] if numbers[-1] < len(sides) else str(numbers[-1] + 1)
    return f"{label}{roll} ({who})"
