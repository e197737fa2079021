"""Who sits out when the field is odd (COM-BYE-2, COM-BYE-3, COM-BYE-4, CON-BYE-1, AMB-G10)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from operator import attrgetter

from komandor.core.ids import PlayerNo
from komandor.core.lots import Lots
from komandor.core.pairing.entrant import Entrant
from komandor.core.pairing.field import Field
from komandor.core.pairing.matching import left_over, missable


@dataclass(frozen=True, slots=True)
class Bye:
    """The bye, those passed over before him, and whether the rest can do without a rematch."""

    player: PlayerNo | None
    clean: bool
    passed: tuple[PlayerNo, ...] = ()


def candidates(
    entrants: Sequence[Entrant], lots: Lots, round: int, no_bye: Collection[PlayerNo] = ()
) -> list[PlayerNo]:
    """Everyone who may get the bye, first choice first: fewest byes, then lowest rank; round 1 by lot.

    Having had a bye is a criterion here and nowhere else (T17).
    """
    able = [e for e in entrants if e.player not in no_bye] or list(entrants)
    by_lot = {p: i for i, p in enumerate(lots.order([e.player for e in able], "bye"))}
    able.sort(key=lambda e: (e.byes, 0 if round == 1 else -e.rank, by_lot[e.player]))
    return [e.player for e in able]


def choose(entrants: Sequence[Entrant], lots: Lots, round: int, no_bye: Collection[PlayerNo] = ()) -> Bye:
    """The first candidate who leaves the others with the fewest rematches possible."""
    size = len(entrants)
    crowded = 2 * (max(map(len, map(attrgetter("met"), entrants)), default=0) + 1) > size - size % 2
    if size % 2 == 0:
        return Bye(None, not crowded or left_over(_graph(entrants)[1]) == 0)
    order = candidates(entrants, lots, round, no_bye)
    if not crowded:  # Dirac: whoever is left can be paired without a rematch
        return Bye(order[0], True)
    players, graph = _graph(entrants)
    good = {players[v] for v in missable(graph)}
    place = next((i for i, p in enumerate(order) if p in good), 0)
    bye = order[place]
    return Bye(bye, bye in good and left_over(graph) == 1, tuple(order[:place]))


def _graph(entrants: Sequence[Entrant]) -> tuple[list[PlayerNo], list[list[int]]]:
    field = Field({e.player: e for e in entrants})
    players = list(field.entrants)
    return players, field.graph(players)
