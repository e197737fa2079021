"""The checker on a plain list of events, without the file and its chain."""

from collections.abc import Mapping, Sequence
from typing import Any

from komandor.check.violation import Violation
from komandor.check.whole_log import Entry, examine


def check_events(events: Sequence[Mapping[str, Any]]) -> list[Violation]:
    """All violations; the number of an event is its position, from 1."""
    return list(examine([Entry(i, dict(event)) for i, event in enumerate(events, start=1)]).violations)
