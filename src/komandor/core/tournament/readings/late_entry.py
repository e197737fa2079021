"""Whether an event takes people in after round 1 was drawn (AMB-G26, AMB-G44)."""

from komandor.core.reasons import Reason, why
from komandor.core.tournament.readings.regulations import settings
from komandor.core.tournament.state import Tournament

SETTING = "registration.late_entry"


def late_policy(t: Tournament) -> tuple[Reason, ...]:
    """Why nobody is taken in late now: the event never does it, or only until round 2 is drawn."""
    policy = settings(t)[SETTING]
    if policy == "no":
        return (why("late.not_allowed", "COM-DROP-4", setting=SETTING),)
    drawn = any(n > 1 and r.status != "frozen" for n, r in t.rounds.items())
    return (why("late.round_two_drawn", "AMB-G44", setting=SETTING),) if drawn and policy != "yes" else ()
