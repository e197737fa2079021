"""What the organiser lets people do by themselves with their phones; kept beside the log: it decides no game.

Registration by phone is open while people arrive unless the organiser closes it; check-in by phone is
closed unless the organiser opens it.
"""

from dataclasses import dataclass

from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import ACTION_OF
from komandor.core.tournament.state import Tournament
from komandor.log.store import EventStore

SPACE = "self_service"


@dataclass(frozen=True, slots=True)
class SelfService:
    """The two switches: `registration` from the poster, and `check_in`, "I am here" on the phone."""

    registration: bool = True
    check_in: bool = False


def self_service_of(store: EventStore, tournament: str) -> SelfService:
    """The switches of an event as they are set now."""
    kept = store.get(SPACE, tournament) or {}
    return SelfService(bool(kept.get("registration", True)), bool(kept.get("check_in", False)))


def keep_self_service(store: EventStore, tournament: str, switches: SelfService) -> None:
    store.put(SPACE, tournament, {"registration": switches.registration, "check_in": switches.check_in})


def registration_open(store: EventStore, t: Tournament) -> bool:
    """Whether people can register with their phones now."""
    return t.phase in ACTION_OF[c.RegisterPlayer].when and self_service_of(store, t.id).registration


def check_in_open(store: EventStore, t: Tournament) -> bool:
    """Whether players can check in with their phones now."""
    return t.phase in ACTION_OF[c.CheckIn].when and self_service_of(store, t.id).check_in
