"""The names by which things are known: small, stable, and never a person's name."""

from typing import Literal

RuleId = str
"""The ID of a rule in docs/rules, such as "ARM-SCORE-5"."""

PlayerNo = int
"""A player's (or team's) number in one tournament: given once, from 1, never reused."""

Side = Literal["a", "b"]
"""One of the two seats of a match, as the draw wrote them down."""

SIDES: tuple[Side, Side] = ("a", "b")


def other(side: Side) -> Side:
    """The seat opposite."""
    return "b" if side == "a" else "a"
