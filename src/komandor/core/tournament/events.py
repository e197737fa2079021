"""Every event under one name: `e.ClockStarted`. The areas of `actions` define them.

An event carries its result: "round drawn" holds the pairings, not the request to pair, so replaying
a log never decides anything again.  Events hold numbers and codes, never names: who player 17 is
stands in the erasable table of people.  The stored `type` of an event is its class name in snake case.
"""

# ruff: noqa: F403

from komandor.core.tournament.commands import *
from komandor.core.tournament.values import *
