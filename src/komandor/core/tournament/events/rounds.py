"""A round: freeze, draw, publish, clock, results, close."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from komandor.core.ids import PlayerNo
from komandor.core.tournament.events.base import DrawnMatch, Event, Plain, Scored


@dataclass(frozen=True, slots=True)
class RoundFrozen(Event):
    round: int
    stage: int
    head: str  # the log's head when everything was fixed
    public_source: Literal["none", "dice", "beacon"] = "none"
    beacon: str = ""  # which beacon round will be used


@dataclass(frozen=True, slots=True)
class RoundDrawn(Event):
    round: int
    stage: int
    link: str  # c[round], hex
    head: str
    public: str
    key_check: str  # SHA-256 of the round's key, hex
    order: tuple[PlayerNo, ...]  # players by lot for the label "pairing"
    matches: tuple[DrawnMatch, ...]
    floats: tuple[tuple[PlayerNo, int, int], ...] = ()  # player, from points, to points
    rematches: tuple[tuple[PlayerNo, PlayerNo], ...] = ()
    lots: tuple[tuple[PlayerNo, int], ...] = ()  # last tie-break, drawn when a stage begins
    starts: tuple[tuple[PlayerNo, int], ...] = ()  # start numbers drawn with round 1
    seeds: tuple[PlayerNo | None, ...] = ()  # a tournament that starts with a knock-out: places as drawn


@dataclass(frozen=True, slots=True)
class PairingChanged(Event):
    """A change by hand: before, after, why. Shown to everybody for ever."""

    round: int
    before: tuple[DrawnMatch, ...]
    after: tuple[DrawnMatch, ...]
    reason: str
    warnings: tuple[str, ...] = ()  # codes of the named warnings


@dataclass(frozen=True, slots=True)
class RoundPublished(Event):
    round: int
    rematches_accepted: bool = False


@dataclass(frozen=True, slots=True)
class MissionDrawn(Event):
    round: int
    mission: str


@dataclass(frozen=True, slots=True)
class InitiativeSet(Event):
    """Armada: who has initiative (ARM-SETUP-5). Star Wars LCG finals: `side` "light" for that player."""

    match: int
    player: PlayerNo
    by_lot: bool = False


@dataclass(frozen=True, slots=True)
class SidesChosen(Event):
    match: int
    light: PlayerNo
    rule: str


@dataclass(frozen=True, slots=True)
class ClockStarted(Event):
    round: int
    at: int  # milliseconds since 1970, UTC
    minutes: int | None


@dataclass(frozen=True, slots=True)
class ClockPaused(Event):
    round: int
    at: int


@dataclass(frozen=True, slots=True)
class ClockResumed(Event):
    round: int
    at: int


@dataclass(frozen=True, slots=True)
class ClockAdjusted(Event):
    round: int
    minutes: int  # may be negative


@dataclass(frozen=True, slots=True)
class TableExtended(Event):
    match: int
    minutes: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResultReported(Event):
    """By one of the two players; counts once the other confirms or a leader rules."""

    match: int
    by: PlayerNo
    report: Mapping[str, Plain]
    scores: tuple[Scored, ...]
    winner: PlayerNo | None


@dataclass(frozen=True, slots=True)
class ResultConfirmed(Event):
    match: int
    by: PlayerNo


@dataclass(frozen=True, slots=True)
class ResultDisputed(Event):
    match: int
    by: PlayerNo
    note: str = ""


@dataclass(frozen=True, slots=True)
class ResultEntered(Event):
    """By a leader or scorekeeper: final at once. `override` when the sheet's arithmetic was set aside."""

    match: int
    report: Mapping[str, Plain]
    scores: tuple[Scored, ...]
    winner: PlayerNo | None
    override: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResultCorrected(Event):
    match: int
    report: Mapping[str, Plain]
    scores: tuple[Scored, ...]
    winner: PlayerNo | None
    reason: str
    override: bool = False


@dataclass(frozen=True, slots=True)
class ResultAnnulled(Event):
    match: int
    reason: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class RoundClosed(Event):
    round: int
