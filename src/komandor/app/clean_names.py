"""Texts without signs that nobody sees or that turn the text around them: so no name can break a page.

Names come from forms, pasted lists, files and the terminal. They are cleaned where they are written
(`app.handle`) and once more where they are shown (`queries.everybody.names`), because an imported event
may hold others.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from komandor.log.store import Person

LONGEST = 80  # characters of a name that are shown
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Me"})
"""Kinds of signs that have no place in a text: controls, directions, invisible, enclosing, unassigned."""
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(n) for n in range(0xFE00, 0xFE10)
}
"""Letters and marks of other kinds that are shown as nothing."""
LINES = frozenset("\t\n\r")
JOINED = frozenset("\u200c\u200d")  # some scripts need them between letters
NOT_IN_NAMES = dict.fromkeys(map(ord, JOINED))
MARKS = 3  # accents on one letter; more than any language has run over the lines around it
PLAIN = re.compile(r"[\t\n\r -~\xa1-\xac\xae-\u02ff]*")


def visible(text: str) -> str:
    """The text with its lines, without invisible characters and stacked combining marks."""
    if PLAIN.fullmatch(text):
        return text
    out: list[str] = []
    marks = 0
    for sign in text:
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind == "Mn" else 0
        alone = not out or out[-1].isspace()
        seen = sign in LINES or (sign in JOINED and not alone) or kind not in UNSEEN
        if seen and sign not in BLANK and marks <= (0 if alone else MARKS):
            out.append(sign)
    return "".join(out)


def one_line(text: str) -> str:
    """The same on one line, with single spaces and nothing between letters that nobody sees."""
    return " ".join(visible(text).translate(NOT_IN_NAMES).split())


def clean_person(person: Person, longest: int | None = None) -> dict[str, object]:
    """The data of a person with every text on one clean line; `longest` cuts what would fill a page."""
    return {key: _clean(value, longest) for key, value in person.items()}


def _clean(value: Any, longest: int | None) -> Any:
    if isinstance(value, str):
        return one_line(value)[:longest]
    if isinstance(value, Mapping):
        return clean_person(value, longest)
    if isinstance(value, (list, tuple)):
        return [_clean(part, longest) for part in value]
    return value
