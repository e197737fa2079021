"""Finding the card that a list means (COM-LIST-3): by code, by name, by a name spelt a little wrong.

A name is compared by its words: case, accents, apostrophes, hyphens, plurals, "the" and "class" do not
count, and II is 2.  Several cards of one name are told apart by what the list says beside the name:
the heading it stands under, the words in parentheses, the faction, the price.  If more than one card is
left, the entry is ambiguous, with the choices; there is no silent guess.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from komandor.core.lists.cards import Card

Status = Literal["recognised", "ambiguous", "unknown"]

WORD = re.compile(r"[^\W\d_]+|\d+")
ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4"}
UNMARKED = str.maketrans("łŁ", "lL", "'’‘`´\"“”")
DROPPED = frozenset({"class", "the"})
CLOSEST = 12
MOST_CHOICES = 8
MOST_HINTS = 3
LONGEST_NAME = 80
MOST_ANSWERS = 5000


@dataclass(frozen=True, slots=True)
class CardMatch:
    """What an entry can mean."""

    status: Status
    candidates: tuple[Card, ...] = ()
    mandatory: bool = False  # the document forces the player to say which
    spelt: bool = False  # the name was not written as the card has it

    @property
    def card(self) -> Card | None:
        return self.candidates[0] if self.status == "recognised" else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a list says about one card."""

    name: str
    points: tuple[int, ...] = ()
    note: str = ""
    parts: tuple[str, ...] = ()
    faction: str = ""
    code: str = ""
    origin: Literal["", "publisher", "community"] = ""  # whose card it is, where a format says so


@lru_cache(maxsize=20_000)
def words(name: str) -> tuple[str, ...]:
    """The words of a name as they are compared."""
    marked = name.translate(UNMARKED).replace("&", " and ")
    bare = "".join(
        c for c in unicodedata.normalize("NFKD", marked).casefold() if not unicodedata.combining(c)
    )
    found = (ROMAN.get(word, word) for word in WORD.findall(bare))
    return tuple(w[:-1] if len(w) > 3 and w.endswith("s") else w for w in found if w not in DROPPED)


def key(name: str) -> str:
    return "".join(words(name))


def _sorted_key(name: str) -> str:
    return " ".join(sorted(words(name)))


