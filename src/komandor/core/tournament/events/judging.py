"""Calls, rulings, sanctions, deck checks, components, incidents."""

from dataclasses import dataclass
from typing import Literal

from komandor.core.ids import PlayerNo
from komandor.core.tournament.events.base import Event


@dataclass(frozen=True, slots=True)
class JudgeCalled(Event):
    call: int
    at: int
    match: int | None = None
    table: int | None = None
    player: PlayerNo | None = None
    kind: str = "question"  # question, dispute, component, deck_check, share, incident
    text: str = ""


@dataclass(frozen=True, slots=True)
class CallTaken(Event):
    call: int
    staff: int
    at: int


@dataclass(frozen=True, slots=True)
class RulingGiven(Event):
    call: int
    staff: int | None  # None: settled by the players themselves
    text: str
    rule: str = ""
    settled_by_players: bool = False


@dataclass(frozen=True, slots=True)
class RulingAppealed(Event):
    call: int
    by: PlayerNo


@dataclass(frozen=True, slots=True)
class FinalVerdictGiven(Event):
    call: int
    staff: int
    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class SanctionGiven(Event):
    sanction: int
    player: PlayerNo
    kind: str  # warning, penalty, game_loss, match_loss, points, removal, disqualification
    reason: str
    by: int
    match: int | None = None
    points: int = 0  # deducted
    category: str = ""  # kind of offence (SWL-COND-4)


@dataclass(frozen=True, slots=True)
class DeckChecksDrawn(Event):
    round: int
    players: tuple[PlayerNo, ...]


@dataclass(frozen=True, slots=True)
class DeckChecked(Event):
    player: PlayerNo
    by: int
    legal: bool
    match: int | None = None
    note: str = ""
    removed: str = ""  # illegal cards taken out (SWL-CHECK-2)


@dataclass(frozen=True, slots=True)
class ComponentReported(Event):
    component: int
    player: PlayerNo
    kind: Literal["lost", "damaged"]
    what: str
    category: str = "card"  # card, die, model, ruler, tool, token …
    minutes: int = 0  # time given to find a replacement
    match: int | None = None


@dataclass(frozen=True, slots=True)
class ComponentResolved(Event):
    component: int
    resolution: Literal["replaced", "conceded", "proxy", "shared", "set_aside", "removed"]


@dataclass(frozen=True, slots=True)
class ProxyMade(Event):
    proxy: int
    player: PlayerNo
    card: str
    unreadable: str  # every piece of information no longer readable on the original
    maker: str
    date: str


@dataclass(frozen=True, slots=True)
class IncidentReported(Event):
    incident: int
    text: str
    table: int | None = None
    category: str = ""
