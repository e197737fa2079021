"""Random whole tournaments: every axis along which events differ, reproducible by seed.

The simulator uses the same door as everybody (`app.handle`), so what it writes is what a hall
full of people would have written; the independent checker then looks at it.
"""

from komandor.simulate.axes import AXES, Axis, Plan, choose
from komandor.simulate.run import Simulated, simulate

__all__ = ["AXES", "Axis", "Plan", "Simulated", "choose", "simulate"]
