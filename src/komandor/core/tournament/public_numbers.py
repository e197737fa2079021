"""Numbers that the hall sees before a draw: which will do, and the one text that goes into the key.

The freeze announces how many dice with how many sides, or which round of a beacon with how many digits.
Whoever types cannot steer: spelling, order and separators of the same dice give one text
(docs/algorithms/verifiable-draws.md).
"""

import re
from math import comb

from komandor.core.reasons import Reason, why
from komandor.core.tournament.values import PublicSource

DICE, SIDES, DIGITS = 4, 6, 64
"""What is announced unless somebody says otherwise."""
MOST_DICE, MOST_SIDES, DIGITS_RANGE = 20, 100, (32, 128)
FEWEST_ROLLS = 100
"""So many different rolls must be possible, in any order: otherwise the freeze could be steered for most."""
SEPARATED = re.compile(r"[0-9\s,;.:|/+&()\[\]-]*")
ROUND_OF_BEACON = re.compile(r"\S.*[0-9]")


def announcement_faults(
    source: PublicSource, dice: int, sides: int, beacon: str, digits: int
) -> tuple[Reason, ...]:
    """Why such numbers cannot be announced."""
    if source == "dice":
        fits = 1 <= dice <= MOST_DICE and 2 <= sides <= MOST_SIDES
        if not fits or comb(dice + sides - 1, dice) < FEWEST_ROLLS:
            return (why("draw.dice_unfit", None, dice=dice, sides=sides, fewest=FEWEST_ROLLS),)
    if source == "beacon":
        named = () if ROUND_OF_BEACON.fullmatch(beacon) else (why("draw.beacon_missing"),)
        low, high = DIGITS_RANGE
        long = () if low <= digits <= high else (why("draw.digits_unfit", None, low=low, high=high),)
        return (*named, *long)
    return ()


def dice_text(typed: str, dice: int, sides: int) -> str | None:
    """The announced dice from small to large, with one space between; None if it is anything else."""
    if not SEPARATED.fullmatch(typed):
        return None
    rolled = sorted(map(int, re.findall(r"[0-9]" if sides <= 9 else r"[0-9]+", typed)))
    fits = len(rolled) == dice and all(1 <= one <= sides for one in rolled)
    return " ".join(map(str, rolled)) if fits else None


def beacon_text(typed: str, digits: int) -> str | None:
    """The announced number of hexadecimal digits in small letters; None if it is anything else."""
    value = "".join(typed.split()).lower().removeprefix("0x")
    return value if re.fullmatch(f"[0-9a-f]{{{digits}}}", value) else None
