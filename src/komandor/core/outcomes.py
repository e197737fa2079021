"""Every way a round can go for a player, and what it is worth.

After this enum scoring, standings and rematch rules are short: nobody asks
"was it a bye or a no-show?" with flags of his own.
"""

from dataclasses import dataclass
from enum import StrEnum

from komandor.core.ids import Side
from komandor.core.reasons import Reason


class Outcome(StrEnum):
    """How one round went for one player."""

    WIN = "win"
    MODIFIED_WIN = "modified_win"  # Conquest at time (CON-END-6)
    DRAW = "draw"  # level two-game match (SWL-SCORE-1)
    LOSS = "loss"
    CONCEDED = "conceded"  # Armada: worth less than a loss (ARM-CONC-1)
    DOUBLE_LOSS = "double_loss"  # SWL-ERR-4, elsewhere a sanction (AMB-G25)
    BYE = "bye"  # drawn because the field was odd (COM-BYE-1)
    AWARDED_BYE = "awarded_bye"  # given by the organiser, not drawn
    FORFEIT_WIN = "forfeit_win"  # the opponent did not come or was removed (AMB-G6)
    FORFEIT_LOSS = "forfeit_loss"  # did not come, or was removed during the round
    MISSED = "missed"  # a round before a late entry or a return (COM-DROP-4)

    @property
    def played(self) -> bool:
        """Whether the opponent counts for strength of schedule and rematches."""
        return self in PLAYED

    @property
    def counts_as_round(self) -> bool:
        """Whether the round is one of the rounds that the player took part in (COM-TB-2, AMB-G3)."""
        return self is not Outcome.MISSED

    @property
    def is_win(self) -> bool:
        return self in WINS


PLAYED = frozenset(
    {Outcome.WIN, Outcome.MODIFIED_WIN, Outcome.DRAW, Outcome.LOSS, Outcome.CONCEDED, Outcome.DOUBLE_LOSS}
)
WINS = frozenset({Outcome.WIN, Outcome.MODIFIED_WIN, Outcome.BYE, Outcome.AWARDED_BYE, Outcome.FORFEIT_WIN})


@dataclass(frozen=True, slots=True)
class SideScore:
    """What one round brought one player."""

    outcome: Outcome
    points: int
    mov: int = 0


@dataclass(frozen=True, slots=True)
class GameScore:
    """One game inside a match of several (two-game match, best of three)."""

    winner: Side | None
    points: tuple[int, int] = (0, 0)
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The result of a match: both sides, the winner, and why."""

    winner: Side | None
    sides: tuple[SideScore, SideScore]
    reasons: tuple[Reason, ...] = ()
    games: tuple[GameScore, ...] = ()
