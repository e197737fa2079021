"""Cut, replacements, the end, and the log itself."""

from dataclasses import dataclass

from komandor.core.ids import PlayerNo
from komandor.core.tournament.events.base import Event, StageKind


@dataclass(frozen=True, slots=True)
class CutMade(Event):
    stage: int  # the stage that begins
    seeds: tuple[PlayerNo, ...]
    size: int
    standings: tuple[PlayerNo, ...]  # the closed stage's order, frozen
    kind: StageKind = "single"
    by_lot: tuple[PlayerNo, ...] = ()  # whose place the stored lot decided


@dataclass(frozen=True, slots=True)
class ReplacementAsked(Event):
    """The next in the standings was asked to fill a gap (COM-CUT-3, COM-CUT-4)."""

    stage: int
    leaver: PlayerNo
    player: PlayerNo
    accepted: bool
    seeds: tuple[PlayerNo, ...]  # as they stand now


@dataclass(frozen=True, slots=True)
class StageShrunk(Event):
    """Nobody is left to fill a gap: the seeds close up (AMB-G30)."""

    stage: int
    seeds: tuple[PlayerNo, ...]


@dataclass(frozen=True, slots=True)
class TournamentClosed(Event):
    places: tuple[tuple[PlayerNo, int], ...]
    seed: str = ""  # the whole chain's seed may be opened now


@dataclass(frozen=True, slots=True)
class EventVoided(Event):
    """Undo: these records count as not having happened. Voiding a void is redo."""

    targets: tuple[int, ...]  # seq
    reason: str


@dataclass(frozen=True, slots=True)
class PointNamed(Event):
    name: str
