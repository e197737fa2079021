"""Who is drawn."""

from dataclasses import dataclass
from typing import Literal

from komandor.core.ids import PlayerNo

Pair = tuple[PlayerNo, PlayerNo]
Method = Literal["random", "fold"]

NOBODY: PlayerNo = 0
"""Stands in `Entrant.met` for a round without an opponent, so that ages stay exact."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An active player before a round.

    `met` are his opponents in this stage in round order, oldest first; a rematch stands
    there twice, and 0 may stand for a round without an opponent.  `rank` is the place
    in the standings (1 = best), `start` the start number (Star Wars LCG).
    """

    player: PlayerNo
    points: int = 0
    rank: int = 1
    met: tuple[PlayerNo, ...] = ()
    byes: int = 0
    apart: tuple[str, ...] = ()
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Float:
    """A player who meets somebody with other points (COM-PAIR-6 step 3): the one paired down."""

    player: PlayerNo
    from_points: int
    to_points: int
