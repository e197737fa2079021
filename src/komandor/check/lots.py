"""The lots, written again from the text of the protocol (docs/algorithms/lots.md).

Encoding: 4-byte field count, then 4-byte length and bytes of each field.  The lot of player n is
bytes 16n to 16n+15 of the SHAKE-256 stream of key and label.
"""

import hashlib
import hmac
from collections.abc import Iterable
from typing import Any

from komandor.check.state import Round, State

LOT = 16
BLOCK = 1024


def encode(*parts: str | int | bytes) -> bytes:
    raw = [p if isinstance(p, bytes) else str(p).encode() for p in parts]
    return len(raw).to_bytes(4, "big") + b"".join(len(r).to_bytes(4, "big") + r for r in raw)


def opened(link: str, tournament: str, steps: int) -> str:
    """The link after this many hashes; for link r and r steps it is the commitment."""
    value = bytes.fromhex(link)
    for _ in range(steps):
        value = hashlib.sha256(encode("link", tournament, value)).digest()
    return value.hex()


def key(link: str, tournament: str, round: int, head: str, public: str) -> bytes:
    text = encode("round", tournament, round, head, public)
    return hmac.new(bytes.fromhex(link), text, hashlib.sha256).digest()


def stream(key: bytes, label: str, size: int) -> bytes:
    return hashlib.shake_256(encode(key, label)).digest(size)


def order(key: bytes, label: str, players: Iterable[int]) -> list[int]:
    """The players sorted by their lots, smallest first."""
    known = sorted(players)
    text = stream(key, label, LOT * (max(known, default=0) + 1))
    return sorted(known, key=lambda p: text[LOT * p : LOT * (p + 1)])


def shuffled(key: bytes, label: str, count: int) -> list[int]:
    """The positions 0 … count-1, sorted by one lot each."""
    text = stream(key, label, LOT * count)
    return sorted(range(count), key=lambda i: text[LOT * i : LOT * (i + 1)])


def tiebreaks(key: bytes, players: Iterable[int]) -> dict[int, int]:
    """The stored random numbers of COM-TB-5: the first six bytes of the lot "last tie-break"."""
    known = list(players)
    text = stream(key, "last tie-break", LOT * (max(known, default=0) + 1))
    return {p: int.from_bytes(text[LOT * p : LOT * p + 6], "big") for p in known}


def below(key: bytes, label: str, n: int) -> int:
    """A uniform number below n, from whole bytes; values that would favour small numbers are rejected."""
    size = max(1, ((n - 1).bit_length() + 7) // 8)
    fair = 256**size // n * n
    block, rest = 0, b""
    while True:
        if len(rest) < size:
            rest += stream(key, f"{label}/{block}", BLOCK)
            block += 1
        drawn, rest = int.from_bytes(rest[:size], "big"), rest[size:]
        if drawn < fair:
            return drawn % n


def round_key(st: State, r: Round) -> bytes | None:
    """The key of a drawn round; None if its link cannot be read, or if nothing is to be proven."""
    if st.quiet:
        return None
    try:
        return key(r.link, st.id, r.number, r.head, r.public) if r.link else None
    except ValueError:
        return None


def check_opening(st: State, r: Round, x: dict[str, Any]) -> bytes | None:
    """Check link, head, public part and key of a draw; returns the key if it can be computed."""
    if x["head"] != r.head:
        st.fault("lots.head", "COM-TB-5", f"{r} was drawn on another log head than it was frozen on.")
    if (r.source == "none") != (x["public"] == ""):
        st.fault("lots.public", "COM-TB-5", f"{r}: the public part does not fit what the freeze announced.")
    try:
        found = opened(x["link"], st.id, r.number)
    except ValueError:
        st.fault("lots.link", "COM-TB-5", f"{r}: the link is not a hexadecimal number.")
        return None
    if found != st.commitment:
        st.fault("lots.link", "COM-TB-5", f"{r}: the link does not open the commitment.")
    made = key(x["link"], st.id, r.number, r.head, x["public"])
    if hashlib.sha256(made).hexdigest() != x["key_check"]:
        st.fault("lots.key", "COM-TB-5", f"{r}: the key is not the one that the draw names.")
    return made
