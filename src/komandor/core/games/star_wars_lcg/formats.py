"""Star Wars LCG decks: lists of objective sets as forums and CardGameDB write them, and OCTGN's deck files.

A deck is named by its affiliation and its objective sets; the cards inside a set follow from it.  A text may
hold several decks, one after another: each begins with its affiliation.
"""

import re
from dataclasses import dataclass, field, replace

from komandor.core.lists.octgn import looks_like_octgn, read_octgn
from komandor.core.lists.paper import (
    CardLine,
    Format,
    Sheet,
    begins_with,
    card_line,
    counted,
    lines_of,
    without_bullet,
)

AFFILIATION = ("light_affiliation", "dark_affiliation")
SETS = ("light_sets", "dark_sets")
SIDES = {
    **dict.fromkeys(("jedi", "rebel alliance", "smugglers and spies"), "light"),
    **dict.fromkeys(("sith", "imperial navy", "scum and villainy"), "dark"),
    **dict.fromkeys(("sojusz rebeliantów", "rebelianci", "przemytnicy i szpiedzy"), "light"),
    **dict.fromkeys(("marynarka imperialna", "flota imperialna", "szumowiny i nikczemnicy"), "dark"),
}
"""The affiliations of the core set, for lists that are read without card data."""
NAMED = re.compile(r"^(?:(?:affiliation|stronnictwo):\s*(.{2,60})|(.{2,60}?)\s+affiliation)$", re.IGNORECASE)
SIDE = re.compile(r"^(light|jasna|dark|ciemna) (?:side|strona)\s*:?$", re.IGNORECASE)
SIDE_OF = {"light": "light", "jasna": "light", "dark": "dark", "ciemna": "dark"}
AFFILIATION_BELOW = re.compile(r"^(?:affiliation|stronnictwo)\s*:?$", re.IGNORECASE)
NUMBER = re.compile(r"^#?(\d{1,3})\.?$")
COPIES = re.compile(r"^(\d{1,2})\s?[x×]$", re.IGNORECASE)
SKIPPED = re.compile(
    r"^(total\b|razem\b|deck created|objective sets?\b|zestawy? celów\b|[-=_]{3,}$|light side|dark side)",
    re.IGNORECASE,
)


@dataclass
class _Reading:
    """What has been read so far."""

    titled: bool  # some line says that it is the affiliation, so what stands above it is a title
    lines: list[CardLine] = field(default_factory=list)
    number: str = ""
    side: str = ""
    begins: bool = False  # a heading says that an affiliation comes next

    def take(self, at: int, text: str) -> None:
        if side := SIDE.match(text):
            self.side, self.begins = SIDE_OF[side[1].casefold()], True
            return
        if AFFILIATION_BELOW.match(text):
            self.begins = True
            return
        named, copies, numbered = NAMED.match(text), COPIES.match(text), NUMBER.match(text)
        if SKIPPED.match(text) or without_bullet(text) != text:
            return
        if named:
            self._affiliation(at, (named[1] or named[2]).strip())
        elif numbered:
            self.number = numbered[1]
        elif copies and self.lines:
            self.lines[-1] = replace(self.lines[-1], count=int(copies[1]))
        elif not self.lines and self.titled and not self.begins:
            return
        elif (
            self.begins
            or not self.lines
            or (counted(text)[0] is None and not self.number and _is_affiliation(text))
        ):
            self._affiliation(at, text)
        else:
            line = card_line(at, text)
            self.lines.append(replace(line, parts=_only(SETS, self.side), code=self._code()))

    def _affiliation(self, at: int, text: str) -> None:
        line = card_line(at, text)
        self.side = SIDES.get(line.name.casefold(), self.side if self.begins else "")
        self.begins = False
        self.lines.append(replace(line, parts=_only(AFFILIATION, self.side)))

    def _code(self) -> str:
        code, self.number = f"set {self.number}" if self.number else "", ""
        return code


def _only(parts: tuple[str, ...], side: str) -> tuple[str, ...]:
    """The field of that side, or both if the side is not known."""
    return tuple(one for one in parts if one.startswith(side)) if side else parts


def _is_affiliation(text: str) -> bool:
    return card_line(0, text).name.casefold() in SIDES


def read_text(text: str) -> Sheet | None:
    reading = _Reading(any(NAMED.match(line) for _, line in lines_of(text)))
    for number, line in lines_of(text):
        reading.take(number, line)
    return Sheet("sets-text", tuple(reading.lines)) if len(reading.lines) > 1 else None


def read_deck_file(text: str) -> Sheet | None:
    """The affiliation and the objectives of a deck file; the command deck follows from them."""
    cards = read_octgn(text)
    if cards is None:
        return None
    lines: list[CardLine] = []
    side, others = "", 0
    for card in (one for one in cards if one.count > 0):
        section = card.section.casefold()
        if section.startswith("affiliation"):
            side = SIDES.get(card.name.casefold(), "")
            lines.append(
                CardLine(card.line, card.name, card.count, parts=_only(AFFILIATION, side), code=card.code)
            )
        elif section.startswith("objective"):
            lines.append(CardLine(card.line, card.name, card.count, parts=_only(SETS, side), code=card.code))
        else:
            others += card.count
    return Sheet("octgn", tuple(lines), {"others": str(others)})


FORMATS = (
    Format("octgn", looks_like_octgn, read_deck_file),
    Format("sets-text", lambda text: bool(text.strip()) and not begins_with(text, "<", "{", "["), read_text),
)
