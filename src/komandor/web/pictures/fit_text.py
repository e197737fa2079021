"""How a name fits into the box of a picture, where no browser wraps it: its lines, and the size of its type.

Widths are those of the site's own typeface in bold, in ems, each sign as wide as the widest of its group.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product

GROUPS = (
    (0.32, "ijl.,:;'’| "),
    (0.35, "ł()"),
    (0.39, "frt-"),
    (0.44, "1I"),
    (0.52, "cszyćśźż"),
    (0.54, "vx"),
    (0.56, "aąeęk"),
    (0.6, "bdgopqó"),
    (0.68, "w"),
    (0.76, "GNOÓQHĆ"),
    (0.89, "mMW@%&"),
)
WIDTHS = {sign: width for width, signs in GROUPS for sign in signs}
USUAL, LARGE = 0.58, 0.69  # other small letters, other capitals
ONE_LINE = (("", 1.0), ("snug", 0.84))
SMALLER = (("two", 0.8), ("tiny", 0.66), ("least", 0.5))
"""Sizes by the class that has them in the style sheets, largest first."""


@dataclass(frozen=True, slots=True)
class Fitted:
    lines: tuple[str, ...]
    size: str  # the class


def ems(text: str) -> float:
    """About how wide a text in bold type is."""
    return sum(map(_em, text))


def _em(sign: str) -> float:
    return WIDTHS.get(sign, LARGE if sign.isupper() else USUAL)


def fitted(text: str, room: float, most: int = 2) -> Fitted:
    """The text in the largest type that fits into so many ems: in one line, then in more; cut at the last."""
    text = text.strip()
    for size, share in ONE_LINE:
        if ems(text) * share <= room:
            return Fitted((text,), size)
    for (size, share), count in product(SMALLER, range(2, most + 1)):
        lines = _parted(text, count, _gaps(text))
        if max(map(ems, lines)) * share <= room:
            return Fitted(lines, size)
    smallest, share = SMALLER[-1]
    lines = _parted(text, most, range(1, len(text)))  # inside a word
    return Fitted(tuple(_cut(line, room / share) for line in lines), smallest)


def _gaps(text: str) -> Sequence[int]:
    """Where a name may be parted: after spaces and hyphens, else in the middle."""
    return [n + 1 for n, sign in enumerate(text[:-1]) if sign in " -"] or [(len(text) + 1) // 2]


def _parted(text: str, count: int, gaps: Sequence[int]) -> tuple[str, ...]:
    """At most so many lines, parted at these places so that the longest is shortest."""
    ways = (
        tuple(text[start:end].strip() for start, end in pairwise((0, *at, len(text))))
        for at in combinations(gaps, min(count - 1, len(gaps)))
    )
    return min(ways, key=lambda lines: max(map(ems, lines)))


def _cut(text: str, room: float) -> str:
    if ems(text) <= room:
        return text
    kept = max(n for n in range(len(text)) if ems(text[:n]) + USUAL <= room or n == 0)
    return f"{text[:kept]}…"
