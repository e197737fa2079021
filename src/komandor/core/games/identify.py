"""Which card a list entry means, where more than one could be meant (COM-LIST-3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from komandor.core.games.game import Rules
from komandor.core.games.listchecks import PlayerList, entries
from komandor.core.ids import RuleId
from komandor.core.reasons import Reason, Refusal, refuse, why

Status = Literal["clear", "needs_confirmation", "unknown"]


@dataclass(frozen=True, slots=True)
class Card:
    """A component as the card pool knows it."""

    name: str
    type: str = ""
    points: int | None = None
    product: str = ""
    subtitle: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """What an entry can mean."""

    status: Status
    candidates: tuple[Card, ...] = ()
    mandatory: bool = False  # the document forces the player to say which

    @property
    def card(self) -> Card | None:
        return self.candidates[0] if self.status == "clear" else None


def identify(entry: str, pool: Sequence[Card], points: int | None = None) -> Match:
    """Armada, Imperial Assault: forced only where name *and* points are shared (ARM-LIST-8, IA-LIST-6).

    "Darth Vader (squadron)" is always accepted, needed or not: the parenthesis
    holds the card type, the product, or the subtitle.
    """
    exact = _named(entry, pool)
    if not exact:
        return _qualified(entry, pool, points)
    fitting = tuple(card for card in exact if points is None or card.points in (None, points))
    twins = _twins(fitting)
    if len(fitting) == 1:
        return Match("clear", fitting)
    return Match("needs_confirmation", fitting or exact, mandatory=twins)


def _named(entry: str, pool: Sequence[Card]) -> tuple[Card, ...]:
    wanted = entry.strip().casefold()
    return tuple(card for card in pool if wanted in (card.name.casefold(), _full(card)))


def _full(card: Card) -> str:
    return f"{card.name}, {card.subtitle}".casefold() if card.subtitle else card.name.casefold()


def _qualified(entry: str, pool: Sequence[Card], points: int | None) -> Match:
    name, bracket, rest = entry.strip().rpartition("(")
    if not bracket or not rest.endswith(")"):
        return Match("unknown")
    note = rest[:-1].strip().casefold()
    found = tuple(
        card
        for card in _named(name, pool)
        if note in (card.type.casefold(), card.product.casefold(), card.subtitle.casefold())
        and (points is None or card.points in (None, points))
    )
    if not found:
        return Match("unknown")
    return Match("clear" if len(found) == 1 else "needs_confirmation", found, mandatory=_twins(found))


def _twins(cards: Sequence[Card]) -> bool:
    """Whether two of them share name and points."""
    keys = [(card.name.casefold(), card.points) for card in cards]
    return len(keys) != len(set(keys))


def identify_full_name(entry: str, pool: Sequence[Card], points: int | None = None) -> Match:
    """Destiny: a name that is also part of other names is held until confirmed (DES-LIST-8)."""
    exact = _named(entry, pool)
    if not exact:
        found = _qualified(entry, pool, points)
        return Match(found.status, found.candidates, mandatory=found.status == "needs_confirmation")
    wanted = entry.strip().casefold()
    if all(card.subtitle and _full(card) == wanted for card in exact):
        return Match("clear" if len(exact) == 1 else "needs_confirmation", exact, len(exact) > 1)
    similar = tuple(card for card in pool if wanted in card.name.casefold())
    if len(similar) == 1:
        return Match("clear", similar)
    return Match("needs_confirmation", similar, mandatory=True)


def confirm(match: Match, choice: str) -> Card | Refusal:
    """The card that the player confirms, stored under its full name (EX-DES-1)."""
    wanted = choice.strip().casefold()
    chosen = [card for card in match.candidates if wanted in (card.name.casefold(), _full(card))]
    if len(chosen) == 1:
        return chosen[0]
    return refuse(
        "list.not_a_candidate", "COM-LIST-3", choice=choice, choices=tuple(c.name for c in match.candidates)
    )


def name_problems(rules: Rules, given: PlayerList, pool: Sequence[Card]) -> tuple[Reason, ...]:
    """Every entry of a list that the pool does not know, or that could be another card."""
    rule = rules.data.rules["names"]
    strict = rule == "DES-LIST-8"
    find = identify_full_name if strict else identify
    keys = [one.key for one in rules.list_form if one.kind == "cards"]
    found = ((line, find(line.name, pool, line.points)) for line in entries(given, *keys))
    return tuple(problem for line, match in found for problem in _problem(line.name, match, rule, strict))


def _problem(name: str, match: Match, rule: RuleId, strict: bool) -> tuple[Reason, ...]:
    if match.status == "unknown":
        return (why("list.unknown_card", rule, name=name),)
    if match.mandatory or (strict and match.status == "needs_confirmation"):
        return (
            why("list.ambiguous", rule, name=name, choices=tuple(card.name for card in match.candidates)),
        )
    return ()
