"""The plan of a bracket: which games there are, and where their players come from.

A plan has slots ("seed 3", "winner of game 7") but no players and no results: `brackets.play`
adds those.  Games are numbered through the whole bracket; `in_round` is the number inside
the round, which COM-ELIM-3 uses.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

BracketSide = Literal["upper", "lower", "final", "reset"]


@dataclass(frozen=True, slots=True)
class Seed:
    """The player with this seed; 1 is the best."""

    number: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    game: int


@dataclass(frozen=True, slots=True)
class LoserOf:
    game: int


Slot = Seed | WinnerOf | LoserOf


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketMatch:
    number: int
    round: int
    in_round: int
    a: Slot
    b: Slot
    side: BracketSide = "upper"


@dataclass(frozen=True)
class BracketPlan:
    """All games of a bracket, each after the games that it depends on."""

    losses: int  # that put a player out
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

    def known_as(self, game: int) -> int:
        """What people call a game: its number in the round (COM-ELIM-3), or on the poster of two brackets."""
        match = self.by_number.get(game)
        return match.in_round if match and self.losses == 1 else game

    def extra(self, game: int) -> int:
        """The number of the extra lower game after a double loss in an upper game (AMB-S22)."""
        return len(self.matches) + game


def source(slot: Slot) -> int | None:
    """The game that fills a slot, or None for a seed."""
    return None if isinstance(slot, Seed) else slot.game


def next_power_of_two(players: int) -> int:
    """The smallest power of two that is at least `players` (2 is one too: a final, AMB-G15)."""
    return 1 << (players - 1).bit_length() if players > 0 else 1


def descendants(plan: BracketPlan, game: int) -> tuple[int, ...]:
    """All games that depend on this one, so that a changed result can clear them.

    This includes the extra games that double losses may have added.
    """
    origin = game - len(plan.matches) if game > len(plan.matches) else game
    hit = {origin}
    for match in plan.matches:
        if source(match.a) in hit or source(match.b) in hit:
            hit.add(match.number)
    extras = {plan.extra(number) for number in hit if plan.losses > 1}
    return tuple(sorted((hit | extras) - {origin, game}))


def read(text: str) -> Sequence[tuple[Slot, Slot]]:
    """Read one line of a poster, such as `1-8 W5-W6 W7-L6`."""
    return [(_slot(a), _slot(b)) for a, b in (game.split("-") for game in text.split())]


def _slot(text: str) -> Slot:
    if text.isdigit():
        return Seed(int(text))
    return (WinnerOf if text[0] == "W" else LoserOf)(int(text[1:]))
