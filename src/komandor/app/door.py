"""What the organiser lets people do by themselves, kept beside the log: it decides no game.

Registration by phone is open while people arrive unless he closes it; self check-in is his choice.
"""

from dataclasses import dataclass

from komandor.core.tournament.state import Tournament
from komandor.log.store import EventStore

SPACE = "door"
ARRIVING = ("registration", "announced")


@dataclass(frozen=True, slots=True)
class Door:
    """`registration`: by phone, from the poster; `check_in`: "I am here" by phone."""

    registration: bool = True
    check_in: bool = False


def door_of(store: EventStore, tournament: str) -> Door:
    kept = store.get(SPACE, tournament) or {}
    return Door(bool(kept.get("registration", True)), bool(kept.get("check_in", False)))


def keep_door(store: EventStore, tournament: str, door: Door) -> None:
    store.put(SPACE, tournament, {"registration": door.registration, "check_in": door.check_in})


def registration_open(store: EventStore, t: Tournament) -> bool:
    return t.phase in ARRIVING and door_of(store, t.id).registration
