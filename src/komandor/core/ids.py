"""Types of the identifiers used everywhere. None of them contains personal data."""

from typing import Literal

RuleId = str
"""The ID of a rule in docs/rules, such as "ARM-SCORE-5"."""

PlayerNo = int
"""A player's (or team's) number in one tournament: counted from 1, never reused."""

Side = Literal["a", "b"]
"""One of the two players of a match: "a" is the one the draw named first."""

SIDES: tuple[Side, Side] = ("a", "b")


def other(side: Side) -> Side:
    """The opponent's side."""
    return "b" if side == "a" else "a"
