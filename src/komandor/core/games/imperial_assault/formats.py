"""Imperial Assault armies: Tabletop Admiral's codes, iaspec JSON, texts and files of IACP's builder."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

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

DEPLOYMENT, COMMAND = ("deployment",), ("command",)
CODES = re.compile(r"n[a-z]c((?:\d{3}){1,40})ncc((?:\d{3}){1,40})", re.IGNORECASE)
EMPTY = "000"
HEADINGS = {
    **dict.fromkeys(("deployment cards", "deployment", "deployments", "army"), DEPLOYMENT),
    **dict.fromkeys(("command cards", "command deck", "commands"), COMMAND),
}
HEADING = re.compile(r"^([A-Za-z ]{4,20}?)\s*(?:\([\d/ ]{1,9}\))?\s*:?$")
TITLE = re.compile(r"^-{2,3}\s*(.*?)\s*-{2,3}$")
STATS = re.compile(r"^(stats|points|total|cost)\b", re.IGNORECASE)
MOST = 100
SIDES = {"rebel": "rebel", "imperial": "imperial", "mercenary": "scum", "scum": "scum"}


def read_codes(text: str) -> Sheet | None:
    """Three digits for each card: deployment cards, then command cards."""
    found = CODES.search(text)
    if not found:
        return None
    number = text.count("\n", 0, found.start()) + 1
    lines = [
        CardLine(number, "", parts=parts, code=f"tta {parts[0]} {int(digits[n : n + 3])}")
        for parts, digits in ((DEPLOYMENT, found[1]), (COMMAND, found[2]))
        for n in range(0, len(digits), 3)
        if digits[n : n + 3] != EMPTY
    ]
    return Sheet("tabletop-admiral", tuple(lines), origin="publisher")


def read_iaspec(text: str) -> Sheet | None:
    document = as_json(text)
    if not isinstance(document, dict) or ("iaspecversion" not in document and "army" not in document):
        return None
    army = document.get("army")
    deployments = army.get("deployments") if isinstance(army, dict) else None
    given = [
        *_named(deployments, "deployment", DEPLOYMENT),
        *_named(document.get("commandCards"), "card", COMMAND),
    ]
    lines, offset = [], 0
    for name, code, parts in given:
        number, offset = place_of(text, f'"{code or name}"', offset)
        lines.append(CardLine(number, name, parts=parts, code=f"iaspec {parts[0]} {code}"))
    title = str(army.get("name", ""))[:120] if isinstance(army, dict) else ""
    stated = {"name": title, "faction": _usual_faction(deployments)}
    return Sheet("iaspec", tuple(lines), stated, origin="publisher")


def _usual_faction(rows: Any) -> str:
    """The side that most deployment cards name."""
    inner = (
        [row.get("deployment") for row in rows[:MOST] if isinstance(row, dict)]
        if isinstance(rows, list)
        else []
    )
    named = Counter(
        one["faction"] for one in inner if isinstance(one, dict) and isinstance(one.get("faction"), str)
    )
    return named.most_common(1)[0][0].casefold() if named else ""


def faction_of(sheet: Sheet) -> str:
    return SIDES.get(sheet.stated.get("faction", ""), "")


def _named(rows: Any, key: str, parts: tuple[str, ...]) -> list[tuple[str, str, tuple[str, ...]]]:
    inner = [row.get(key) for row in rows[:MOST] if isinstance(row, dict)] if isinstance(rows, list) else []
    cards = [one for one in inner if isinstance(one, dict)]
    return [(str(one.get("name", ""))[:120], str(one.get("iaspecName", ""))[:120], parts) for one in cards]


def read_decks(text: str) -> Sheet | None:
    """IACP's own deck files: names of deployment cards and of command cards."""
    deck, more = first_deck(as_json(text), "dcList", "ccList")
    if deck is None:
        return None
    lines, offset = [], 0
    for key, parts in (("dcList", DEPLOYMENT), ("ccList", COMMAND)):
        names = deck.get(key)
        for name in names[:MOST] if isinstance(names, list) else ():
            if isinstance(name, str) and name.strip():
                number, offset = place_of(text, f'"{name}"', offset)
                lines.append(CardLine(number, _bare(name), parts=parts))
    return Sheet("iacp-json", tuple(lines), stated_deck(deck, more), origin="community")


def _bare(name: str) -> str:
    """The name without the brackets that IACP puts around upgrades."""
    return name.strip()[:120].removeprefix("[").removesuffix("]")


def read_text(text: str) -> Sheet | None:
    lines: list[CardLine] = []
    unread: list[tuple[int, str]] = []
    parts: tuple[str, ...] = ()
    title = ""
    for number, line in lines_of(text):
        named, found = TITLE.match(line), HEADING.match(line)
        below = HEADINGS.get(found[1].casefold()) if found else None
        if below:
            parts = below
        elif named:
            title = named[1]
        elif STATS.match(line):
            continue
        elif parts:
            made = card_line(number, line)
            lines.append(replace(made, name=_bare(made.name), parts=parts))
        elif title or lines:
            unread.append((number, line))
        else:
            title = line
    return Sheet("iacp-text", tuple(lines), {"name": title}, tuple(unread), "community") if lines else None


FORMATS = (
    Format("tabletop-admiral", lambda text: CODES.search(text) is not None, read_codes),
    Format("iaspec", lambda text: "army" in text and begins_with(text, "{"), read_iaspec),
    Format("iacp-json", lambda text: "List" in text and begins_with(text, "{", "["), read_decks),
    Format("iacp-text", lambda text: bool(text.strip()), read_text),
)
