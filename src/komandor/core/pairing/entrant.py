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


WAY = 3  # how rounds are drawn, as their records name it (docs/algorithms/draw.md); never used again: 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a draw keeps to, besides its players.

    `no_bye` may not get the bye while anybody else can.  `forbidden` are the organiser's pairs that
    shall not meet, smaller number first.  `second_bye_first` gives a second bye rather than make a
    rematch (AMB-G35).
    """

    round: int = 2
    method: Method = "random"
    apart_round1: bool = False
    no_bye: frozenset[PlayerNo] = frozenset()
    forbidden: frozenset[Pair] = frozenset()
    second_bye_first: bool = False

    def forbids(self, a: PlayerNo, b: PlayerNo) -> bool:
        """Whether the organiser forbids this pair."""
        return ordered(a, b) in self.forbidden


def ordered(a: PlayerNo, b: PlayerNo) -> Pair:
    """The pair with the smaller number first."""
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True, slots=True)
class Float:
    """A player who meets an opponent with fewer points (COM-PAIR-6 step 3)."""

    player: PlayerNo
    from_points: int
    to_points: int
