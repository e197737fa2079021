"""The texts that Armada's fleet builders export, all read by one tolerant reader.

Kingston, Star Forge, Warlords, Armada Fleet Builder, Armada Fleets Designer and Flagship differ in bullets,
headings and in whether a squadron's price is for one or for all; the meaning of each line is the same.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from komandor.core.lists.paper import CardLine, Format, Sheet, card_line, counted, lines_of, without_bullet

SHIP, SQUADRON, UNDER, OBJECTIVE = ("ships",), ("squadrons",), ("upgrades", "commander"), ("objectives",)
EITHER = ("ships", "squadrons")
PLAIN_PRICE = ("squadrons", "ships")
"""Where ships are written with the sum of their upgrades, a plain price is more likely a squadron's."""
ADDED_UP = re.compile(r"\(\d{1,4} ?\+ ?\d{1,4}: ?\d{1,4}\)")

HEADING = re.compile(r"^([A-Za-z][A-Za-z ]{2,30})(?:\([\d/ ]{1,12}\))?:\s*(.*)$")
SUM = re.compile(r"^=")
RULER = re.compile(r"^[=\-_*]{3,}$")
TITLE = re.compile(r"^(.*?)\(\d{1,4}(?:/\d{1,4}){1,2}\)$")
FLAGSHIP = re.compile(r"^\[\s*flagship\s*\]\s*", re.IGNORECASE)
AUTHOR = re.compile(r"^(.*?)\s+-\s+Author:.*$")
CATEGORIES = {"assault": "assault", "defense": "defense", "defence": "defense", "navigation": "navigation"}
STATED = frozenset({"name", "faction", "commander", "author"})
TOTALS = frozenset({"points", "total points", "total", "fleet points"})
FACTIONS = {
    **dict.fromkeys(("rebel", "rebels", "rebel alliance"), "rebel"),
    **dict.fromkeys(("imperial", "imperials", "empire", "galactic empire"), "empire"),
    **dict.fromkeys(("republic", "galactic republic"), "republic"),
    **dict.fromkeys(("separatist", "separatists", "separatist alliance"), "separatist"),
}


@dataclass
class _Reading:
    """What has been read so far."""

    each: bool  # a squadron's price is for one, not for all
    sums: bool  # ships are written with the sum of their upgrades
    lines: list[CardLine] = field(default_factory=list)
    stated: dict[str, str] = field(default_factory=dict)
    unread: list[tuple[int, str]] = field(default_factory=list)
    ship: int | None = None
    squadrons: bool = False

    def take(self, number: int, text: str) -> None:
        """Read one line."""
        if RULER.match(text) or self._heading(number, text):
            return
        if SUM.match(text):
            self.ship = None
            return
        flagship, body = FLAGSHIP.match(text), FLAGSHIP.sub("", text)
        bullet = without_bullet(text) != text
        if not bullet and not flagship and self._title(number, body):
            return
        line = card_line(number, body)
        if not line.name:
            self.unread.append((number, text))
        elif bullet and not self.squadrons and self.ship is not None:
            self.lines.append(replace(line, parts=UNDER, under=self.ship))
        elif line.points is None and line.total is None and not bullet and counted(body)[0] is None:
            self._objective(line)
        else:
            self._unit(line, body, bool(flagship))

    def _objective(self, line: CardLine) -> None:
        """An objective without a heading, or the rest of a name that was broken over two lines."""
        last = self.lines[-1] if self.lines else line
        if last.heading and last.number == line.number - 1:
            self.lines[-1] = replace(last, name=f"{last.name} {line.name}")
        else:
            self.lines.append(replace(line, parts=OBJECTIVE))

    def _unit(self, line: CardLine, body: str, flagship: bool) -> None:
        """A ship or a squadron."""
        many = counted(without_bullet(body))[0] is not None
        if self.squadrons or (many and not flagship):
            self.squadrons = self.squadrons or many
            self.ship = None
            one = replace(line, points=line.total, total=None) if self.each and line.total else line
            self.lines.append(replace(one, parts=SQUADRON))
            return
        self.ship = line.number
        alone = PLAIN_PRICE if self.sums and not ADDED_UP.search(body) else EITHER
        self.lines.append(replace(line, parts=SHIP if flagship else alone))

    def _heading(self, number: int, text: str) -> bool:
        """A line "Key: value"; True if it is one that is known."""
        found = HEADING.match(text)
        title = found[1].strip().casefold() if found else ""
        if not found or not title:
            return self._faction_line(text)
        value = found[2].strip()
        if title in STATED:
            self.stated.setdefault(title, value)
        elif title in TOTALS:
            self.stated.setdefault("total", re.sub(r"\D.*$", "", value))
        elif title == "squadrons":
            self.squadrons, self.ship = True, None
        elif title == "objectives":
            for name in value.split(",")[:9]:
                if name.strip():
                    self.lines.append(CardLine(number, name.strip(), parts=OBJECTIVE))
        elif category := CATEGORIES.get(title.removesuffix(" objective")):
            if value:
                self.lines.append(CardLine(number, value, parts=OBJECTIVE, heading=category))
        else:
            return False
        return True

    def _faction_line(self, text: str) -> bool:
        """ "Rebels  - Author: somebody"."""
        found = AUTHOR.match(text)
        if found and found[1].strip().casefold() in FACTIONS:
            self.stated.setdefault("faction", found[1].strip())
            return True
        return False

    def _title(self, number: int, text: str) -> bool:
        """The fleet's name: the first line, or one that ends with "(399/400)"."""
        found = TITLE.match(text)
        first = not self.lines and not self.stated and card_line(number, text).total is None
        if found or first:
            self.stated.setdefault("name", found[1].strip() if found else text)
            return True
        return False


