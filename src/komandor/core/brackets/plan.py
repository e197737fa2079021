"""A bracket one can read aloud: game 10, winner of 7 against loser of 6.

A plan knows places and games, no players and no results: those are put together
by `brackets.play`.  Games are numbered once over the whole bracket; `in_round` is
the number inside the round that COM-ELIM-3 speaks of.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Kind = Literal["single", "double"]
BracketSide = Literal["upper", "lower", "final", "reset"]


@dataclass(frozen=True, slots=True)
class Seed:
    """The player with this place in the cut, 1 = best."""

    number: int

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class WinnerOf:
    game: int

    def __str__(self) -> str:
        return f"W{self.game}"


@dataclass(frozen=True, slots=True)
class LoserOf:
    game: int

    def __str__(self) -> str:
        return f"L{self.game}"


Slot = Seed | WinnerOf | LoserOf


@dataclass(frozen=True, slots=True)
class BracketMatch:
    number: int
    round: int
    in_round: int
    a: Slot
    b: Slot
    side: BracketSide = "upper"

    def __str__(self) -> str:
        return f"G{self.number} {self.a}–{self.b}"


@dataclass(frozen=True)
class BracketPlan:
    """All games of a bracket, each after the games it waits for."""

    kind: Kind
    size: int
    matches: tuple[BracketMatch, ...]

    @cached_property
    def by_number(self) -> Mapping[int, BracketMatch]:
        return {match.number: match for match in self.matches}

    @property
    def rounds(self) -> int:
        return max((match.round for match in self.matches), default=0)

    def in_round(self, round: int) -> tuple[BracketMatch, ...]:
        return tuple(match for match in self.matches if match.round == round)

    def extra(self, game: int) -> int:
        """The number of the extra lower game that follows a double loss in an upper one (AMB-S22)."""
        return len(self.matches) + game

    def __iter__(self) -> Iterator[BracketMatch]:
        return iter(self.matches)


def source(slot: Slot) -> int | None:
    """The game that a place waits for."""
    return None if isinstance(slot, Seed) else slot.game


def next_power_of_two(players: int) -> int:
    """2 counts as one, a final (AMB-G15)."""
    size = 1
    while size < players:
        size *= 2
    return size


def descendants(plan: BracketPlan, game: int) -> tuple[int, ...]:
    """All games that hang on this one, so that a changed result can clear them (T65).

    With them come the extra games that double losses in them may have brought.
    """
    origin = game - len(plan.matches) if game > len(plan.matches) else game
    hit = {origin}
    for match in plan.matches:
        if source(match.a) in hit or source(match.b) in hit:
            hit.add(match.number)
    extras = {plan.extra(number) for number in hit if plan.kind == "double"}
    return tuple(sorted((hit | extras) - {origin, game}))


def read(text: str) -> Sequence[tuple[Slot, Slot]]:
    """The games of one line of a poster: `1-8 W5-W6 W7-L6`."""
    return [(_slot(a), _slot(b)) for a, b in (game.split("-") for game in text.split())]


def _slot(text: str) -> Slot:
    if text.isdigit():
        return Seed(int(text))
    return (WinnerOf if text[0] == "W" else LoserOf)(int(text[1:]))
