"""Round 1 if one travel group has more than half of the players (SWL-PAIR-3)."""

from collections import Counter

from komandor.core.lots import Lots
from komandor.core.pairing.entrant import Pair
from komandor.core.pairing.field import DrawField


def pair_majority(field: DrawField, lots: Lots) -> list[Pair] | None:
    """Everyone else meets a player of the large group; the rest of that group meet each other.

    These are exactly the pairings with the fewest pairs inside a group, all equally likely.
    None if the situation is not that simple; then all pairs of the field must be compared.
    """
    entrants = field.entrants.values()
    unusual = any(any(e.met) or len(set(e.apart)) > 1 for e in entrants)
    if unusual or field.forbidden or len(field.groups) != 1:
        return None
    sizes = Counter(e.apart[0] for e in entrants if e.apart)
    name, size = min(sizes.items(), key=lambda item: (-item[1], item[0]))
    if 2 * size <= len(field.entrants):
        return None
    order = lots.order(field.entrants, "pairing/majority")
    large = [p for p in order if name in field.entrants[p].apart]
    others = [p for p in order if name not in field.entrants[p].apart]
    inside = large[len(others) :]
    return list(zip(others, large, strict=False)) + list(zip(inside[::2], inside[1::2], strict=True))
