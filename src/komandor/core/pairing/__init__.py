"""Swiss draws: pairs, bye and table numbers of a round, with the reasons."""

from komandor.core.pairing.criteria import CRITERIA, costs
from komandor.core.pairing.drawing import draw
from komandor.core.pairing.entrant import WAY, Entrant, Float, Method, Pair, Terms, ordered
from komandor.core.pairing.explained import Draw
from komandor.core.pairing.tables import parse_ranges, tables

__all__ = [
    "CRITERIA",
    "WAY",
    "Draw",
    "Entrant",
    "Float",
    "Method",
    "Pair",
    "Terms",
    "costs",
    "draw",
    "ordered",
    "parse_ranges",
    "tables",
]
