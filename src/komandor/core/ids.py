"""Types of the identifiers used everywhere. None of them contains personal data."""

import re
from typing import Literal, NewType

RuleId = str
"""The ID of a rule in docs/rules, such as "ARM-SCORE-5"."""

EVENT_ID = re.compile(r"[a-z0-9][a-z0-9.-]{0,39}")
"""What an event's id may be: a part of a path, of a file's name and of a sentence, and never more."""

PlayerNo = NewType("PlayerNo", int)
"""A player's (or team's) number in one tournament: counted from 1, never reused."""

NOBODY = PlayerNo(0)
"""The number of no player."""

MatchNo = NewType("MatchNo", int)
StaffNo = NewType("StaffNo", int)
ORGANISER = StaffNo(1)
"""Appointed when the tournament is created."""

NO_STAFF = StaffNo(0)
"""The number of nobody on the staff: what is recorded where the host acts."""

CallNo = NewType("CallNo", int)
ComponentNo = NewType("ComponentNo", int)
NoticeNo = NewType("NoticeNo", int)
PrizeNo = NewType("PrizeNo", int)
RoundNo = NewType("RoundNo", int)
"""A round's number, counted from 1 through all stages; 0 is before round 1."""

StageKey = NewType("StageKey", str)
"""A kind of stage as the log names it: the key of a record in core/tournament/stage_kinds."""

Side = Literal["a", "b"]
"""One of the two players of a match: "a" is the one the draw named first."""

SIDES: tuple[Side, Side] = ("a", "b")


def other(side: Side) -> Side:
    """The opponent's side."""
    return "b" if side == "a" else "a"
