"""The next step of the day, computed once for each state."""

from komandor.app.workflow import NextStep
from komandor.app.workflow import next_step as computed
from komandor.core.tournament.state import Tournament

_last: list[tuple[Tournament, int, NextStep]] = []


def next_step(t: Tournament) -> NextStep:
    """What comes next in this event as it stands."""
    if not _last or _last[0][0] is not t or _last[0][1] != t.version:
        _last[:] = [(t, t.version, computed(t))]
    return _last[0][2]
