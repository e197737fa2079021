"""Knock-out brackets: the plan of games, its state after some results, and final places."""

from komandor.core.brackets.double import double
from komandor.core.brackets.forms import BracketForm, bracket_form
from komandor.core.brackets.placing import final_order, places
from komandor.core.brackets.plan import BracketPlan, LoserOf, WinnerOf, descendants
from komandor.core.brackets.play import DOUBLE_LOSS, BracketGame, BracketState, Result, run
from komandor.core.brackets.single import knockout_start, single

__all__ = [
    "DOUBLE_LOSS",
    "BracketForm",
    "BracketGame",
    "BracketPlan",
    "BracketState",
    "LoserOf",
    "Result",
    "WinnerOf",
    "bracket_form",
    "descendants",
    "double",
    "final_order",
    "knockout_start",
    "places",
    "run",
    "single",
]
