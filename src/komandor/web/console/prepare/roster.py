"""Names from outside: typed lines, pasted lists and CSV files of other programs, read into entries.

Understood are one name per line, and tables with commas, semicolons or tabs, with or without a header,
in UTF-8 or one of the old code pages; the headers of Cryodex and TXM are known.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from komandor.app.cells import FORMULA
from komandor.app.clean_names import visible
from komandor.app.queries.everybody.names import split_name
from komandor.core.tournament.values import MOST_TABLES
from komandor.rulebook.finding import fold
from komandor.web.forms.fields import MOST_PLAYERS, NAME, whole_number

MOST = 2000
LONGEST = 1000  # characters of a line; in a longer one no name is looked for
HEADERS: Mapping[str, str] = {
    alias: key
    for key, aliases in {
        "first": "first name|first|firstname|imie|imiona|vorname",
        "last": "last name|last|lastname|surname|nazwisko|nachname",
        "name": "name|player|player name|full name|gracz|zawodnik|imie i nazwisko|nazwisko i imie|uczestnik"
        "|first player|pierwszy gracz|pierwsza osoba",
        "nick": "nickname|nick|alias|pseudonim|ksywka",
        "contact": "email address|email|e mail|mail|contact|kontakt|phone|telefon",
        "groups": "group|groups|groupname|grupa|grupy|rodzina|family",
        "club": "club|team|klub|druzyna|city|miasto",
        "paid": "paid|fee|oplata|oplacone|zaplacone|wpisowe",
        "bye": "won bye|bye|first round bye|firstroundbye|wolny los",
        "table": "fixed table|static table|statictable|table|stolik|staly stolik",
        "start": "start number|start no|start|numer startowy",
        "partner": "partner|second player|drugi gracz|druga osoba",
        "team": "name of the team|team name|nazwa druzyny",
        "skip": "squad|squadlist|list given|faction|seed|id|number|numer|nr|lp|no",
    }.items()
    for alias in aliases.split("|")
}
YES = frozenset("1 x y yes t true tak ok zaplacone paid oplacone".split())
NUMBERED = re.compile(r"^\s*(?:\d{1,4}\s*[.):]\s*|[-*•–]\s+)")
TEAM = re.compile(r"\s+[+&/]\s+")
ADDRESS = re.compile(r"[<(\[]?\s*([\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)\s*[>)\]]?")
GAP = re.compile(r"\t|\s{2,}")
WORD = re.compile(r"[^\W\d_][^\W\d_.'’-]*(?:[.'’-][^\W\d_]*)*")
CITY = re.compile(r"\s+[-–—]\s+|\s*;\s*")
WHOLE_NAME = ("name", "club", "groups")
AROUND = " \"'„”“,;<>()"  # what stands around a name in a copied line


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One person (or team of two) to register."""

    line: int
    person: Mapping[str, object]
    groups: tuple[str, ...] = ()
    paid: bool = False
    awarded_byes: tuple[int, ...] = ()
    fixed_table: int | None = None
    start: int | None = None

    @property
    def members(self) -> int:
        members = self.person.get("members")
        return len(members) if isinstance(members, (list, tuple)) else 1


@dataclass(frozen=True, slots=True)
class Roster:
    """What was read, and how: shown before anything is stored."""

    entries: tuple[Entry, ...]
    header: tuple[str, ...] = ()  # as written in the file
    columns: tuple[str, ...] = ()  # what each column was taken for
    left_out: tuple[int, ...] = field(default=())  # lines without a name

    @property
    def taken(self) -> tuple[str, ...]:
        """The columns of the file that are used, by their names in the file."""
        named = zip(self.header or self.columns, self.columns, strict=False)
        return tuple(head for head, key in named if key not in ("", "skip"))


def read(text: str, teams: bool = False) -> Roster:
    """Lines or a table; the first line may name the columns."""
    lines = [line[:LONGEST] for line in visible(text).splitlines()[: MOST + 1]]
    separator = _separator(lines)
    if not separator:
        return _plain(lines, teams)
    try:
        rows = list(csv.reader(io.StringIO("\n".join(lines)), delimiter=separator))
    except csv.Error:  # a cell of more than 128 kB: no table of names
        return _plain(lines, teams)
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    keys = [HEADERS.get(fold(cell), "") for cell in filled[0]] if filled else []
    if {"first", "last", "name"} & set(keys):
        return _table(filled[1:], tuple(keys), tuple(filled[0]), teams)
    if separator == ",":  # no header: "Kowalska, Anna"
        return _plain(lines, teams)
    width = max((len(row) for row in filled), default=0)
    whole = width > 1 and all(" " in row[0].strip() for row in filled)  # "Ola Mróz; Warszawa"
    guess = WHOLE_NAME[:width] if whole or width == 1 else ("first", "last", "club", "groups")[:width]
    return _table(filled, (*guess, *("skip",) * (width - len(guess))), (), teams)


def _separator(lines: list[str]) -> str:
    """The sign that separates columns; empty if each line is one name."""
    sample = [line for line in lines[:40] if line.strip()]
    counts = {sign: sum(1 for line in sample if sign in line) for sign in (";", "\t", ",")}
    best = max(counts, key=lambda sign: counts[sign])
    if sample and fold(sample[0]) in HEADERS:
        return best if counts[best] else ";"
    return best if sample and counts[best] * 2 >= len(sample) else ""


