"""Planted faults: each takes a valid log and spoils one thing, so that the checker must say so.

`FAULTS` maps a name to a function from events to spoiled events, or None where the fault cannot be
planted in this log.  The functions never change what they are given.
"""

from tests.check import faults_of_draws, faults_of_people, faults_of_results
from tests.check.planting import FAULTS, Fault, Log

__all__ = ["FAULTS", "Fault", "Log", "faults_of_draws", "faults_of_people", "faults_of_results"]
