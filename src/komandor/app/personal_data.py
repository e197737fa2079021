"""A person's erasable data beside the log: changed, erased, or asked to be erased.

Names never stand in the log, only numbers.  A change is noted there as an empty amendment, so that
every page that shows the name learns of it; erasing leaves "#17".
"""

from komandor.app.access import Actor
from komandor.app.codes import forget_code
from komandor.app.handle import TRIES, Answer, handle, now
from komandor.app.identity import revoke
from komandor.app.ledger import Ledger
from komandor.core.ids import PlayerNo
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.log.codec import encode
from komandor.log.store import Appended, EventStore, Person

SPACE = "erasure"


def keep_person(
    ledger: Ledger, tournament: str, player: PlayerNo, person: Person | None, actor: Actor, command_id: str
) -> None:
    """Write the person's data anew (None erases it), with its note in the log, in one transaction."""
    note = (encode(e.PlayerAmended(player, {})),)
    stamp = now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
    for _ in range(TRIES):
        seen = ledger.load(tournament).version
        done = ledger.store.append(tournament, seen, stamp, str(actor), command_id, note, {player: person})
        if isinstance(done, Appended):
            ledger.carry_on(tournament, done.records)
            return
    raise TimeoutError(f"{tournament}: the log moved on {TRIES} times while a person was being changed")


def erase_and_withdraw(
    ledger: Ledger, tournament: str, player: PlayerNo, actor: Actor, command_id: str
) -> Answer:
    """Before round 1: the registration goes and the data with it; his links and code open nothing."""
    answer = handle(ledger, tournament, c.WithdrawRegistration(player), actor, command_id)
    if getattr(answer, "records", ()):
        erase(ledger, tournament, player, actor, f"{command_id}.erase")
    return answer


def erase(ledger: Ledger, tournament: str, player: PlayerNo, actor: Actor, command_id: str) -> None:
    """Nothing of the person stays; results under his number do."""
    keep_person(ledger, tournament, player, None, actor, command_id)
    forget_code(ledger.store, tournament, player)
    revoke(ledger.store, tournament, Actor("player", player))
    ledger.store.put(SPACE, f"{tournament}/{player}", None)


def ask_to_erase(store: EventStore, tournament: str, player: PlayerNo) -> None:
    """Once rounds are played the organiser erases: he may still need the name for a table or a prize."""
    store.put(SPACE, f"{tournament}/{player}", {"player": player, "at": now().isoformat(timespec="seconds")})


def asked_to_erase(store: EventStore, tournament: str) -> tuple[PlayerNo, ...]:
    """Who waits for it: shown to the organiser beside the names."""
    asked = (kept.get("player") for _, kept in store.items(SPACE, f"{tournament}/"))
    return tuple(sorted(n for n in asked if isinstance(n, int)))
