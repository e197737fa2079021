"""The newest record that can have changed what one player's phone shows.

While a round ends, results arrive by the hundred. A result changes the phones of its two players; the others
see it when the round is closed, or at once where the distance to the cut is shown.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from komandor.app.ledger import Loaded
from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.tournament import events as e
from komandor.core.tournament.readings.cut import cut_size
from komandor.core.tournament.state import Tournament

RESULTS = (e.ResultReported, e.ResultConfirmed, e.ResultDisputed, e.ResultEntered)
"""What arrives by the hundred while a round ends, and names nobody new."""
COUNTING = (e.ResultConfirmed, e.ResultEntered)


@dataclass(frozen=True, slots=True, kw_only=True)
class Latest:
    """Numbers of the newest records in a log."""

    version: int = 0
    head: str = ""
    other: int = 0  # newest record that is no result of an open Swiss round
    counting: int = 0  # newest result that counts
    of_player: Mapping[PlayerNo, int]  # newest result of each player's match since `other`


_kept: dict[str, Latest] = {}  # of each event, at the version that was asked for last


def latest(loaded: Loaded) -> Latest:
    """The newest records of this version; looks only at what is new since it was asked before."""
    kept = _kept.get(loaded.state.id)
    if kept is None or kept.version > loaded.version or loaded.notes[kept.version - 1].hash != kept.head:
        kept = Latest(of_player={})
    if kept.version < loaded.version:
        kept = _kept[loaded.state.id] = _carried_on(kept, loaded)
    return kept


def latest_for(loaded: Loaded, player: PlayerNo) -> int:
    """The number of the newest record that can have changed this player's pages."""
    found, t = latest(loaded), loaded.state
    cut = cut_size(t.announced) and any(r.status == "closed" for r in t.rounds.values())
    return max(found.other, found.counting if cut else 0, found.of_player.get(player, 0))


def _carried_on(kept: Latest, loaded: Loaded) -> Latest:
    t, other, counting, of_player = loaded.state, kept.other, kept.counting, dict(kept.of_player)
    for seq, event in loaded.history[kept.version :]:
        if isinstance(event, RESULTS) and _in_open_swiss_round(t, event.match):
            of_player.update(dict.fromkeys(t.matches[event.match].players, seq))
            counting = seq if isinstance(event, COUNTING) else counting
        else:
            other = seq
            of_player.clear()
    head = loaded.notes[loaded.version - 1].hash
    return Latest(version=loaded.version, head=head, other=other, counting=counting, of_player=of_player)


def _in_open_swiss_round(t: Tournament, number: MatchNo) -> bool:
    match = t.matches.get(number)
    round_ = t.rounds.get(match.round) if match else None
    return round_ is not None and round_.status != "closed" and not t.stages[round_.stage].kind.eliminates
