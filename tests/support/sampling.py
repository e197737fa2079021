"""Many values of one kind: `./test quick` tries some of them, `./test` all."""

from collections.abc import Sequence
from typing import Any

import pytest


def quick_first(values: Sequence[Any], quick: int) -> list[Any]:
    """The values for `parametrize`: all but the first ones are marked as slow."""
    return [*values[:quick], *(pytest.param(value, marks=pytest.mark.slow) for value in values[quick:])]
