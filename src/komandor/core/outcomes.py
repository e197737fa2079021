"""Every way a round can end for a player, and the score that comes with it.

One enum for all cases keeps scoring, standings and rematch rules short: no code
needs flags of its own to tell a bye from a no-show.
"""

from dataclasses import dataclass
from enum import StrEnum

from komandor.core.ids import Side
from komandor.core.reasons import Reason


class Outcome(StrEnum):
    """How one round ended for one player."""

    WIN = "win"
    MODIFIED_WIN = "modified_win"  # Conquest at time (CON-END-6)
    DRAW = "draw"  # level two-game match (SWL-SCORE-1)
    LOSS = "loss"
    CONCEDED = "conceded"  # Armada: worth less than a loss (ARM-CONC-1)
    DOUBLE_LOSS = "double_loss"  # SWL-ERR-4, elsewhere a sanction (AMB-G25)
    BYE = "bye"  # drawn because the number of players was odd (COM-BYE-1)
    AWARDED_BYE = "awarded_bye"  # given by the organiser, not drawn
    FORFEIT_WIN = "forfeit_win"  # the opponent did not come or was removed (AMB-G6)
    FORFEIT_LOSS = "forfeit_loss"  # did not come, or was removed during the round
    MISSED = "missed"  # a round before a late entry or a return (COM-DROP-4)

    @property
    def played(self) -> bool:
        """Whether the opponent counts for strength of schedule and rematches."""
        return self in PLAYED

    @property
    def won(self) -> bool:
        """Whether the round counts as won; a bye does."""
        return self in WON


PLAYED = frozenset(
    {Outcome.WIN, Outcome.MODIFIED_WIN, Outcome.DRAW, Outcome.LOSS, Outcome.CONCEDED, Outcome.DOUBLE_LOSS}
)
WON = frozenset({Outcome.WIN, Outcome.MODIFIED_WIN, Outcome.FORFEIT_WIN, Outcome.BYE, Outcome.AWARDED_BYE})


WORTH = frozenset({"points", "mov", "mov_zero", "modified_win"})
"""Reasons that end with one of these words say what a result is worth, not what decided it."""


@dataclass(frozen=True, slots=True)
class SideScore:
    """One player's score in one round."""

    outcome: Outcome
    points: int
    mov: int = 0


@dataclass(frozen=True, slots=True)
class GameScore:
    """One game of a match that has several (two-game match, best of three)."""

    winner: Side | None
    points: tuple[int, int] = (0, 0)
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The result of a match: both players' scores, the winner, and why."""

    winner: Side | None
    sides: tuple[SideScore, SideScore]
    reasons: tuple[Reason, ...] = ()
    games: tuple[GameScore, ...] = ()

    @property
    def decided_first(self) -> tuple[Reason, ...]:
        """The reasons as a judge says them: what decided, then the way there and what it is worth."""
        ordered = list(self.reasons)
        deciding = [at for at, one in enumerate(ordered) if one.code.rpartition(".")[2] not in WORTH][-1:]
        return (*(ordered.pop(at) for at in deciding), *ordered)
