"""What a game knows about lists, and a list whose cards have been looked up."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from komandor.core.ids import RuleId
from komandor.core.lists.cards import Card, Catalogue, Gathered, Season
from komandor.core.lists.paper import CardLine, Format, Sheet
from komandor.core.lists.pool import CardMatch, Pool
from komandor.core.reasons import Param, Reason, why

Documents = Mapping[str, Any]
"""The parsed files of a catalogue's folder by their path in it."""
Content = dict[str, Any]
"""A list in the shape of the game's list form."""
Severity = Literal["broken", "open", "note"]
"""Broken: the list is illegal. Open: it cannot be decided. Note: worth knowing."""
Decision = Literal["legal", "illegal", "undecided"]
GAME_RULES = "COM-GEN-2"
"""Play follows the game's own rules: cited where the document has no rule for a list."""


@dataclass(frozen=True, slots=True)
class Cards:
    """A catalogue with the index that finds its cards, kept together because the index is slow to make."""

    catalogue: Catalogue
    pool: Pool


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a list, where, and how bad it is."""

    reason: Reason
    line: int | None = None
    severity: Severity = "broken"


@dataclass(frozen=True, slots=True)
class CardEntry:
    """One line of a list with the card that it means."""

    line: CardLine
    match: CardMatch
    card: Card | None = field(init=False)
    part: str = field(init=False)  # the field of the list form that it belongs to

    def __post_init__(self) -> None:
        card, parts = self.match.card, self.line.parts
        object.__setattr__(self, "card", card)
        object.__setattr__(self, "part", (card.part if card else "") or (parts[0] if parts else ""))

    @property
    def name(self) -> str:
        """The name to show: the card's, else what was written."""
        return self.card.full_name if self.card else self.line.name or self.line.code

    @property
    def count(self) -> int:
        return self.line.count

    @property
    def product(self) -> str:
        """The card's product, else what the list says in parentheses."""
        return self.card.product if self.card else self.line.note

    @property
    def written_points(self) -> int | None:
        """The price of one copy as the list states it."""
        line = self.line
        if line.points is not None or line.total is None:
            return line.points
        return line.total // line.count if line.count and line.total % line.count == 0 else line.total

    @property
    def points(self) -> int | None:
        """The price of one copy: the catalogue's, else the list's."""
        known = self.card.points if self.card else None
        return self.written_points if known is None else known


@dataclass(frozen=True)
class Army:
    """A list whose cards have been looked up."""

    sheet: Sheet
    entries: tuple[CardEntry, ...]
    catalogue: Catalogue | None = None
    season: Season | None = None
    content: Content = field(default_factory=dict)
    misfilled: tuple[Reason, ...] = ()  # of a form: rows and values of the wrong kind

    def of(self, *parts: str) -> tuple[CardEntry, ...]:
        return tuple(entry for entry in self.entries if entry.part in parts)

    @cached_property
    def known(self) -> tuple[tuple[CardEntry, Card], ...]:
        """The entries whose card is certain."""
        return tuple((entry, entry.card) for entry in self.entries if entry.card)

    @property
    def complete(self) -> bool:
        return len(self.known) == len(self.entries) and not self.sheet.unread


@dataclass(frozen=True, slots=True)
class ListKnowledge:
    """What one game knows about lists."""

    formats: tuple[Format, ...]
    gather: Callable[[Documents], Gathered]
    """The cards in the files that communities publish."""
    facts: Mapping[str, type]
    """What only this game knows of a card, with the type of each."""
    content: Callable[[Army], Content]
    """The list in the shape of the game's list form."""
    check: Callable[[Army], Iterator[Problem]]
    """What the game's own rules say, beyond the tournament document."""
    points: Callable[[Content], Mapping[str, int]]
    faction: Callable[[Sheet], str] | None = None
    """The faction that the list states, as the catalogue calls it."""
    row: Callable[[CardLine, Mapping[str, Any]], CardLine] | None = None
    """A row of a form that was filled in by hand, as the game's own formats would have written it."""
    strict_names: bool = False
    kinds: Mapping[str, str] = field(default_factory=dict)
    """What Polish lists call kinds and products → the words of catalogues, which are English."""
    elsewhere: Callable[[Army], frozenset[str]] | None = None
    """Fields that this text does not hold because they stand in another one: the second of two decks."""
    unknowable: frozenset[str] = frozenset()
    """Codes of problems that only mean that card data is missing."""
    changeable: frozenset[str] = frozenset()
    """Codes of problems that the text of a doubtful card may allow."""

    def pool(self, catalogue: Catalogue) -> Pool:
        return Pool(catalogue.content.cards, self.strict_names, self.kinds)


def broken(code: str, rule: RuleId, entry: CardEntry | None = None, /, **params: Param) -> Problem:
    """A problem that makes the list illegal, unless the card's data is in doubt."""
    doubtful = bool(entry and entry.card and entry.card.doubt)
    line = entry.line.number if entry else None
    return Problem(why(code, rule, **params), line, "open" if doubtful else "broken")


def uncertain(code: str, rule: RuleId, entry: CardEntry | None = None, /, **params: Param) -> Problem:
    """A problem that the data cannot decide."""
    return Problem(why(code, rule, **params), entry.line.number if entry else None, "open")


def noted(code: str, rule: RuleId | None, entry: CardEntry | None = None, /, **params: Param) -> Problem:
    """Something worth knowing that changes no verdict."""
    return Problem(why(code, rule, **params), entry.line.number if entry else None, "note")


def copies_by_card(army: Army, *parts: str) -> Iterator[tuple[CardEntry, Card, int]]:
    """Each card of these fields once, with its last entry and the number of copies in the whole list."""
    found: dict[str, tuple[CardEntry, Card, int]] = {}
    for entry, card in army.known:
        if not parts or entry.part in parts:
            before = found[card.full_name][2] if card.full_name in found else 0
            found[card.full_name] = (entry, card, before + entry.count)
    yield from found.values()


def copy_problems(army: Army, rule: RuleId, *parts: str, certain: bool = True) -> Iterator[Problem]:
    """Cards of which there are more copies than their limit allows."""
    problem = broken if certain else uncertain
    for entry, card, copies in copies_by_card(army, *parts):
        if card.limit is not None and copies > card.limit:
            yield problem(
                "list.too_many_copies", rule, entry, name=card.full_name, found=copies, most=card.limit
            )


def fields_of(army: Army, *parts: str, **columns: Callable[[CardEntry], object]) -> Content:
    """These fields of the list form with their card lines; those without cards are left out."""
    made = {part: cards_of(army.of(part), **columns) for part in parts}
    return {part: lines for part, lines in made.items() if lines}


def cost_of(made: Content, *parts: str) -> int:
    """What all cards of these fields cost together."""
    lines = (line for part in parts for line in made.get(part, ()))
    return sum((line.get("points") or 0) * line.get("count", 1) for line in lines)


def cards_in(made: Content, part: str) -> int:
    """How many cards a field has."""
    return sum(line.get("count", 1) for line in made.get(part, ()))


def cards_of(
    entries: tuple[CardEntry, ...], **columns: Callable[[CardEntry], object]
) -> list[dict[str, Any]]:
    """Entries as the card lines of a list form; empty columns are left out."""
    made = []
    for entry in entries:
        given = {key: get(entry) for key, get in columns.items()}
        line = {"name": entry.name, "count": entry.count, **given}
        made.append({k: v for k, v in line.items() if v not in (None, "") and (k, v) != ("count", 1)})
    return made
