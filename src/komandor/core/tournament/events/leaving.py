"""Leaving, returning, coming late, being sent away."""

from dataclasses import dataclass
from typing import Literal

from komandor.core.ids import PlayerNo
from komandor.core.tournament.events.base import Cause, Event, Scored


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    """Removed but not disqualified; may ask to return (COM-DROP-1, COM-DROP-3)."""

    player: PlayerNo
    cause: Cause
    round: int  # last round begun
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MatchForfeited(Event):
    """A player did not come or left during his match; the opponent wins as by a bye (AMB-G6)."""

    match: int
    absent: tuple[PlayerNo, ...]
    scores: tuple[Scored, ...]
    winner: PlayerNo | None


@dataclass(frozen=True, slots=True)
class PlayerReturned(Event):
    player: PlayerNo
    missed: tuple[int, ...]  # rounds that count as losses (COM-DROP-4)


@dataclass(frozen=True, slots=True)
class PlayerEnteredLate(Event):
    player: PlayerNo
    choice: Literal["play_now", "losses", "awarded_bye"]
    missed: tuple[int, ...] = ()
    byes: tuple[int, ...] = ()  # rounds counted as awarded byes
    match: int | None = None  # play_now: the bye that becomes a match
    lot: int | None = None
    start: int | None = None
    groups: tuple[str, ...] = ()
    members: int = 1


@dataclass(frozen=True, slots=True)
class DisqualificationRecommended(Event):
    player: PlayerNo
    by: int  # staff
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerDisqualified(Event):
    player: PlayerNo
    round: int
    reason: str
