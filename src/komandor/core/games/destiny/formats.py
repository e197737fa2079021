"""Destiny decks as A Renewed Hope's and SWDestinyDB's sites export them: text, and JSON with card codes."""

import re
from dataclasses import replace
from typing import Any

from komandor.core.lists.cards import number as whole
from komandor.core.lists.paper import (
    CardLine,
    Format,
    Sheet,
    as_json,
    begins_with,
    card_line,
    first_deck,
    lines_of,
    place_of,
    stated_deck,
)

PARTS = {
    "battlefield": ("battlefield",),
    "character": ("characters",),
    "plot": ("plot",),
    **dict.fromkeys(("upgrade", "downgrade", "support", "event"), ("deck",)),
}
HEADING = re.compile(r"^([A-Za-z]{4,12}?)s?\s*(?:\(\d{1,3}\))?\s*:?$")
RULER = re.compile(r"^[-=_]{3,}$")
SET = re.compile(r"^(.{1,60}) #(\d{1,3}[A-Z]?)$")
MOST = 200


def heading(text: str) -> tuple[str, ...] | None:
    """The fields that the cards below a heading belong to; None if the line is no heading."""
    found = HEADING.match(text)
    return PARTS.get(found[1].casefold()) if found else None


def read_text(text: str) -> Sheet | None:
    lines: list[CardLine] = []
    parts: tuple[str, ...] = ()
    title = ""
    for number, line in lines_of(text):
        below = heading(line)
        if below:
            parts = below
        elif parts and not RULER.match(line):
            lines.append(_line(number, line, parts))
        elif not parts:
            title = title or line
    return Sheet("destiny-text", tuple(lines), {"name": title}) if lines else None


def _line(number: int, text: str, parts: tuple[str, ...]) -> CardLine:
    """ "2x Jango Fett, Armed To The Teeth (Spark of Hope #40)"."""
    line = card_line(number, text, parts=parts)
    found = SET.match(line.note)
    return replace(line, code=line.note, note=found[1]) if found else line


def read_json(text: str) -> Sheet | None:
    """A deck as the sites' API gives it: `slots` by card code, with quantities or dice."""
    deck, more = first_deck(as_json(text), "slots")
    if deck is None:
        return None
    lines, offset = [], 0
    for code, count in _slots(deck.get("slots"))[:MOST]:
        number, offset = place_of(text, f'"{code}"', offset)
        lines.append(CardLine(number, "", count, code=code))
    return Sheet("destiny-json", tuple(lines), stated_deck(deck, more))


def _slots(slots: Any) -> list[tuple[str, int]]:
    """Codes and counts.  Of a character the dice count, because an elite one brings two."""
    if isinstance(slots, dict):
        given = [
            {"code": code, **(one if isinstance(one, dict) else {"qty": one})} for code, one in slots.items()
        ]
    else:
        given = [one for one in slots if isinstance(one, dict)] if isinstance(slots, list) else []
    found = []
    for one in given:
        counts = [whole(one.get(key)) or 0 for key in ("qty", "quantity", "dice")]
        found.append((str(one.get("code", ""))[:20], min(max(counts), 99)))
    return [(code, count) for code, count in found if code and count > 0]


FORMATS = (
    Format("destiny-json", lambda text: begins_with(text, "{", "["), read_json),
    Format("destiny-text", lambda text: any(heading(line) for _, line in lines_of(text)), read_text),
)
