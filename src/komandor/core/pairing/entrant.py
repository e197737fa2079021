"""What the draw needs to know about each player."""

from dataclasses import dataclass
from typing import Literal

from komandor.core.ids import PlayerNo

Pair = tuple[PlayerNo, PlayerNo]
Method = Literal["random", "fold"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """An active player before a round.

    `met` lists the opponents in this stage, oldest first; a rematch is there twice, and
    `NOBODY` fills a round without an opponent.  `rank` is the place in the standings (1 is best),
    `apart` names travel groups, `start` is the start number (Star Wars LCG).
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
    """A player who meets an opponent with fewer points (COM-PAIR-6 step 3)."""

    player: PlayerNo
    from_points: int
    to_points: int
