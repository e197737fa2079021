"""All planted faults."""

from tests.check.laws import (
    plants_of_judging,
    plants_of_people,
    plants_of_results,
    plants_of_seats,
    plants_of_the_end,
)
from tests.check.laws.planting import PLANTS, Planted

MODULES = (plants_of_results, plants_of_seats, plants_of_people, plants_of_judging, plants_of_the_end)
"""Importing them registers what they plant."""
__all__ = ["MODULES", "PLANTS", "Planted"]
