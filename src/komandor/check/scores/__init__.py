"""The checker's own scorers: from a stored slip to points, margin and winner, for the five games."""

from collections.abc import Callable, Mapping

from komandor.check import tables
from komandor.check.scores import armada, conquest, destiny, imperial_assault, star_wars_lcg
from komandor.check.scores.slip import Case, Side, Slip, Unclear, Verdict

SCORERS: Mapping[str, Callable[[Slip, Case], Verdict]] = {
    tables.ARMADA: armada.score,
    tables.IA: imperial_assault.score,
    tables.DESTINY: destiny.score,
    tables.SWL: star_wars_lcg.score,
    tables.CONQUEST: conquest.score,
}
RULES: Mapping[str, str] = {
    tables.ARMADA: "ARM-SCORE-5",
    tables.IA: "IA-SCORE-1",
    tables.DESTINY: "DES-SCORE-1",
    tables.SWL: "SWL-SCORE-1",
    tables.CONQUEST: "CON-SCORE-1",
}

__all__ = ["RULES", "SCORERS", "Case", "Side", "Slip", "Unclear", "Verdict"]
