"""A person's erasable data beside the log: erased, or asked to be erased.

Names never stand in the log, only numbers.  Every change is a `ChangePerson` through `handle`, which
notes it in the log, so that every page that shows the name learns of it; erasing leaves "#17".
"""

from datetime import UTC, datetime

from komandor.app.access import Actor
from komandor.app.codes import forgotten_code
from komandor.app.identity import revoked
from komandor.core.ids import PlayerNo
from komandor.log.store import EventStore, Puts

SPACE = "erasure"


def forgotten(store: EventStore, tournament: str, player: PlayerNo) -> Puts:
    """What is erased together with a person's data: their links, the code on their slip, their request.

    `handle` writes it with the `ChangePerson` in one transaction: nothing is left half erased.
    """
    return {
        **forgotten_code(store, tournament, player),
        **revoked(store, tournament, Actor("player", player)),
        (SPACE, f"{tournament}/{player}"): None,
    }


def ask_to_erase(store: EventStore, tournament: str, player: PlayerNo) -> None:
    """Once rounds are played the organiser erases, who may still need the name for a table or a prize."""
    store.put(
        SPACE,
        f"{tournament}/{player}",
        {"player": player, "at": datetime.now(UTC).isoformat(timespec="seconds")},
    )


def asked_to_erase(store: EventStore, tournament: str) -> tuple[PlayerNo, ...]:
    """Who waits to be erased: shown to the organiser beside the names."""
    asked = (kept.get("player") for _, kept in store.items(SPACE, f"{tournament}/"))
    return tuple(sorted(PlayerNo(n) for n in asked if isinstance(n, int)))
