"""Makes whole random tournaments, reproducible by seed, with every variation that events have.

The simulator writes through `app.handle` like everybody else, so its logs look like those of
real events. Then the independent checker checks them.
"""

from komandor.simulate.axes import AXES, Axis, Plan, choose
from komandor.simulate.run import Simulated, simulate

__all__ = ["AXES", "Axis", "Plan", "Simulated", "choose", "simulate"]
