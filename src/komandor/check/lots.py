"""The lots of a round as the checker draws them, with the protocol of verify.py (docs/algorithms/lots.md)."""

import hashlib
from collections.abc import Iterable
from typing import Any

from komandor.check.state import Round, State
from komandor.check.verify import announcement, lots, promise_of, round_key


def tiebreaks(key: bytes, players: Iterable[int]) -> dict[int, int]:
    """The stored random numbers of COM-TB-5: the first six bytes of the lot "last tie-break"."""
    drawn = lots(key, "last tie-break", list(players))
    return {player: int.from_bytes(lot[:6], "big") for player, lot in drawn.items()}


def key_of(st: State, r: Round) -> bytes | None:
    """The key of a drawn round; None if its link cannot be read, or if nothing is to be proven."""
    if st.quiet:
        return None
    try:
        return round_key(bytes.fromhex(r.link), st.id, r.number, r.head, r.public) if r.link else None
    except ValueError:
        return None


def _as_announced(r: Round, x: dict[str, Any]) -> bool:
    """Whether the public text is what the freeze announced, in its one spelling."""
    _, fits = announcement(r.announced)
    return fits(x["public"])


def check_opening(st: State, r: Round, x: dict[str, Any]) -> bytes | None:
    """Check link, head, public part and key of a draw; returns the key if it can be computed."""
    if x["head"] != r.head:
        st.fault("lots.head", "COM-TB-5", f"{r} was drawn on another log head than it was frozen on.")
    waived = x.get("waived", "")
    if not (waived == r.announced["public_source"] and not x["public"] if waived else _as_announced(r, x)):
        st.fault("lots.public", "COM-TB-5", f"{r}: the public part does not fit what the freeze announced.")
    try:
        link = bytes.fromhex(x["link"])
    except ValueError:
        st.fault("lots.link", "COM-TB-5", f"{r}: the link is not a hexadecimal number.")
        return None
    if promise_of(link, st.id, r.number).hex() != st.commitment:
        st.fault("lots.link", "COM-TB-5", f"{r}: the link does not open the commitment.")
    made = round_key(link, st.id, r.number, r.head, x["public"])
    if hashlib.sha256(made).hexdigest() != x["key_check"]:
        st.fault("lots.key", "COM-TB-5", f"{r}: the key is not the one that the draw names.")
    return made
