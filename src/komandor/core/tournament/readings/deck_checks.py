"""Whether a deck that is not legal takes the result of its match with it (SWL-CHECK-2)."""

from komandor.core.ids import MatchNo
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Match, Tournament


def annuls(t: Tournament) -> bool:
    """Whether an illegal deck annuls the result: only one document says so (SWL-CHECK-2)."""
    return "deck_annuls" in rules(t).data.rules


def annulled(t: Tournament, number: MatchNo | None) -> Match | None:
    """The match whose result goes with an illegal deck: until the next round is published (AMB-G40)."""
    match = t.match(number)
    if match is None or match.result is None or not annuls(t):
        return None
    later = any(one.shown for number, one in t.rounds.items() if number > match.round)
    return None if later else match
