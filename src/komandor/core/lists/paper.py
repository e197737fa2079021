"""A pasted list before anybody has looked up its cards: its lines, and the tools that read them.

Every reader is bounded: `MOST` characters, `MOST_LINES` lines, `LONGEST` characters of a line.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

MOST = 200_000
MOST_LINES = 800
LONGEST = 300

BULLET = re.compile(r"^[\s]*(?:[•·*+▪◦‣●]|[-–—](?=\s))[ \t]*")
COUNT = re.compile(r"^\(?(\d{1,3})\)?[ \t]{0,4}(?:[x×][ \t]+|[x×](?=[A-Z\"'“])|[ \t]+(?!\d))", re.IGNORECASE)
PRICE = re.compile(
    r"[ \t]*\(\s{0,9}(?:(\d{1,2})\s{0,9}x\s{0,9})?(-?\d{1,4})\s{0,9}"
    r"(?:points?|pts?|punkt\w{0,3}|pkt)?\s{0,9}(?:[+:/][^()]{0,30})?\)[!*]{0,3}[ \t]*$",
    re.IGNORECASE,
)
BEHIND = re.compile(r"[ \t]*[(\[]?\b[x×][ \t]?(\d{1,2})[)\]]?$", re.IGNORECASE)
NOTE = re.compile(r"^(.{1,200}?)[ \t]*\(([^()]{1,100})\)$")


@dataclass(frozen=True, slots=True)
class CardLine:
    """One card as the list names it.  `points` is the price of one copy."""

    number: int
    name: str
    count: int = 1
    points: int | None = None
    parts: tuple[str, ...] = ()  # the fields of the list form that it may belong to; none: any
    note: str = ""  # what stands in parentheses: type, product, subtitle
    under: int | None = None  # the number of the line (a ship) that it belongs to
    code: str = ""
    heading: str = ""  # what the heading above or before it says
    total: int | None = None  # the price of all copies, where the format writes that


@dataclass(frozen=True, slots=True)
class Sheet:
    """A list as it was read: its cards, what its headings state, and the lines that nobody understands."""

    format: str
    lines: tuple[CardLine, ...]
    stated: Mapping[str, str] = field(default_factory=dict)
    unread: tuple[tuple[int, str], ...] = ()
    origin: Literal["", "publisher", "community"] = ""


@dataclass(frozen=True, slots=True)
class Format:
    """One way in which lists are written: its name, whether a text looks like it, and its reader."""

    id: str
    fits: Callable[[str], bool]
    read: Callable[[str], Sheet | None]


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines that have something on them, numbered from 1, of bounded length and number."""
    for number, line in enumerate(text.splitlines()[:MOST_LINES], 1):
        shown = " ".join(line[:LONGEST].replace("\ufeff", "").split())
        if shown:
            yield number, shown


def rest_of(text: str) -> tuple[tuple[int, str], ...]:
    """The first line behind the last one that is read, if a text has that many."""
    lines = text.splitlines()
    return ((MOST_LINES + 1, lines[MOST_LINES][:80]),) if len(lines) > MOST_LINES else ()


def without_bullet(line: str) -> str:
    return BULLET.sub("", line, count=1)


def counted(line: str) -> tuple[int | None, str]:
    """The number of copies beside a name ("2x Name", "2 Name", "(2) Name", "Name x2") and the rest."""
    found = COUNT.match(line)
    if found:
        return int(found[1]), line[found.end() :].strip()
    behind = BEHIND.search(line[-12:])
    return (int(behind[1]), line[: len(line) - len(behind[0])]) if behind else (None, line)


def priced(line: str) -> tuple[str, int | None, int | None]:
    """The name, the price behind it, and the number of copies if the price states it ("(2 x 13)")."""
    found = PRICE.search(line[-80:])
    if not found:
        return line.strip(), None, None
    return line[: len(line) - len(found[0])].strip(), int(found[2]), int(found[1]) if found[1] else None


def noted(name: str) -> tuple[str, str]:
    """The name and what stands in parentheses behind it."""
    found = NOTE.match(name)
    return (found[1], found[2].strip()) if found else (name, "")


def card_line(number: int, text: str, **more: Any) -> CardLine:
    """A line such as "2 x Y-wing Squadron (20)" or "1x Rogue Trader (Core Set)"."""
    name, price, inner = priced(without_bullet(text))
    count, name = counted(name)
    many = count or inner or 1
    name, note = noted(name)
    if inner is not None or price is None:
        return CardLine(number, name, many, price, note=note, **more)
    return CardLine(number, name, many, None if many > 1 else price, note=note, total=price, **more)


def with_name(text: str, line: CardLine, name: str) -> str:
    """The text with another name on one line, in place of the name and of what stood in parentheses."""
    lines = text.splitlines(keepends=True)
    if not line.name or not 0 < line.number <= len(lines):
        return text
    noted_name = re.compile(
        re.escape(line.name) + (r"[ \t]*\(" + re.escape(line.note) + r"\)" if line.note else "")
    )
    lines[line.number - 1] = noted_name.sub(lambda _: name, lines[line.number - 1], count=1)
    return "".join(lines)


def begins_with(text: str, *signs: str) -> bool:
    """Whether the first sign of a text that is no white space is one of these."""
    return text.lstrip("\ufeff \t\r\n").startswith(signs)


def as_json(text: str) -> Any:
    """The JSON value of a text, or None; too deep nesting is None too."""
    if not begins_with(text, "{", "["):
        return None
    try:
        return json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None


def place_of(text: str, needle: str, after: int = 0) -> tuple[int, int]:
    """The number of the line on which a text stands first after an offset, and the offset behind it."""
    found = text.find(needle, after)
    if found < 0:
        return 0, after
    return text.count("\n", 0, found) + 1, found + len(needle)


def first_deck(value: Any, *keys: str) -> tuple[Mapping[str, Any] | None, int]:
    """The first table of a JSON document that has one of these keys, and how many more there are."""
    every = value if isinstance(value, list) else [value]
    decks = [one for one in every if isinstance(one, dict) and any(key in one for key in keys)]
    return (decks[0], len(decks) - 1) if decks else (None, 0)


def stated_deck(deck: Mapping[str, Any], more: int) -> dict[str, str]:
    """The name of a deck, and how many further ones its file holds: only the first is one player's list."""
    return {"name": str(deck.get("name", ""))[:120], **({"more": str(more)} if more else {})}
