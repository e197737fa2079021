"""Who gets the bye if the number of players is odd (COM-BYE-2 to COM-BYE-4, CON-BYE-1, AMB-G10)."""

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
    """The player with the bye, whether the others can avoid rematches, and who was passed over."""

    player: PlayerNo | None
    clean: bool
    passed: tuple[PlayerNo, ...] = ()


def candidates(
    entrants: Sequence[Entrant], lots: Lots, round: int, no_bye: Collection[PlayerNo] = ()
) -> list[PlayerNo]:
    """Everyone who may get the bye, first choice first: fewest byes, then lowest rank; in round 1 by lot.

    Earlier byes matter here only, not for pairing (T17).
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
    if not crowded:  # the others can always be paired without a rematch (Dirac's theorem)
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
