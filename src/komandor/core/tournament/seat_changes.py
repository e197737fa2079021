"""What goes with a player to another match of the round, when it is drawn again or changed by hand."""

from collections.abc import Collection
from dataclasses import replace

from komandor.core.ids import MatchNo
from komandor.core.tournament.state import Tournament


def follow_players(t: Tournament, number: int, left: Collection[MatchNo]) -> None:
    """Games lost by a ruling and missing components stay with their players; a call ends with its match.

    `left` are the numbers that other pairs have now. Whoever has a bye plays no game that could be lost.
    """
    seats = {n: m.number for m in t.in_round(number) if m.kind == "match" for n in m.players}
    for key, call in tuple(t.calls.items()):
        if call.match in left:
            t.calls[key] = replace(call, match=None)
    for one, ruled in tuple(t.sanctions.items()):
        if ruled.match in left:
            t.sanctions[one] = replace(ruled, match=seats.get(ruled.player))
    for which, part in tuple(t.components.items()):
        seat = seats.get(part.player)
        match, lost_in = (seat if n in left else n for n in (part.match, part.lost_in))
        t.components[which] = replace(part, match=match, lost_in=lost_in)
