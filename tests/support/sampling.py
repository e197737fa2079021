"""Many values of one kind: `./test quick` tries some of them, `./test` all."""

from collections.abc import Sequence
from typing import Any

import pytest


def quick_first(values: Sequence[Any], quick: int) -> list[Any]:
    """The values for `parametrize`, each one or a tuple: all but the first ones are marked as slow."""
    return [*values[:quick], *(later(value) for value in values[quick:])]


def later(value: Any) -> Any:
    """The value, or the values of a tuple, for `parametrize`, marked as slow."""
    several = value if isinstance(value, tuple) else (value,)
    return pytest.param(*several, marks=pytest.mark.slow)
