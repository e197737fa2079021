"""Exit codes that scripts can rely on, and the exceptions that lead to them."""

from collections.abc import Sequence

OK = 0
REFUSED = 1
BAD_INPUT = 2
BUG = 70
INTERRUPTED = 130


class BadInput(Exception):
    """The input is wrong. Carries one sentence that names the field."""


class RefusedByRule(Exception):
    """A rule forbids it. Carries one line for each reason, with its rule ID."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("\n".join(lines))
