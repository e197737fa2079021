"""The checker's own scoring of the five games: points, margin and winner from a stored slip."""

from collections.abc import Callable, Mapping

from komandor.check import documents
from komandor.check.scores import armada, conquest, destiny, imperial_assault, star_wars_lcg
from komandor.check.scores.slip import Case, Side, Slip, Unclear, Verdict

SCORERS: Mapping[str, Callable[[Slip, Case], Verdict]] = {
    documents.ARMADA: armada.score,
    documents.IA: imperial_assault.score,
    documents.DESTINY: destiny.score,
    documents.SWL: star_wars_lcg.score,
    documents.CONQUEST: conquest.score,
}
RULES: Mapping[str, str] = {
    documents.ARMADA: "ARM-SCORE-5",
    documents.IA: "IA-SCORE-1",
    documents.DESTINY: "DES-SCORE-1",
    documents.SWL: "SWL-SCORE-1",
    documents.CONQUEST: "CON-SCORE-1",
}

__all__ = ["RULES", "SCORERS", "Case", "Side", "Slip", "Unclear", "Verdict"]