class Pool:
    """All cards of a game with the indexes that find them quickly."""

    def __init__(
        self, cards: Iterable[Card], strict: bool = False, kinds: Mapping[str, str] | None = None
    ) -> None:
        self.cards = tuple(cards)
        self._kinds = {key(polish): words(english) for polish, english in (kinds or {}).items()}
        self.strict = strict  # a name that is part of other names must be made clear (DES-LIST-8)
        self._codes: dict[str, list[Card]] = defaultdict(list)
        self._tiers: tuple[dict[str, list[Card]], ...] = tuple(defaultdict(list) for _ in range(3))
        self._grams: dict[str, set[str]] = defaultdict(set)
        self._words: dict[str, list[Card]] = defaultdict(list)
        self._answers: dict[Wanted, CardMatch] = {}
        self._types = {word for card in self.cards for word in words(card.type)}
        for card in self.cards:
            self._add(card)

    def _add(self, card: Card) -> None:
        for code in {card.id, *card.codes} - {""}:
            self._codes[code.casefold()].append(card)
        own = {card.name, card.full_name, *card.names}
        for word in set(words(card.full_name)):
            self._words[word].append(card)
        for name in own:
            _put(self._tiers[0], key(name), card)
        for name in card.nicknames:
            _put(self._tiers[1], key(name), card)
        for name in (*own, *card.nicknames):
            _put(self._tiers[2], _sorted_key(name), card)
            for gram in _grams(key(name)):
                self._grams[gram].add(key(name))

    def find(self, wanted: Wanted) -> CardMatch:
        """The card that is meant, the cards that may be meant, or none."""
        found = self._answers.get(wanted)
        if found is None:
            if len(self._answers) >= MOST_ANSWERS:
                self._answers.clear()
            found = self._answers[wanted] = self._looked_up(wanted)
        return found

    def _looked_up(self, wanted: Wanted) -> CardMatch:
        by_code = self._codes.get(wanted.code.casefold(), []) if wanted.code else []
        if len(by_code) == 1:
            return self._coded(wanted, by_code[0])
        whole = replace(wanted, name=f"{wanted.name} ({wanted.note})", note="") if wanted.note else wanted
        for asked in (whole, wanted):
            found = self._named(asked)
            if found:
                return self._chosen(asked, found, by_code)
        return self._spelt(wanted)

    def _coded(self, wanted: Wanted, card: Card) -> CardMatch:
        """The card of that code; if the name is another card's, the list says two things."""
        named = self._named(replace(wanted, parts=())) if wanted.name else [card]
        if card in named or not named:
            return CardMatch("recognised", (card,), spelt=not named)
        return CardMatch("ambiguous", (card, *named)[:MOST_CHOICES], mandatory=True)

    def _named(self, wanted: Wanted) -> list[Card]:
        """The cards of that name: first those that are called so, then nicknames, then other word orders."""
        exact = key(wanted.name)
        tried = [self._tiers[0].get(exact), self._tiers[1].get(exact)]
        tried.append(self._tiers[2].get(_sorted_key(wanted.name)))
        fitting = [[c for c in cards if _fits(c, wanted)] for cards in tried if cards]
        own = [[c for c in cards if same(c, wanted)] for same in KINSHIP for cards in fitting]
        others = [list(cards) for cards in tried if cards]
        return next((cards for cards in (*own, *fitting, *others) if cards), [])

    def _chosen(self, wanted: Wanted, found: Sequence[Card], by_code: Sequence[Card]) -> CardMatch:
        left = [card for card in found if card in by_code] or list(found)
        noted = [card for card in left if self._describes(card, wanted.note)] if wanted.note else left
        if not noted:  # the words in parentheses fit none: a remark, or they mean a card that is not known
            if nearest := self._nearest([*left, *self._longer(wanted.name)], wanted):
                return CardMatch("recognised", tuple(nearest), spelt=True)
            remark = len(left) == 1 and not self._says_which(wanted.note)
            return CardMatch("recognised" if remark else "unknown", tuple(left[:MOST_CHOICES]), spelt=True)
        exactly = [card for card in noted if card.source and _exactly(card, wanted.note)]
        left = _narrowed(exactly or noted, wanted)
        if self.strict and not wanted.note:
            left = self._similar(wanted.name, left)
        if len(left) == 1:
            return CardMatch("recognised", (left[0],))
        twins = [(key(card.full_name), card.points) for card in left]
        mandatory = self.strict or len(set(twins)) < len(twins)
        return CardMatch("ambiguous", tuple(left[:MOST_CHOICES]), mandatory=mandatory)

    def _describes(self, card: Card, note: str) -> bool:
        """Whether each word of a note begins a word of what the card is: "(com)" is a commander."""
        known = words(" ".join((card.type, card.source, card.subtitle, card.name, *card.names)))
        known += tuple(word for code in card.codes for word in words(code))
        return all(_among(known, either) for either in self._said(note))

    def _said(self, note: str) -> list[tuple[str, ...]]:
        """The words of a note, each with its English one where it is the Polish name of a kind."""
        return [(one, *self._kinds.get(one, ())) for one in words(note)]

    def _longer(self, name: str) -> list[Card]:
        """Cards whose names have all these words and more: some data write a version into the name."""
        found = set(words(name))
        return [card for card in self._words.get(words(name)[0], ()) if found < set(words(card.name))]

    def _nearest(self, cards: Sequence[Card], wanted: Wanted) -> list[Card]:
        """The card whose product or subtitle shares most words with a foreign note, if it is only one."""
        shared = [self._shared(card, wanted) for card in cards]
        best = [card for card, many in zip(cards, shared, strict=True) if many and many == max(shared)]
        return best if len(best) == 1 else []

    def _shared(self, card: Card, wanted: Wanted) -> int:
        """How many words of a note the product or the subtitle has beside the name that was written."""
        beside = set(words(f"{card.source} {card.subtitle} {card.name}")) - set(words(wanted.name))
        return sum(_among(beside, either) for either in self._said(wanted.note))

    def _says_which(self, note: str) -> bool:
        """Whether a note is in words that tell cards apart: their types."""
        return all(_among(self._types, either) for either in self._said(note))

    def _similar(self, name: str, found: list[Card]) -> list[Card]:
        """Cards whose names contain this one too, unless the full name with its subtitle was written."""
        wanted = key(name)
        if all(card.subtitle and key(card.full_name) == wanted for card in found):
            return found
        longer = [c for c in self.cards if c not in found and set(words(name)) < set(words(c.name))]
        return found + [card for card in longer if wanted in key(card.name)]

    def _spelt(self, wanted: Wanted) -> CardMatch:
        """Cards whose name differs by a letter or two; a single near match is accepted and flagged."""
        near = [card for card in self._near(key(wanted.name)) if _fits(card, wanted)]
        near = near or self._partly(wanted)
        if not near:
            return CardMatch("unknown", tuple(self._similar_names(wanted)))
        noted = [card for card in near if self._describes(card, wanted.note)] if wanted.note else near
        left = _narrowed(noted or near, wanted)
        status: Status = "recognised" if len(left) == 1 and (noted or not wanted.note) else "ambiguous"
        return CardMatch(status, tuple(left[:MOST_CHOICES]), spelt=True, mandatory=status == "ambiguous")

    def _partly(self, wanted: Wanted) -> list[Card]:
        """Cards of the same price whose name has all the written words, or whose words were all written."""
        written = set(words(wanted.name))
        shared = Counter(card for word in written for card in self._words.get(word, ()))
        near = [
            card
            for card, many in shared.items()
            if many > 1 and (many == len(written) or set(words(card.name)) <= written)
        ]
        return [card for card in near if _fits(card, wanted) and card.points in wanted.points]

    def _similar_names(self, wanted: Wanted) -> list[Card]:
        """A few cards whose name shares half of the written letters: to look at, not to take."""
        grams = _grams(key(wanted.name)) if len(wanted.name) < LONGEST_NAME else set()
        shared = Counter(name for gram in grams for name in self._grams.get(gram, ()))
        near = [name for name, many in shared.most_common(MOST_HINTS) if 2 * many >= len(grams)]
        found = {card: None for name in near for tier in self._tiers[:2] for card in tier.get(name, ())}
        return [card for card in found if _fits(card, wanted)][:MOST_HINTS]

    def _near(self, wanted: str) -> list[Card]:
        if not 4 < len(wanted) < LONGEST_NAME:
            return []
        shared = Counter(name for gram in _grams(wanted) for name in self._grams.get(gram, ()))
        most = 1 + len(wanted) // 12
        close = [name for name, _ in shared.most_common(CLOSEST) if _alike(wanted, name, most)]
        found = {c: None for name in close for tier in self._tiers[:2] for c in tier.get(name, ())}
        return list(found)


