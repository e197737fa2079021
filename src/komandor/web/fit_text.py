"""How a name fits into the box of a picture, where no browser wraps it: its lines, and the size of its type.

Widths are estimated in ems of the site's own typeface, a little on the wide side.
"""

from dataclasses import dataclass

NARROW, BROAD = "fijlrtI.,:;'’()|1- ", "mwMWŚQGO@%&"
SLIM, USUAL, LARGE, FAT = 0.34, 0.58, 0.68, 0.84
ONE_LINE = (("", 1.0), ("snug", 0.84))
TWO_LINES = (("two", 0.8), ("tiny", 0.66))
"""Sizes by the class that has them in the style sheets, largest first."""


@dataclass(frozen=True, slots=True)
class Fitted:
    lines: tuple[str, ...]
    size: str  # the class


def ems(text: str) -> float:
    """About how wide a text in bold type is."""
    return sum(map(_em, text))


def _em(sign: str) -> float:
    if sign in NARROW:
        return SLIM
    if sign in BROAD:
        return FAT
    return LARGE if sign.isupper() else USUAL


def fitted(text: str, room: float) -> Fitted:
    """The text in the largest type that fits into so many ems: in one line, then in two; cut at the last."""
    text = text.strip()
    for size, share in ONE_LINE:
        if ems(text) * share <= room:
            return Fitted((text,), size)
    halves = _halves(text)
    for size, share in TWO_LINES:
        if max(map(ems, halves)) * share <= room:
            return Fitted(halves, size)
    smallest, share = TWO_LINES[-1]
    return Fitted(tuple(_cut(half, room / share) for half in halves), smallest)


def _halves(text: str) -> tuple[str, str]:
    """Parted after a space or a hyphen where both halves are most alike, else in the middle."""
    after = [n + 1 for n, sign in enumerate(text[:-1]) if sign in " -"] or [(len(text) + 1) // 2]
    best = min(after, key=lambda n: max(ems(text[:n]), ems(text[n:])))
    return text[:best].strip(), text[best:].strip()


def _cut(text: str, room: float) -> str:
    if ems(text) <= room:
        return text
    kept = max(n for n in range(len(text)) if ems(text[:n]) + USUAL <= room or n == 0)
    return f"{text[:kept]}…"
