"""OCTGN's deck files (.o8d), read without a document type: no entity is ever expanded.

A file that declares one is refused whole, before any of it is used.
"""

from dataclasses import dataclass
from xml.parsers import expat

from komandor.core.lists.paper import LONGEST

MOST_CARDS = 1000


@dataclass(frozen=True, slots=True)
class DeckCard:
    """One card of a deck file."""

    line: int
    section: str
    name: str
    code: str
    count: int


class _Refused(Exception):
    """The file declares a document type, or holds far too much."""


def looks_like_octgn(text: str) -> bool:
    start = text.lstrip("\ufeff \t\r\n")[:600].casefold()
    return start.startswith("<") and "<deck" in start


def read_octgn(text: str) -> tuple[DeckCard, ...] | None:
    """The cards of a deck file; None if it is broken or declares a document type."""
    deck = _Deck()
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = deck.refuse
    parser.EntityDeclHandler = deck.refuse
    parser.StartElementHandler = deck.start
    parser.EndElementHandler = deck.end
    parser.CharacterDataHandler = deck.characters
    deck.parser = parser
    raw = text.lstrip("\ufeff \t\r\n")
    if raw.startswith("<?xml") and "?>" in raw:  # the text is no longer in the encoding that it names
        raw = raw[raw.index("?>") + 2 :]
    try:
        parser.Parse(raw.encode("utf-8", "replace"), True)
    except (expat.ExpatError, _Refused, ValueError):
        return None
    return tuple(deck.cards)


class _Deck:
    """What has been read so far."""

    def __init__(self) -> None:
        self.parser: expat.XMLParserType
        self.cards: list[DeckCard] = []
        self.section = ""
        self.open: tuple[int, str, int] | None = None
        self.name = ""

    def refuse(self, *_: object) -> None:
        raise _Refused

    def start(self, tag: str, given: dict[str, str]) -> None:
        if tag.casefold() == "section":
            self.section = given.get("name", "")[:LONGEST]
        elif tag.casefold() == "card":
            count = given.get("qty", "1")
            many = int(count) if count.isdecimal() and len(count) < 4 else 0
            self.open = (self.parser.CurrentLineNumber, given.get("id", "")[:LONGEST].casefold(), many)
            self.name = ""

    def characters(self, text: str) -> None:
        if self.open and len(self.name) < LONGEST:
            self.name += text[:LONGEST]

    def end(self, tag: str) -> None:
        if tag.casefold() == "card" and self.open:
            line, code, count = self.open
            self.cards.append(DeckCard(line, self.section, " ".join(self.name.split()), code, count))
            self.open = None
            if len(self.cards) > MOST_CARDS:
                raise _Refused
