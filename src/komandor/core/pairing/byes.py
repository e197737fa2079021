"""Who gets the bye if the number of players is odd (COM-BYE-2 to COM-BYE-4, CON-BYE-1, AMB-G10, AMB-G35)."""

from collections.abc import Mapping
from dataclasses import dataclass

from komandor.core.ids import PlayerNo
from komandor.core.lots import Lots
from komandor.core.pairing.entrant import Entrant, Terms
from komandor.core.pairing.field import DrawField, games_ago
from komandor.core.pairing.matching import best, left_over, missable


@dataclass(frozen=True, slots=True)
class Bye:
    """The player with the bye, whether the others can avoid barred pairs, and who was passed over."""

    player: PlayerNo | None
    clean: bool
    passed: tuple[PlayerNo, ...] = ()


def eligible(entrants: Mapping[PlayerNo, Entrant], terms: Terms) -> list[Entrant]:
    """Everyone who may get the bye: all, if everybody would be spared."""
    return [e for p, e in entrants.items() if p not in terms.no_bye] or list(entrants.values())


def candidates(entrants: Mapping[PlayerNo, Entrant], lots: Lots, terms: Terms) -> list[PlayerNo]:
    """Everyone who may get the bye, first choice first: fewest byes, then lowest rank; in round 1 by lot
    (COM-BYE-3, CON-BYE-1).

    Earlier byes matter here only, not for pairing.
    """
    able = eligible(entrants, terms)
    by_lot = {p: i for i, p in enumerate(lots.order([e.player for e in able], "bye"))}
    able.sort(key=lambda e: (e.byes, 0 if terms.round == 1 else -e.rank, by_lot[e.player]))
    return [e.player for e in able]


def choose(entrants: Mapping[PlayerNo, Entrant], lots: Lots, terms: Terms) -> Bye:
    """The bye of a best pairing: fewest forbidden pairs, fewest byes, fewest rematches, lowest rank."""
    players, field = list(entrants), DrawField(entrants, terms.forbidden)
    odd = len(players) % 2 == 1
    order = candidates(entrants, lots, terms) if odd else []
    if field.roomy(players):
        return Bye(order[0] if odd else None, True)
    graph = field.graph(players)
    if left_over(graph) > odd:
        return _with_barred_pairs(field, order, terms)
    if not odd:
        return Bye(None, True)
    fewest = entrants[order[0]].byes
    good = {players[v] for v in missable(graph)}
    clean = (i for i, p in enumerate(order) if p in good)
    place = next((i for i in clean if terms.second_bye_first or entrants[order[i]].byes == fewest), None)
    if place is None:
        return _with_barred_pairs(field, order, terms)
    return Bye(order[place], True, tuple(order[:place]))


def _with_barred_pairs(field: DrawField, order: list[PlayerNo], terms: Terms) -> Bye:
    """The bye if barred pairs cannot be avoided: one matching of the field and the bye's seat.

    Digits of the costs from the highest: forbidden pairs, byes so far, rematches (these two change
    places with `second_bye_first`), place in the order.
    """
    players, base = list(field.entrants), len(field.entrants) + 1
    again, byes = (base**2, base) if terms.second_bye_first else (base, base**2)
    at = {p: i for i, p in enumerate(players)}
    had = sorted({field.entrants[p].byes for p in order})
    costs = {(at[p], base - 1): had.index(field.entrants[p].byes) * byes + i for i, p in enumerate(order)}
    for j, b in enumerate(players):
        for i, a in enumerate(players[:j]):
            met = games_ago(field.entrants[a], field.entrants[b]) > 0
            costs[i, j] = terms.forbids(a, b) * base**3 + met * again
    found = best(len(players) + bool(order), costs)
    assert found is not None, "everybody can meet somebody when barred pairs are allowed"
    if not order:
        return Bye(None, False)
    place = order.index(players[found.mate[-1]])
    barred = sum(costs[u, v] for u, v in enumerate(found.mate[:-1]) if u < v < len(players))
    return Bye(order[place], not barred, tuple(order[:place]))
