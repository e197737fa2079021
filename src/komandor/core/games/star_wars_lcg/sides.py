"""Which side each finalist plays (SWL-SIDE): the side played less; in doubt the higher seed chooses."""

from typing import Literal

from komandor.core.games.game import SideChoice, SideCount
from komandor.core.ids import RuleId
from komandor.core.reasons import why

Part = Literal["light", "dark"]
HIGHER, LOWER = 0, 1


def lacks(count: SideCount) -> Part | None:
    """The side that a player has played less (SWL-SIDE-2)."""
    light, dark = count
    if light == dark:
        return None
    return "dark" if light > dark else "light"


def side_choice(higher: SideCount, lower: SideCount, first: bool = False) -> SideChoice:
    """From the games as (light, dark) in the final rounds so far (AMB-S9); `first`: their first round."""
    if first:
        return SideChoice(None, why("swl.first_round_choice", "SWL-SIDE-1"))
    of_higher, of_lower = lacks(higher), lacks(lower)
    if of_higher is None and of_lower is None:
        return SideChoice(None, why("swl.nobody_lacks", "SWL-SIDE-4"))
    if of_lower is None or (of_higher is not None and of_higher != of_lower):
        assert of_higher is not None
        return _given(HIGHER, of_higher, "SWL-SIDE-4" if of_lower is None else "SWL-SIDE-2")
    if of_higher is None:
        return _given(LOWER, of_lower, "SWL-SIDE-4")
    return _both_lack(higher, lower, of_higher)


def _both_lack(higher: SideCount, lower: SideCount, part: Part) -> SideChoice:
    """The larger difference gets it; equal ones leave it to the higher seed (SWL-SIDE-3)."""
    of_higher, of_lower = abs(higher[0] - higher[1]), abs(lower[0] - lower[1])
    if of_higher == of_lower:
        return SideChoice(None, why("swl.equal_lack", "SWL-SIDE-3", part=part, difference=of_higher))
    return _given(HIGHER if of_higher > of_lower else LOWER, part, "SWL-SIDE-3")


def _given(who: int, part: Part, rule: RuleId) -> SideChoice:
    light = who if part == "light" else 1 - who
    return SideChoice(light, why("swl.lesser_side", rule, higher=who == HIGHER, part=part))
