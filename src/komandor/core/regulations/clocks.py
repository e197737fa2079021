"""Round times: the document's minutes, and how far the organiser may change them (COM-TIME-1)."""

from dataclasses import replace

from komandor.core.games.game import ClockRule, Rules, Situation
from komandor.core.reasons import Reason, Refusal, refuse, why

MOST_MINUTES = 14 * 24 * 60
"""Of a planned round: a league may give two weeks for it."""


def clock_for(
    rules: Rules, situation: Situation, minutes: int | None = None
) -> tuple[ClockRule, tuple[Reason, ...]] | Refusal:
    """The clock with the organiser's minutes, and warnings.

    Minutes outside the document's range are refused. Where it gives no range, a change is only a warning.
    """
    clock = rules.minutes(situation)
    if minutes is None or minutes == clock.minutes:
        return clock, ()
    if minutes <= 0:
        return refuse("clock.not_positive", clock.rule, minutes=minutes)
    if clock.minutes is None:
        return refuse("clock.no_limit", clock.rule, minutes=minutes)
    if minutes > MOST_MINUTES:
        return refuse("clock.out_of_range", clock.rule, minutes=minutes, low=1, high=MOST_MINUTES)
    if clock.low is None or clock.high is None:
        warning = why("clock.changed", clock.rule, minutes=minutes, document=clock.minutes)
        return replace(clock, minutes=minutes), (warning,)
    if not clock.low <= minutes <= clock.high:
        return refuse("clock.out_of_range", clock.rule, minutes=minutes, low=clock.low, high=clock.high)
    return replace(clock, minutes=minutes), ()