def _reader(name: str, each: bool = False, sums: bool = False) -> Callable[[str], Sheet | None]:
    def read(text: str) -> Sheet | None:
        reading = _Reading(each, sums)
        for number, line in lines_of(text):
            reading.take(number, line)
        lines = [_commander(line, reading.stated.get("commander", "")) for line in reading.lines]
        return Sheet(name, tuple(lines), reading.stated, tuple(reading.unread))

    return read


def _commander(line: CardLine, named: str) -> CardLine:
    """The upgrade that the heading names as commander is marked as such."""
    if line.parts == UNDER and not line.note and named and line.name.casefold() == _bare(named):
        return replace(line, note="commander")
    return line


def _bare(name: str) -> str:
    return re.sub(r"\s*\(.{0,30}\)$", "", name).strip().casefold()


def faction_of(sheet: Sheet) -> str:
    """The faction that the list states, as catalogues call it."""
    return FACTIONS.get(sheet.stated.get("faction", "").strip().casefold(), "")


def _has(*patterns: str) -> Callable[[str], bool]:
    made = [re.compile(one, re.IGNORECASE | re.MULTILINE) for one in patterns]
    return lambda text: all(one.search(text) for one in made)


FORMATS = (
    Format(
        "star-forge",
        _has(r"^Name:", r"^Faction: (Empire|Rebel|Republic|Separatist)", r"^Commander: .*\(\d+\)"),
        _reader("star-forge"),
    ),
    Format("kingston", _has(r"^Name:", r"^Faction:", r"^Total Points:"), _reader("kingston")),
    Format(
        "flagship",
        _has(r"^Faction:", r"^Assault Objective:", r"^= \d+ points"),
        _reader("flagship", each=True),
    ),
    Format("warlords", _has(r"^Faction:", r"^= \d+ total (ship|squadron) cost"), _reader("warlords")),
    Format(
        "armada-fleet-builder", _has(r" - Author:", r"^= \d+ total points"), _reader("armada-fleet-builder")
    ),
    Format(
        "armada-fleets-designer",
        _has(r"^={5,}\s*$", r"\(\d+ \+ \d+: \d+\)|\(\d+/\d+/\d+\)"),
        _reader("armada-fleets-designer", each=True, sums=True),
    ),
    Format("text", lambda text: bool(text.strip()), _reader("text")),
)