def _put(index: dict[str, list[Card]], name: str, card: Card) -> None:
    if name and card not in index[name]:
        index[name].append(card)


def _grams(name: str) -> set[str]:
    return {name[n : n + 3] for n in range(len(name) - 2)}


def _fits(card: Card, wanted: Wanted) -> bool:
    return not wanted.parts or not card.part or card.part in wanted.parts


def _of_faction(card: Card, wanted: Wanted) -> bool:
    return not wanted.faction or not card.factions or wanted.faction in card.factions


def _of_origin(card: Card, wanted: Wanted) -> bool:
    return not wanted.origin or card.official == (wanted.origin == "publisher")


KINSHIP: tuple[Callable[[Card, Wanted], bool], ...] = (
    lambda card, wanted: _of_faction(card, wanted) and _of_origin(card, wanted),
    _of_origin,
    _of_faction,
)
"""How near a card is to the rest of the list, the nearest first."""


def _narrowed(cards: list[Card], wanted: Wanted) -> list[Card]:
    """Those of the list's faction, then those of its price, then those of an old price, if there are any."""
    near = ([card for card in cards if same(card, wanted)] for same in KINSHIP)
    left = next((some for some in near if some), cards)
    priced = [card for card in left if card.points in wanted.points]
    old = [card for card in left if set(card.old_points) & set(wanted.points)]
    return priced or old or left


def _among(known: Iterable[str], either: tuple[str, ...]) -> bool:
    """Whether a word, or its English one, begins one of the known words."""
    return any(word.startswith(either) for word in known)


def _exactly(card: Card, note: str) -> bool:
    """Whether a note names the card's type and its whole product, and no more: as choices are written."""
    return words(note) == words(f"{card.type} {card.source}")


def _alike(a: str, b: str, most: int) -> bool:
    """Whether two names differ by at most so many letters, and in no digit."""
    if abs(len(a) - len(b)) > most or re.sub(r"\D", "", a) != re.sub(r"\D", "", b):
        return False
    above = list(range(len(b) + 1))
    for row, letter in enumerate(a, 1):
        now = [row]
        for column, other in enumerate(b, 1):
            now.append(min(above[column] + 1, now[-1] + 1, above[column - 1] + (letter != other)))
        if min(now) > most:
            return False
        above = now
    return above[-1] <= most
