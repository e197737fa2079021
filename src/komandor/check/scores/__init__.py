"""The checker's own scoring of the five games: points, margin and winner from a stored slip."""

from collections.abc import Callable, Mapping

from komandor.check import documents
from komandor.check.scores import armada, conquest, destiny, imperial_assault, star_wars_lcg
from komandor.check.scores.slip import Case, Side, Slip, Unclear, Verdict

SCORERS: Mapping[str, tuple[str, Callable[[Slip, Case], Verdict]]] = {
    documents.ARMADA: ("ARM-SCORE-5", armada.score),
    documents.IA: ("IA-SCORE-1", imperial_assault.score),
    documents.DESTINY: ("DES-SCORE-1", destiny.score),
    documents.SWL: ("SWL-SCORE-1", star_wars_lcg.score),
    documents.CONQUEST: ("CON-SCORE-1", conquest.score),
}
"""By game: the rule on points, and the function that scores a slip."""

__all__ = ["SCORERS", "Case", "Side", "Slip", "Unclear", "Verdict"]
