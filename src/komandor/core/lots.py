"""Random lots that anyone can recompute. Every random decision of a tournament uses them.

A round has one key; each decision has one label.  All players' lots for a label are one
SHAKE-256 stream; player n owns bytes 16n to 16n+15, so a late player does not change
anybody else's lot.  Nothing here uses names, clocks or the machine's random numbers.
The protocol is described in docs/algorithms/lots.md.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import TypeVar

from komandor.core.ids import PlayerNo

T = TypeVar("T")
Item = int | str | bytes

LOT_BYTES = 16
LINKS = 64
WORD = 0xFFFFFFFF
SHORT = 1024
SIZES = tuple(size.to_bytes(4, "big") for size in range(SHORT))  # a chain of records asks for nothing else


def enc(*fields: Item) -> bytes:
    """Encode fields as bytes: 4-byte field count, then 4-byte length and bytes of each field."""
    parts = [len(fields).to_bytes(4, "big")]
    add = parts.append
    for item in fields:
        raw = item if isinstance(item, bytes) else str(item).encode()
        size = len(raw)
        add(SIZES[size] if size < SHORT else size.to_bytes(4, "big"))
        add(raw)
    return b"".join(parts)


def chain(seed: bytes, tid: Item, n: int = LINKS) -> tuple[bytes, ...]:
    """c[0] … c[n]: c[n] is the seed, each link is the hash of the next; c[0] is published."""
    links = [seed]
    for _ in range(n):
        links.append(link_before(links[-1], tid))
    return tuple(reversed(links))


def link_before(link: bytes, tid: Item) -> bytes:
    """c[i-1] from c[i]. Everyone can compute it; nobody can compute the reverse."""
    return hashlib.sha256(enc("link", tid, link)).digest()


def round_key(link: bytes, tid: Item, round: int, head: bytes | str, public: bytes | str = b"") -> bytes:
    """The key of one draw: link of the round, hash of the frozen log, public randomness if there was any."""
    return hmac.new(link, enc("round", tid, round, head, public), hashlib.sha256).digest()


class Lots:
    """All lots of one round, by label."""

    __slots__ = ("key",)

    def __init__(self, key: bytes) -> None:
        self.key = key

    def stream(self, label: str, size: int) -> bytes:
        """The first `size` bytes of the label's stream."""
        return hashlib.shake_256(enc(self.key, label)).digest(size)

    def lot(self, player: PlayerNo, label: str) -> bytes:
        """One player's 16 bytes for a label."""
        start = LOT_BYTES * player
        return self.stream(label, start + LOT_BYTES)[start:]

    def order(self, players: Iterable[PlayerNo], label: str) -> list[PlayerNo]:
        """The players sorted by their lots, smallest first."""
        numbers = sorted(players)
        return sorted(numbers, key=self.by_player(numbers, label).__getitem__)

    def by_player(self, players: Iterable[PlayerNo], label: str) -> dict[PlayerNo, str]:
        """Each player's lot for a label. As latin-1 text, which sorts like the bytes but faster."""
        numbers = list(players)
        text = self.stream(label, LOT_BYTES * (max(numbers, default=0) + 1)).decode("latin-1")
        return {p: text[LOT_BYTES * p : LOT_BYTES * p + LOT_BYTES] for p in numbers}

    def shuffled(self, items: Sequence[T], label: str) -> list[T]:
        """The items in random order, by one lot per position."""
        text = self.stream(label, LOT_BYTES * len(items)).decode("latin-1")
        lots = [text[at : at + LOT_BYTES] for at in range(0, len(text), LOT_BYTES)]
        return [items[i] for i in sorted(range(len(items)), key=lots.__getitem__)]

    def picks(self, sizes: Iterable[int], label: str) -> Iterator[int]:
        """For each size (below 2³²) a uniform integer 0 … size-1. Faster than `Dice` for many numbers."""
        words = self._words(label)
        for n in sizes:
            product = next(words) * n
            while product & WORD < n and product & WORD < (1 << 32) % n:  # these favour some numbers
                product = next(words) * n
            yield product >> 32

    def _words(self, label: str) -> Iterator[int]:
        for block in count():
            yield from struct.unpack(">1024I", self.stream(f"{label}/{block}", 4096))

    def below(self, n: int, label: str) -> int:
        """A uniform integer 0 … n-1."""
        return Dice(self, label).below(n)


class Dice:
    """A sequence of uniform integers under one label; block i of its bytes has the label "label/i"."""

    __slots__ = ("_at", "_block", "_bytes", "_label", "_lots")

    BLOCK = 1024

    def __init__(self, lots: Lots, label: str) -> None:
        self._lots, self._label = lots, label
        self._block, self._at, self._bytes = 0, 0, b""

    def take(self, size: int) -> bytes:
        """The next `size` bytes."""
        while self._at + size > len(self._bytes):
            fresh = self._lots.stream(f"{self._label}/{self._block}", self.BLOCK)
            self._bytes = self._bytes[self._at :] + fresh
            self._at = 0
            self._block += 1
        self._at += size
        return self._bytes[self._at - size : self._at]

    def below(self, n: int) -> int:
        """A uniform integer 0 … n-1. Reads whole bytes and rejects values that would favour small numbers."""
        if n < 1:
            raise ValueError("nothing to choose from")
        size = max(1, ((n - 1).bit_length() + 7) // 8)
        fair = (1 << 8 * size) // n * n
        while True:
            drawn = int.from_bytes(self.take(size), "big")
            if drawn < fair:
                return drawn % n
