"""When a command can be given: the phases that the rows of actions name."""

from typing import get_args

from komandor.core.tournament import values
from komandor.core.tournament.values import Phase

Phases = tuple[Phase, ...]

PHASES: Phases = get_args(Phase)
ALWAYS = PHASES
BEFORE_THE_END = PHASES[:-1]
ARRIVING = values.ARRIVING
FREEZING: Phases = ("announced", "between", "cut")
BEFORE_A_DRAW: Phases = ("registration", "announced", "running", "between", "cut")
DRAWING: Phases = ("frozen", "drawn", "published")
DRAWN: Phases = ("drawn",)
SEATED: Phases = ("drawn", "published")
PUBLISHED: Phases = ("published",)
PLAYING = values.PLAYING
RUNNING: Phases = ("running",)
MOVING: Phases = ("drawn", "published", "running")
IN_SWISS: Phases = ("frozen", "drawn", "published", "running", "between")
BETWEEN: Phases = ("between",)
RULING: Phases = (*IN_SWISS, "cut", "closed")
FILLING: Phases = ("cut", "frozen", "drawn", "published")
AFTER_THE_START: Phases = ("published", "running", "between", "cut", "frozen", "drawn", "closed")
ENDING = values.BETWEEN_ROUNDS
