"""Before the first round: the event, its staff, its people, its announcement."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from komandor.core.ids import PlayerNo
from komandor.core.tournament.events.base import Event, Plain, StagePlan


@dataclass(frozen=True, slots=True)
class TournamentCreated(Event):
    id: str
    edition: str
    name: str
    level: str
    structure: str
    date: str
    commitment: str  # c[0], hex
    event_kind: str = "other"  # store, regional, … (levels are pre-filled from it)
    place: str = ""
    teams: bool = False
    tables: str = ""  # "1-10,15,20-40"; empty = from 1 up
    stages: tuple[StagePlan, ...] = ()  # custom structure only
    minutes: Mapping[str, Plain] = field(default_factory=dict)  # round kind → minutes, where changed
    settings: Mapping[str, Plain] = field(default_factory=dict)  # where different from the default
    missions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventChanged(Event):
    """New values of fields of TournamentCreated; after the announcement an exception (AMB-G30)."""

    changes: Mapping[str, Plain]
    reason: str = ""
    exception: bool = False


@dataclass(frozen=True, slots=True)
class OutlineAttached(Event):
    text: str
    overrides: str = ""


@dataclass(frozen=True, slots=True)
class ChecklistTicked(Event):
    item: str
    done: bool


@dataclass(frozen=True, slots=True)
class NoticePosted(Event):
    notice: int
    text: str


@dataclass(frozen=True, slots=True)
class NoticeWithdrawn(Event):
    notice: int


@dataclass(frozen=True, slots=True)
class StaffAppointed(Event):
    staff: int
    roles: tuple[str, ...]  # organiser, second_organiser, marshal, judge, scorekeeper


@dataclass(frozen=True, slots=True)
class StaffDismissed(Event):
    staff: int


@dataclass(frozen=True, slots=True)
class DutyChanged(Event):
    staff: int
    on_duty: bool


@dataclass(frozen=True, slots=True)
class SubstituteNamed(Event):
    """The other leader who rules in the games of a leader who plays (COM-PART-2)."""

    staff: int
    substitute: int


@dataclass(frozen=True, slots=True)
class PlayerRegistered(Event):
    player: PlayerNo
    groups: tuple[str, ...] = ()  # family, travel, club …
    fixed_table: int | None = None
    awarded_byes: tuple[int, ...] = ()  # rounds
    start: int | None = None  # start number (Star Wars LCG)
    staff: int | None = None  # a leader who plays
    members: int = 1  # 2 for a team


@dataclass(frozen=True, slots=True)
class PlayerAmended(Event):
    player: PlayerNo
    changes: Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class RegistrationWithdrawn(Event):
    player: PlayerNo


@dataclass(frozen=True, slots=True)
class CheckedIn(Event):
    player: PlayerNo
    present: bool = True


@dataclass(frozen=True, slots=True)
class FeeNoted(Event):
    player: PlayerNo
    paid: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class ListSubmitted(Event):
    player: PlayerNo
    content: Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class ListChecked(Event):
    player: PlayerNo
    verdict: Literal["legal", "illegal"]
    note: str = ""


@dataclass(frozen=True, slots=True)
class ListAmended(Event):
    player: PlayerNo
    content: Mapping[str, Plain]
    reason: str
    significant: bool = False  # could give an advantage: consider investigating (COM-LIST-6)


@dataclass(frozen=True, slots=True)
class StructureAnnounced(Event):
    """Rounds, kinds of rounds and cut, told to all before round 1 (COM-PREP-3)."""

    stages: tuple[StagePlan, ...]
    players: int
