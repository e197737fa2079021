"""What a kind of stage is to a tournament: the one record that every module of `stage_kinds` fills.

A stage of the state carries its record, so readings ask `stage.kind` for what differs and never which
kind it is. The log and plans name a kind by its key; `stage_kinds.stage_kind` finds the record.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from komandor.core.brackets import BracketForm
from komandor.core.games.game import RoundKind
from komandor.core.ids import PlayerNo, RuleId, StageKey
from komandor.core.lots import Lots
from komandor.core.reasons import Reason, Refusal
from komandor.core.tournament.values import StagePlan

if TYPE_CHECKING:  # the state knows the record, the record's functions are about the state
    from komandor.core.tournament.state import Match, Round, Stage, Tournament


@dataclass(frozen=True, slots=True)
class RoundPart:
    """`number`: which round of the stage or of its bracket, or how many players are left (`round_of`)."""

    code: str  # a word of `round_part`
    number: int = 0
    of: int = 0  # rounds that are planned


RoundName = tuple[RoundPart, ...]
"""A round of a double elimination has games of both brackets, so a name has parts."""
ComingRound = tuple[RoundKind, RoundName]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StageKind:
    key: StageKey
    pair: "Callable[[Tournament, Round, Stage, Lots], Mapping[str, Any]]"
    """The matches of a round, and what else its `RoundDrawn` says."""
    order: "Callable[[Tournament, Stage, Sequence[PlayerNo]], Sequence[PlayerNo]]"
    """Everybody in the order of the final places, if this is the last stage; given the standings so far."""
    rounds: "Callable[[Tournament, Stage], int]"
    """How many rounds the stage has; 0 if nobody counts them."""
    no_more_rounds: "Callable[[Tournament, Stage], Refusal | None]"
    """Why no further round can be drawn."""
    still_to_play: "Callable[[Tournament, Stage], Refusal | None]"
    """What has to be played before the event may end."""
    clock: "Callable[[Stage, Match], RoundKind]"
    """Which clock and which slip of the document a match has."""
    name: "Callable[[Tournament, Stage, Round | None], RoundName]"
    """What a round is called; None is the round that comes next."""
    planned: Callable[[StagePlan, int], Sequence[ComingRound]]
    """The rounds that so many players will play."""
    explain: "Callable[[Tournament, Stage, Match, PlayerNo], Reason]"
    """Why the player has this opponent, or a bye."""
    folder: str = ""  # the package with its `en.toml` and `pl.toml`; empty: its words are in `texts`
    eliminates: bool = False  # its matches decide who goes on, and count in no standings
    plannable: bool = True  # organisers may plan it; else it follows from the standings
    planned_rounds: bool = False  # a plan says how many rounds
    may_rejoin: bool = False  # players may come back, and enter late
    pairs_by_hand: bool = False  # organisers may change its pairs
    replaces_leavers: bool = True  # who leaves before its first game is replaced (COM-CUT-3)
    sides_by_seed: bool = False  # seeds and earlier games give the sides, not the lot (SWL-SIDE)
    untimed: bool = False
    bracket: BracketForm | None = None  # its games, if they form a bracket

    def __repr__(self) -> str:
        return f"<kind of stage: {self.key}>"

    @property
    def sizes(self) -> tuple[int, ...]:
        """The only cuts that there are brackets for; empty: any cut."""
        return self.bracket.sizes if self.bracket else ()

    @property
    def any_cut(self) -> bool:
        """Whether a bracket takes any number of players, so that the document has to name the usual ones."""
        return self.bracket is not None and not self.bracket.sizes

    @property
    def needs_winner(self) -> bool:
        """Whether somebody must win each match, because the winner plays on or is first (COM-ELIM-7)."""
        return self.eliminates

    @property
    def winner_rule(self) -> RuleId:
        """The rule by which somebody must win: of a bracket, or of the match of two level teams."""
        return "COM-ELIM-7" if self.bracket else "SWL-2V2-5"

    @property
    def out_after_one_loss(self) -> bool:
        """Whether the loser of a match plays no more, so that both cannot lose it."""
        return self.eliminates and not (self.bracket and self.bracket.both_may_lose)

    @property
    def two_brackets(self) -> bool:
        """Whether losers play on in a lower bracket."""
        return self.bracket is not None and self.bracket.losses > 1
