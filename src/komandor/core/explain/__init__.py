"""Answers to players' questions: why this opponent, this bye, this place, this seed. Each is a `Reason`."""

from komandor.core.explain import opponents, places
from komandor.core.explain.places import why_rank
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, cited_by
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Tournament

__all__ = ["why_opponent", "why_place", "why_rank", "why_seed"]


def why_opponent(t: Tournament, round: int, player: PlayerNo) -> Reason:
    """Why the player has this opponent in a round, or none."""
    return _in_own_rules(t, opponents.why_opponent(t, round, player))


def why_place(t: Tournament, player: PlayerNo) -> Reason:
    """Why the player has their place: by the latest standings, or by the knock-out game that put them out."""
    return _in_own_rules(t, places.why_place(t, player))


def why_seed(t: Tournament, player: PlayerNo) -> Reason:
    """Why the player has this seed after the latest cut, or none."""
    return _in_own_rules(t, places.why_seed(t, player))


def _in_own_rules(t: Tournament, reason: Reason) -> Reason:
    """The reason with the rules of the game's own document, where they say more or there is no common one."""
    data = rules(t).data
    return cited_by(reason, lambda rule: data.cites(data.explained_by.get(rule or "", rule)))
