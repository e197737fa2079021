"""Calls for a judge."""

from komandor.core.tournament.judge_records import Call
from komandor.core.tournament.state import Tournament


def pending_calls(t: Tournament) -> tuple[Call, ...]:
    """The calls for which somebody still waits."""
    return tuple(call for _, call in sorted(t.calls.items()) if call.pending)
