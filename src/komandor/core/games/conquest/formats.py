"""Conquest decks: the texts of ConquestDB (old and new) and CardGameDB, and OCTGN's deck files."""

import re

from komandor.core.lists.octgn import looks_like_octgn, read_octgn
from komandor.core.lists.paper import CardLine, Format, Sheet, card_line, lines_of

DECK = ("deck",)
ENGLISH = ("signature squad", "signature", "army", "army unit", "armies", "support", "attachment", "event")
POLISH = ("talia", "oddział", "jednostki", "wsparcie", "wsparcia", "dodatki", "wydarzenia")
PARTS = {
    **dict.fromkeys(("warlord", "lider", "dowódca"), ("warlord",)),
    **dict.fromkeys(("synapse", "synapse unit"), ("synapse",)),
    **dict.fromkeys(("planet", "planety"), ("planets",)),
    **dict.fromkeys((*ENGLISH, *POLISH), DECK),
}
HEADING = re.compile(r"^([^\W\d_][^\W\d_ ]*(?: [^\W\d_]+){0,2}?)s?\s*:?\s*(?:\(\d{1,3}\))?\s*:?$")
WARLORD = re.compile(r"^(?:warlord|lider|dowódca):\s*(.{2,60})$", re.IGNORECASE)
RULER = re.compile(r"^[-=_]{3,}$")
SKIPPED = re.compile(r"^(deck created with|total cards\b|total:)", re.IGNORECASE)


def parts_of(title: str) -> tuple[str, ...] | None:
    """The field that the cards below a heading belong to; None if the line is no heading."""
    found = HEADING.match(title.strip())
    name = found[1].casefold() if found else ""
    return PARTS.get(name) or PARTS.get(title.strip().casefold())


def read_text(text: str) -> Sheet | None:
    lines: list[CardLine] = []
    before: list[tuple[int, str]] = []
    parts: tuple[str, ...] = ()
    for number, line in lines_of(text):
        below, warlord_named = parts_of(line), WARLORD.match(line)
        if warlord_named:
            lines.append(card_line(number, warlord_named[1], parts=("warlord",)))
        elif below:
            parts = below
        elif RULER.match(line) or SKIPPED.match(line):
            continue
        elif parts:
            lines.append(card_line(number, line, parts=parts))
        else:
            before.append((number, line))
    if not lines:
        return None
    stated, warlord = _head(before, any(line.parts == ("warlord",) for line in lines))
    return Sheet("conquest-text", (*warlord, *lines), stated)


def _head(before: list[tuple[int, str]], warlord_below: bool) -> tuple[dict[str, str], tuple[CardLine, ...]]:
    """What stands above the first heading: a name, the warlord, the factions; or the warlord alone."""
    if warlord_below or not before:
        return {"name": before[0][1] if before else ""}, ()
    number, name = before[min(1, len(before) - 1)]
    return {"name": before[0][1], "factions": before[2][1] if len(before) > 2 else ""}, (
        card_line(number, name, parts=("warlord",)),
    )


def read_deck_file(text: str) -> Sheet | None:
    cards = read_octgn(text)
    if cards is None:
        return None
    lines = [
        CardLine(card.line, card.name, card.count, parts=parts_of(card.section) or DECK, code=card.code)
        for card in cards
        if card.count > 0
    ]
    return Sheet("octgn", tuple(lines))


FORMATS = (
    Format("octgn", looks_like_octgn, read_deck_file),
    Format("conquest-text", lambda text: any(parts_of(line) for _, line in lines_of(text)), read_text),
)
