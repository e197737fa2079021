"""Short codes for paper: eight signs on a slip that give a phone its player's seat.

A code is made once for a player and printed on their slips; whoever types it gets a link of their own.
There are 31^8 of them: at a thousand tries a second for ten hours one of 400 codes is found with a chance of
2 %. So a right code needs no limit, and no stranger can use up the tries of the hall.
"""

import secrets

from komandor.core.ids import PlayerNo
from komandor.log.store import EventStore, Puts, put_all

SPACE = "codes"
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
LENGTH = 8


def code_of(store: EventStore, tournament: str, player: PlayerNo) -> str:
    """The player's code, the same on every slip."""
    own = f"{tournament}/player/{player}"
    if kept := store.get(SPACE, own):
        return str(kept["code"])
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    while store.get(SPACE, f"{tournament}/code/{code}"):
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    store.put(SPACE, f"{tournament}/code/{code}", {"player": player})
    kept = store.change(SPACE, own, lambda before: before or {"code": code})
    if kept["code"] != code:  # printed elsewhere at the same moment
        store.put(SPACE, f"{tournament}/code/{code}", None)
    return str(kept["code"])


def player_of(store: EventStore, tournament: str, typed: str) -> PlayerNo | None:
    """Whose code this is, however it was typed: small letters, spaces, dashes."""
    code = "".join(sign for sign in typed.upper() if sign.isalnum())
    kept = store.get(SPACE, f"{tournament}/code/{code}") if len(code) == LENGTH else None
    number = kept.get("player") if kept else None
    return PlayerNo(number) if isinstance(number, int) else None


def forget_code(store: EventStore, tournament: str, player: PlayerNo) -> None:
    """The paper of a revoked seat opens nothing any more."""
    put_all(store, forgotten_code(store, tournament, player))


def forgotten_code(store: EventStore, tournament: str, player: PlayerNo) -> Puts:
    """What to write so that the player's code opens nothing."""
    own = f"{tournament}/player/{player}"
    kept = store.get(SPACE, own)
    return {(SPACE, f"{tournament}/code/{kept['code']}"): None, (SPACE, own): None} if kept else {}
