"""Labels of form fields, and of the places that a refusal points at, such as "games[1].winner"."""

import re

from komandor.texts.catalogue import known, word

STEP = re.compile(r"(?P<key>[^.\[\]]+)(?P<at>(?:\[\d+\])*)")
GAMES = "games"


def field_label(key: str, lang: str, game: str = "", kind: str = "field") -> str:
    """A field of a result slip (`kind` "field"), its help, a list field or a column; games may differ."""
    return known(kind, f"{game}.{key}", lang) or word(kind, key, lang)


def choice_label(field: str, choice: object, lang: str, game: str = "") -> str:
    """A choice of a field: the game's own word, the field's, or any field's."""
    tries = (f"{game}.{field}.{choice}", f"{field}.{choice}", str(choice))
    return next((said for code in tries if (said := known("choice", code, lang))), str(choice))


def place(path: str, lang: str, kind: str, sides: tuple[str, str]) -> str:
    """ "games[1].winner" → "gra 2, zwycięzca"; "scores[0]" → "wynik (Anna K.)"."""
    said = [_step(step["key"], step["at"], lang, kind, sides) for step in STEP.finditer(path)]
    return ", ".join(said) or path


def _step(key: str, at: str, lang: str, kind: str, sides: tuple[str, str]) -> str:
    numbers = [int(one) for one in re.findall(r"\d+", at)]
    if key == GAMES:
        return f"{word('place', 'game', lang)} {numbers[0] + 1}" if numbers else word("place", GAMES, lang)
    label = field_label(key, lang, kind=kind) if known(kind, key, lang) else word("column", key, lang)
    if not numbers:
        return label
    if kind == "list_field":
        return f"{label}, {word('place', 'line', lang)} {numbers[0] + 1}"
    roll = f", {word('place', 'roll', lang)} {numbers[0] + 1}" if len(numbers) > 1 else ""
    who = sides[numbers[-1]] if numbers[-1] < len(sides) else str(numbers[-1] + 1)
    return f"{label}{roll} ({who})"
