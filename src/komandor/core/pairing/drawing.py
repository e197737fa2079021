"""The draw of one Swiss round: bye, pairs, floats, rematches, and why."""

from collections.abc import Collection, Iterable

from komandor.core.ids import PlayerNo
from komandor.core.lots import Lots
from komandor.core.pairing.byes import choose
from komandor.core.pairing.criteria import costs
from komandor.core.pairing.entrant import Draw, Entrant, Float, Method, Pair
from komandor.core.pairing.explained import Explained
from komandor.core.pairing.field import Field, games_ago
from komandor.core.pairing.fold import pair_fold
from komandor.core.pairing.majority import pair_majority
from komandor.core.pairing.swiss import pair_random, pair_whole


def draw(
    entrants: Iterable[Entrant],
    lots: Lots,
    *,
    method: Method = "random",
    round: int,
    apart_round1: bool = False,
    no_bye: Collection[PlayerNo] = frozenset(),
) -> Draw:
    """Pair everybody once (COM-PAIR-1); best by `CRITERIA`, then uniform by lots or nearest to the fold.

    Players with an awarded bye, and everyone who does not play this round, are not among the entrants.
    """
    field = sorted(entrants, key=lambda e: e.player)
    by_no = {e.player: e for e in field}
    if len(by_no) != len(field):
        raise ValueError("a player stands in the field twice")
    if any(e.player in e.met for e in field):
        raise ValueError("a player met himself")
    bye = choose(field, lots, round, no_bye)
    rest = [e for e in field if e.player != bye.player]
    apart = apart_round1 and round == 1 and any(e.apart for e in rest)
    found = _fold(rest, bye.clean, apart) if method == "fold" else _random(rest, lots, bye.clean, apart)
    pairs = tuple(sorted((_seat(by_no[a], by_no[b]) for a, b in found), key=lambda p: _top(by_no, p)))
    floats = tuple(
        Float(a, by_no[a].points, by_no[b].points) for a, b in pairs if by_no[a].points != by_no[b].points
    )
    again = () if bye.clean else tuple((a, b) for a, b in pairs if games_ago(by_no[a], by_no[b]))
    cost = costs(pairs, bye.player, field, round=round, apart_round1=apart_round1, no_bye=no_bye)
    return Draw(pairs, bye.player, floats, again, cost, Explained(by_no, pairs, bye, round, method))


def _seat(a: Entrant, b: Entrant) -> Pair:
    """The better placed player is named first."""
    first, second = sorted((a, b), key=lambda e: (-e.points, e.rank, e.player))
    return first.player, second.player


def _top(by_no: dict[PlayerNo, Entrant], pair: Pair) -> tuple[int, int, int, int]:
    a, b = by_no[pair[0]], by_no[pair[1]]
    return -a.points, -b.points, a.rank, a.player


def _random(rest: list[Entrant], lots: Lots, clean: bool, apart: bool) -> list[Pair]:
    if not clean:
        return pair_whole(Field(rest), lots, apart)
    if not apart:
        return _sure(pair_random(Field(rest), lots))
    pairs = pair_random(Field(rest, apart=True), lots)
    if pairs is not None and _floats(rest, pairs) == _floats(rest, _sure(pair_random(Field(rest), lots))):
        return pairs
    return pair_majority(Field(rest), lots) or pair_whole(Field(rest), lots, apart)


def _fold(rest: list[Entrant], clean: bool, apart: bool) -> list[Pair]:
    if apart and clean:
        pairs = pair_fold(Field(rest, apart=True), clean, apart)
        if pairs is not None and _floats(rest, pairs) == _floats(rest, _sure(pair_fold(Field(rest), clean))):
            return pairs
        clean = False  # not every group can be kept apart: weigh all pairs of the field
    return _sure(pair_fold(Field(rest), clean, apart))


def _floats(rest: list[Entrant], pairs: list[Pair]) -> tuple[object, ...]:
    """Everything that comes before travel groups in the order of criteria."""
    if len({e.points for e in rest}) < 2:
        return ()
    return costs(pairs, None, rest)[:-1]


def _sure(pairs: list[Pair] | None) -> list[Pair]:
    assert pairs is not None, "a pairing without rematch was proven to exist"
    return pairs
