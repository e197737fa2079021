"""What judges write down in the course of an event, as the state of a tournament holds it."""

from dataclasses import dataclass
from typing import Literal

from komandor.core.ids import CallNo, ComponentNo, MatchNo, PlayerNo, StaffNo
from komandor.core.tournament.values import CallKind, CallState, ComponentKind, Resolution, SanctionKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    number: CallNo
    at: int
    match: MatchNo | None
    table: int | None
    player: PlayerNo | None
    kind: CallKind
    text: str
    state: CallState = "open"
    staff: StaffNo | None = None
    ruling: str = ""
    rule: str = ""
    appeal: str = ""  # why a player appealed, in their words
    verdict: str = ""
    verdict_by: StaffNo | None = None

    @property
    def pending(self) -> bool:
        """Whether somebody still waits for a judge."""
        return self.state in ("open", "taken", "appealed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sanction:
    number: int
    player: PlayerNo
    kind: SanctionKind
    reason: str
    by: StaffNo
    round: int
    match: MatchNo | None = None
    points: int = 0
    category: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    number: ComponentNo
    player: PlayerNo
    kind: ComponentKind
    what: str
    category: str
    minutes: int
    match: MatchNo | None
    round: int
    resolution: Resolution | Literal[""] = ""
    lost_in: MatchNo | None = None  # the match of which a game was lost for it
    playing: bool = False  # reported while the clock was running


@dataclass(frozen=True, slots=True)
class Proxy:
    """A hand-made card for one that can no longer be read (COM-LOST-8)."""

    player: PlayerNo
    card: str
    unreadable: str
    maker: str
    date: str
    component: ComponentNo


@dataclass(frozen=True, slots=True)
class Incident:
    """What a spectator, player or member of staff reported (COM-ROLE-17)."""

    text: str
    table: int | None
    category: str


@dataclass(frozen=True, slots=True)
class DeckCheckDraw:
    """Players whose decks are to be checked, drawn by lot."""

    round: int
    drawn: tuple[PlayerNo, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckCheck:
    """What was found when a deck was checked."""

    round: int
    player: PlayerNo
    by: StaffNo
    legal: bool
    match: MatchNo | None
    note: str
    removed: str
