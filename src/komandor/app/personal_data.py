"""A person's erasable data beside the log: erased, or asked to be erased.

Names never stand in the log, only numbers.  Every change is a `ChangePerson` through `handle`, which
notes it in the log, so that every page that shows the name learns of it; erasing leaves "#17".
"""

import secrets
from collections.abc import Iterable
from datetime import UTC, datetime

from komandor.app.access import Actor
from komandor.app.codes import forgotten_code
from komandor.app.identity import revoked
from komandor.app.ledger import Loaded
from komandor.core.ids import PlayerNo
from komandor.core.tournament.action import Event
from komandor.core.tournament.actions import EVENT_ROW_OF
from komandor.core.tournament.references import PLAYER, STAFF, number_of
from komandor.log.erasures import Erasure, erasures
from komandor.log.store import EventStore, Puts

SPACE = "erasure"


def forgotten(store: EventStore, loaded: Loaded, player: PlayerNo) -> Puts:
    """What is written when a person is erased: the end of their links, of the code on their slip and of their
    request, and that they were erased, for copies and restored databases.

    `handle` writes it with the `ChangePerson` in one transaction: nothing is left half erased.
    """
    erasure = Erasure(loaded.state.id, player, _registered_by(loaded, player))
    return {**erasure.fact, **_ended(store, loaded.state.id, player)}


def _ended(store: EventStore, tournament: str, player: PlayerNo) -> Puts:
    return {
        **forgotten_code(store, tournament, player),
        **revoked(store, tournament, Actor("player", player)),
        (SPACE, f"{tournament}/{player}"): None,
    }


def seats_taken_over(store: EventStore, loaded: Loaded, events: Iterable[Event]) -> Puts:
    """What ends when these events give somebody the number of a seat that was taken back: the links of
    whoever had it before, and the code on their slip."""
    t = loaded.state
    new = {actor for event in events if (actor := _seat_of(event)) and t.voids}
    new -= {Actor("player", n) for n in t.players} | {Actor("staff", n) for n in t.staff}
    again = new & {_seat_of(event) for _, event in loaded.history} if new else set()
    puts = dict(revoked(store, t.id, *again)) if again else {}
    for player in filter(None, (actor.player for actor in again)):
        puts |= forgotten_code(store, t.id, player)
    return puts


def _seat_of(event: Event) -> Actor | None:
    """The seat that an event makes."""
    made = EVENT_ROW_OF[type(event)].makes
    if made is STAFF:
        return Actor("staff", number_of(event, STAFF))
    return Actor("player", number_of(event, PLAYER)) if made is PLAYER else None


def person_named(event: Event) -> int:
    """Whose erasable data can come with an event: players by number, staff by minus theirs; 0: nobody's."""
    thing = EVENT_ROW_OF[type(event)].names
    number = number_of(event, thing) if thing else 0
    return -number if thing is STAFF else number


def _registered_by(loaded: Loaded, player: PlayerNo) -> str:
    """The hash of the record that registered this player."""
    seat = Actor("player", player)
    seq = max((seq for seq, event in loaded.history if _seat_of(event) == seat), default=0)
    return loaded.notes[seq - 1].hash if seq else ""


def erase_again(store: EventStore, listed: Iterable[Erasure]) -> int:
    """Erase whoever was erased after the copy was made that this store was restored from."""
    left = set(listed) - set(erasures(store))
    count = 0
    for tournament in {one.tournament for one in left} & set(store.tournaments()):
        known = {record.hash for record in store.read(tournament)}
        for one in (x for x in left if x.tournament == tournament and x.record in known):
            puts = {**one.fact, **_ended(store, tournament, PlayerNo(one.person))}
            at, version = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), store.version(tournament)
            store.append(tournament, version, at, "host", secrets.token_hex(16), (), {one.person: None}, puts)
            count += 1
    return count


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
