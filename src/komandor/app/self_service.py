"""What the organiser lets people do by themselves, kept beside the log: it decides no game.

Registration by phone is open while people arrive unless he closes it; self check-in is his choice.
"""

from dataclasses import dataclass

from komandor.core.tournament.state import Tournament
from komandor.log.store import EventStore

SPACE = "door"
ARRIVING = ("registration", "announced")


@dataclass(frozen=True, slots=True)
class SelfService:
    """`registration`: by phone, from the poster; `check_in`: "I am here" by phone."""

    registration: bool = True
    check_in: bool = False


def self_service_of(store: EventStore, tournament: str) -> SelfService:
    kept = store.get(SPACE, tournament) or {}
    return SelfService(bool(kept.get("registration", True)), bool(kept.get("check_in", False)))


def keep_self_service(store: EventStore, tournament: str, door: SelfService) -> None:
    store.put(SPACE, tournament, {"registration": door.registration, "check_in": door.check_in})


def registration_open(store: EventStore, t: Tournament) -> bool:
    return t.phase in ARRIVING and self_service_of(store, t.id).registration