def _plain(lines: Iterable[str], teams: bool) -> Roster:
    entries = []
    for number, line in enumerate(lines, start=1):
        if NUMBERED.sub("", line).strip():
            entries.append(Entry(line=number, person=_written(NUMBERED.sub("", line).strip(), teams)))
    return Roster(tuple(entries[:MOST]))


def _written(line: str, teams: bool) -> dict[str, object]:
    """A line as mail programs and tables copy it: name, then perhaps a club, with an address anywhere."""
    address = ADDRESS.search(line)
    rest = ADDRESS.sub(" \t ", line).strip(AROUND + "\t") if address else line
    parts = [
        one for part in (rest.split("\t") if "\t" in rest else GAP.split(rest)) for one in _club_apart(part)
    ]
    name, *more = [" ".join(part.split()) for one in parts if (part := one.strip(AROUND))] or [line]
    if " " not in name and more:
        last = 1 if "\t" in rest else len(more)  # a column for the surname, or spaces between all the names
        name, more = " ".join((name, *more[:last])), more[last:]
    person = named(_cased(name), teams)
    if more:
        person["club"] = " ".join(more)[:NAME]
    if address and name != line:
        person["contact"] = address[1]
    return person


def _club_apart(part: str) -> list[str]:
    """ "Piotr Wilk - Gdańsk", "Ola Mróz; Warszawa": a name of two words or more, then a club or city."""
    name, *club = CITY.split(part, maxsplit=1)
    return [name, *club] if " " in name.strip() else [part]


def _cased(name: str) -> str:
    """ANNA KOWALSKA and anna kowalska become Anna Kowalska; everything else stays as it is written."""
    if not (name.isupper() or name.islower()) or "@" in name or len(name) < 4:
        return name
    return re.sub(r"[^\W\d_]+", lambda found: found[0][:1].upper() + found[0][1:].lower(), name)


def looks_like_a_name(name: str) -> bool:
    """Whether a line has two words of letters, as a name has, and nothing that a name never has."""
    words = name.replace("+", " ").replace("&", " ").split()
    return len(words) > 1 and all(WORD.fullmatch(word) for word in words)


def _table(rows: list[list[str]], keys: tuple[str, ...], header: tuple[str, ...], teams: bool) -> Roster:
    entries, empty = [], []
    for number, row in enumerate(rows, start=2 if header else 1):
        cells = {key: _clean(cell) for key, cell in zip(keys, row, strict=False) if key and cell.strip()}
        entry = _entry(number, cells, teams)
        if entry is None:
            empty.append(number)
        else:
            entries.append(entry)
    return Roster(tuple(entries[:MOST]), header, keys, tuple(empty))


def _entry(line: int, cells: Mapping[str, str], teams: bool) -> Entry | None:
    cells = _with_contact(cells)
    first, last = cells.get("first", ""), cells.get("last", "")
    if not first and not last and not cells.get("name") and not cells.get("nick"):
        return None
    whole = cells.get("name", "")
    if first or last:
        person: dict[str, object] = {"first": first, "last": last}
    else:
        person = named(whole, teams) if whole else {"first": "", "last": "", "show": "nick"}
    if teams and cells.get("partner") and "members" not in person:
        partner = named(cells["partner"], False)
        person = {"members": [person, partner]}
    kept = ("nick", "contact", "club", *(("team",) if "members" in person else ()))
    person |= {key: cells[key] for key in kept if cells.get(key)}
    groups = split_groups(cells.get("groups", ""))
    return Entry(
        line=line,
        person=person,
        groups=groups,
        paid=_yes(cells.get("paid", "")),
        awarded_byes=(1,) if _yes(cells.get("bye", "")) else (),
        fixed_table=whole_number(cells.get("table", ""), 1, MOST_TABLES),
        start=whole_number(cells.get("start", ""), 1, MOST_PLAYERS),
    )


def _with_contact(cells: Mapping[str, str]) -> Mapping[str, str]:
    """An address in the column of a name or club goes to the contact."""
    out = dict(cells)
    for key in ("first", "last", "name", "club", "groups"):
        if found := ADDRESS.search(out.get(key, "")):
            out.setdefault("contact", found[1])
            out[key] = ADDRESS.sub(" ", out[key]).strip(AROUND)
    if " " in out.get("first", "") and not out.get("last"):
        out["name"] = out.pop("first")
    return out


def named(name: str, teams: bool) -> dict[str, object]:
    """One person, or two joined by + or & where teams play."""
    if teams and len(two := TEAM.split(name, maxsplit=1)) == 2:
        return {"members": [named(one, False) for one in two]}
    first, last = split_name(" ".join(name.split())[:NAME])
    return {"first": first, "last": last}


def split_groups(text: str) -> tuple[str, ...]:
    """ "Kowalscy, klub Orzeł" → two groups."""
    return tuple(dict.fromkeys(g for part in re.split(r"[|,;/]", text) if (g := " ".join(part.split())[:40])))


def _clean(cell: str) -> str:
    """The text of a cell, without the quote that marks it as text in spreadsheets."""
    text = " ".join(cell.split())[:NAME]
    return text[1:] if text.startswith("'") and text[1:2] in FORMULA else text


def _yes(text: str) -> bool:
    return fold(text) in YES
