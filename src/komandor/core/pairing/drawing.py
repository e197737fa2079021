"""The draw of one Swiss round: bye, pairs, floats, rematches, and the reasons."""

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter

from komandor.core.ids import PlayerNo
from komandor.core.lots import Lots
from komandor.core.pairing.byes import choose
from komandor.core.pairing.criteria import costs
from komandor.core.pairing.entrant import Entrant, Float, Pair, Terms
from komandor.core.pairing.explained import Draw, Explained
from komandor.core.pairing.field import DrawField, by_number, games_ago
from komandor.core.pairing.fold import pair_fold
from komandor.core.pairing.majority import pair_majority
from komandor.core.pairing.random_pairing import pair_random, pair_whole


def draw(entrants: Iterable[Entrant], lots: Lots, terms: Terms) -> Draw:
    """Pair everybody once (COM-PAIR-1): a best pairing by the criteria, chosen by lots or by the fold.

    `entrants` must not contain players with an awarded bye, nor anyone who does not play this round.
    """
    field = sorted(entrants, key=attrgetter("player"))
    by_no = {e.player: e for e in field}
    if len(by_no) != len(field):
        raise ValueError("a player is in the field twice")
    bye = choose(by_no, lots, terms)
    rest = {p: e for p, e in by_no.items() if p != bye.player} if bye.player else by_no
    paired = (
        _fold(rest, bye.clean, terms) if terms.method == "fold" else _random(rest, lots, bye.clean, terms)
    )
    pairs = _top_first(by_no, paired)
    return Draw(
        pairs=pairs,
        bye=bye.player,
        floats=tuple(_floats_of(by_no, pairs)),
        rematches=() if bye.clean else tuple((a, b) for a, b in pairs if games_ago(by_no[a], by_no[b])),
        forbidden=() if bye.clean else tuple((a, b) for a, b in pairs if terms.forbids(a, b)),
        reasons=Explained(by_no, pairs, bye, terms),
    )


def _top_first(by_no: Mapping[PlayerNo, Entrant], found: list[Pair]) -> tuple[Pair, ...]:
    """In each pair the better ranked player first; pairs in the order of their better ranked players."""
    width = max(by_no, default=0) + 1
    rank = by_number(by_no, "rank", 0)
    at: dict[int, Pair] = {}
    for pair in found:
        a, b = pair
        x, y = rank[a] * width + a, rank[b] * width + b  # equal ranks: by number
        if x < y:
            at[x] = pair
        else:
            at[y] = (b, a)
    return tuple([at[x] for x in sorted(at)])


def _floats_of(by_no: Mapping[PlayerNo, Entrant], pairs: tuple[Pair, ...]) -> Iterator[Float]:
    """Everyone who meets a player with fewer points."""
    points = by_number(by_no, "points", 0)
    for a, b in pairs:
        if points[a] != points[b]:
            down, up = (a, b) if points[a] > points[b] else (b, a)
            yield Float(down, points[down], points[up])


def _apart(rest: Mapping[PlayerNo, Entrant], terms: Terms) -> bool:
    """Whether there are travel groups to keep apart in this round."""
    return terms.apart_round1 and terms.round == 1 and any(e.apart for e in rest.values())


def _random(rest: Mapping[PlayerNo, Entrant], lots: Lots, clean: bool, terms: Terms) -> list[Pair]:
    apart, field = _apart(rest, terms), DrawField(rest, terms.forbidden)
    if not clean:
        return pair_whole(field, lots, apart)
    if not apart:
        return _sure(pair_random(field, lots))
    pairs = pair_random(DrawField(rest, terms.forbidden, apart=True), lots)
    usual = pair_random(field, lots)
    if pairs is not None and _floats(rest, pairs) == _floats(rest, _sure(usual)):
        return pairs
    return pair_majority(field, lots) or pair_whole(field, lots, apart)


def _fold(rest: Mapping[PlayerNo, Entrant], clean: bool, terms: Terms) -> list[Pair]:
    apart, field = _apart(rest, terms), DrawField(rest, terms.forbidden)
    if apart and clean:
        pairs = pair_fold(DrawField(rest, terms.forbidden, apart=True), clean, apart)
        if pairs is not None and _floats(rest, pairs) == _floats(rest, _sure(pair_fold(field, clean))):
            return pairs
        clean = False  # not every group can be kept apart: compare all pairs of the field
    return _sure(pair_fold(field, clean, apart))


def _floats(rest: Mapping[PlayerNo, Entrant], pairs: list[Pair]) -> tuple[object, ...]:
    """The costs by all criteria before travel groups."""
    if len({e.points for e in rest.values()}) < 2:
        return ()
    return costs(pairs, None, rest.values())[:-1]


def _sure(pairs: list[Pair] | None) -> list[Pair]:
    assert pairs is not None, "a pairing without barred pairs was proven to exist"
    return pairs
