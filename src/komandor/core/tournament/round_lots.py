"""The lots of a drawn round: its key follows from the log alone."""

import hashlib

from komandor.core.ids import PlayerNo
from komandor.core.lots import Lots, link_before, round_key
from komandor.core.tournament.state import Round, Tournament

TIEBREAK = "last tie-break"
TIEBREAK_BYTES = 6


def lots_of(t: Tournament, round_: Round) -> Lots | None:
    """The round's lots; None before its link was opened."""
    return Lots(key_of(t, round_.number, round_.link, round_.head, round_.public)) if round_.link else None


def key_of(t: Tournament, number: int, link: str, head: str, public: str) -> bytes:
    return round_key(bytes.fromhex(link), t.id, number, head, public)


def key_check(key: bytes) -> str:
    return hashlib.sha256(key).hexdigest()


def opens(t: Tournament, number: int, link: str) -> bool:
    """Whether the link is the one that was committed to when the tournament was created."""
    value = bytes.fromhex(link)
    for _ in range(number):
        value = link_before(value, t.id)
    return value.hex() == t.commitment


def tiebreak_lot(lots: Lots, player: PlayerNo) -> int:
    """The stored random number of one player (COM-TB-5, AMB-G8): higher is better."""
    return int.from_bytes(lots.lot(player, TIEBREAK)[:TIEBREAK_BYTES], "big")
