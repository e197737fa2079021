"""Computes the pairs of a Swiss round again, from its key and the state before it.

Theory of operation
-------------------
A draw is a pure function of the state before the round and the key. So nothing is taken from the file
that is checked but this state: who plays, with how many points and byes, at which place, and who has met
whom. The file says nothing of how its pairs were found; if it did, it could lead us. `recompute` goes the
same way as the engine, in three steps:

1. The bye (`choose_bye`). Usually the first in order gets it. Only where leaving that player out would
   make a barred pair necessary (a rematch, or a pair that the organiser forbids) are all candidates
   compared.
2. If the others can be paired without barred pairs, each section (see `pairing_plan.py`) is *dealt* by
   itself (`Dealer`): one group by lots, and again if a pair is barred; a section of several groups, or a
   small group that failed eight times, by drawing one of its counted best arrangements. Then the links,
   which are the pairs across the border of two sections, are looked at. If one is barred, its two
   sections are dealt again, and with them every neighbour whose link the rejected arrangement *could*
   have barred. Rejecting less would prefer some pairings to others; rejecting everything would never end
   in a large hall.
3. If barred pairs cannot be avoided, the whole field is one section with all criteria in one number.

The trap is in the labels. Every try takes the next label `pairing/a-b/k`, and k is counted for a section
whatever enters or leaves it. One try more or less than the engine made, and all later lots are others.

This file, `pairing_plan.py` and `fold_pairs.py` need nothing but Python's standard library, and were
written from docs/algorithms/draw.md alone.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from komandor.check.fold_pairs import fold, fold_whole
from komandor.check.pairing_plan import (
    Beyond,
    Cost,
    Entrant,
    Field,
    Seats,
    Section,
    Steps,
    Terms,
    by_lot,
    dice,
    picks,
)

SMALL, TRIES_SMALL, TRIES = 12, 8, 150  # up to 12 players a group is tried 8 times by lots, else 150 times
LARGE = 400  # larger groups are switched after that
PATIENCE = 25  # so often a link may be barred before its two sections are merged
FEW = 60  # so many pairs over a border are looked at to see whether all are barred

Pairs = list[tuple[int, int]]
Hand = tuple[list[int], list[int], Pairs]
"""One way to pair a section: who meets those from above, who leaves, the pairs inside."""


def recompute(
    key: bytes, entrants: Iterable[Entrant], terms: Terms
) -> tuple[set[frozenset[int]], int | None]:
    """The pairs and the bye of a round. Raises `Beyond` if they cannot be computed here."""
    players = sorted(entrants)
    bye, clean = choose_bye(key, players, terms)
    rest = [e for e in players if e.player != bye]
    apart = terms.apart and terms.round == 1 and any(e.groups for e in rest)
    make = _by_fold if terms.fold else _by_lots
    return {frozenset(pair) for pair in make(key, rest, terms, apart, clean)}, bye


def _by_lots(key: bytes, rest: list[Entrant], terms: Terms, apart: bool, clean: bool) -> Pairs:
    field = Field(rest, terms)
    if clean and not apart:
        found = Dealer(key, field).settle()
        assert found is not None, "a clean pairing was found to exist"
        return found
    if clean:
        name = _majority_of(rest)
        if name is None:
            found = Dealer(key, Field(rest, terms, apart=True)).settle()
            if found is not None:
                return found
        elif not field.forbidden and all(len(e.groups) < 2 for e in rest):
            return _majority(key, rest, name)
    order, cost = whole_field(field, apart)
    drawn = Seats(len(order), cost).draw(dice(key, "pairing/whole"))
    return [(order[u], order[v]) for u, v in drawn]


def _by_fold(key: bytes, rest: list[Entrant], terms: Terms, apart: bool, clean: bool) -> Pairs:
    possible = clean and not (apart and _majority_of(rest))
    found = fold(Field(rest, terms, apart=apart)) if possible else None
    if found is not None:  # nobody is paired if only one player is left
        return found
    return fold_whole(Field(rest, terms), *whole_field(Field(rest, terms), apart))


# ── the bye ──────────────────────────────────────────────────────────────────


def choose_bye(key: bytes, players: list[Entrant], terms: Terms) -> tuple[int | None, bool]:
    """Who has the bye, if anybody, and whether the others can be paired without barred pairs."""
    field, numbers = Field(players, terms), [e.player for e in players]
    odd = len(players) % 2
    clean = field.lone(numbers) <= odd
    if not odd:
        return None, clean
    able = [e for e in players if e.player not in terms.no_bye] or players
    lot = {p: i for i, p in enumerate(by_lot(key, "bye", (e.player for e in able)))}
    able = sorted(able, key=lambda e: (e.byes, 0 if terms.round == 1 else -e.place, lot[e.player]))
    for e in able if clean else ():
        fine = terms.second_bye_first or e.byes == able[0].byes
        if fine and field.lone(p for p in numbers if p != e.player) == 0:
            return e.player, True
    return _bye_with_barred_pairs(field, numbers, able, terms)


def _bye_with_barred_pairs(
    field: Field, numbers: list[int], able: list[Entrant], terms: Terms
) -> tuple[int, bool]:
    """The bye if its choice costs barred pairs: the cheapest pairing of all players and the bye's seat.

    Digits of the cost: forbidden pairs, byes so far, rematches, place in the order; the second and
    the third change places if a second bye is given first.
    """
    base, order = len(numbers) + 2, [e.player for e in able]
    byes, again = (base, base**2) if terms.second_bye_first else (base**2, base)
    had = {e.player: e.byes for e in able}
    tiers = sorted(set(had.values()))

    def cost(u: int, v: int) -> int | None:
        a = numbers[u]
        if v == len(numbers):
            return tiers.index(had[a]) * byes + order.index(a) if a in had else None
        met = numbers[v] in field.who[a].met or a in field.who[numbers[v]].met
        return ((a, numbers[v]) in field.forbidden) * base**3 + met * again

    seats = Seats(len(numbers) + 1, cost)
    total, _ = seats.ways(seats.everybody)
    return order[total % base], total // base**3 == 0 and total // again % base == 0


# ── barred pairs cannot be avoided, or travel groups cannot be kept apart ────


def whole_field(field: Field, apart: bool) -> tuple[list[int], Cost]:
    """All players in the order of their seats, and the cost of a pair by all criteria in one number.

    Digits from the highest: forbidden; rematch; rematch of the last round, of the round before, …;
    floats; one travel group.
    """
    order = [p for group in field.groups for p in group]
    base, step = len(order) + 1, Steps(len(field.groups), len(order))
    floats = step.borders[0] * base
    oldest = max((len(e.met) for e in field.who.values()), default=0)

    def cost(u: int, v: int) -> int:
        one, two = field.who[order[u]], field.who[order[v]]
        ago = max(_rounds_ago(one.met, two.player), _rounds_ago(two.met, one.player))
        forbidden = (min(one.player, two.player), max(one.player, two.player)) in field.forbidden
        barred: int = (forbidden * base + bool(ago)) * base**oldest
        barred += base ** (oldest - ago) if ago else 0
        across = step(field.level[one.player], field.level[two.player])
        return (barred * floats + across) * base + (apart and bool(one.groups & two.groups))

    return order, cost


def _rounds_ago(met: tuple[int, ...], other: int) -> int:
    return met[::-1].index(other) + 1 if other in met else 0


def _majority_of(rest: list[Entrant]) -> str | None:
    """The travel group that has more than half of the players, so that not all can be kept apart."""
    sizes = Counter(name for e in rest for name in e.groups)
    name, size = min(sizes.items(), key=lambda item: (-item[1], item[0]))
    return name if 2 * size > len(rest) else None


def _majority(key: bytes, rest: list[Entrant], name: str) -> Pairs:
    """One travel group has more than half of the players: the others all meet it."""
    inside = {e.player for e in rest if name in e.groups}
    order = by_lot(key, "pairing/majority", (e.player for e in rest))
    large, others = [p for p in order if p in inside], [p for p in order if p not in inside]
    left = large[len(others) :]
    return [*zip(others, large, strict=False), *zip(left[::2], left[1::2], strict=True)]


# ── dealing the sections, and the links between them ─────────────────────────────


class Dealer:
    """Deals each section, again and again until no pair and no link between two sections is barred."""

    def __init__(self, key: bytes, field: Field) -> None:
        self.key, self.field = key, field
        order = by_lot(key, "pairing", field.who)
        self.first = {i: [p for p in order if field.level[p] == i] for i in range(len(field.groups))}
        self.merged: set[int] = set()
        self.times: dict[tuple[int, int], int] = {}
        self.urns: dict[Section, Seats] = {}
        self.failed: dict[int, int] = {}
        self.dealt: dict[Section, Hand] = {}

    def settle(self) -> Pairs | None:
        """The pairs; None if there is no pairing without barred pairs."""
        sections = self.field.plan(self.merged)
        while sections is not None:
            for section in sections:
                if section not in self.dealt:
                    self.dealt[section] = self.deal(section)
            hands = [self.dealt[section] for section in sections]
            links = [list(zip(up[1], down[0], strict=True)) for up, down in pairwise(hands)]
            bad = [i for i, link in enumerate(links) if self.any_barred(link)]
            if not bad:
                return [pair for hand in hands for pair in hand[2]] + [
                    pair for link in links for pair in link
                ]
            sections = self.deal_again(sections, bad)
        return None

    def any_barred(self, pairs: Iterable[tuple[int, int]]) -> bool:
        return any(self.field.barred(a, b) for a, b in pairs)

    def label(self, section: Section) -> str:
        at = section[:2]
        self.times[at] = self.times.get(at, 0) + 1
        return f"pairing/{section[0]}-{section[1]}/{self.times[at]}"

    def deal(self, section: Section) -> Hand:
        if section[0] == section[1] and section not in self.urns:
            group = self.field.groups[section[0]]
            order = self.first.pop(section[0], None)
            hand = order and self.cards(section, order)
            for _ in range(TRIES_SMALL if len(group) <= SMALL else TRIES):
                hand = hand or self.by_picks(section, list(group))
            if hand:
                return hand
            if len(group) > LARGE:
                raise Beyond(len(group))
        return self.from_urn(section)

    def cards(self, section: Section, order: list[int]) -> Hand | None:
        """The first meet those from above, the last leave, the others meet as neighbours."""
        end = len(order) - section[3]
        inside = order[section[2] : end]
        pairs = list(zip(inside[::2], inside[1::2], strict=True))
        return None if self.any_barred(pairs) else (order[: section[2]], order[end:], pairs)

    def by_picks(self, section: Section, left: list[int]) -> Hand | None:
        """Those who cross a border are taken out one by one, then the pairs, up to the first barred one."""
        inside = len(left) - section[2] - section[3]
        sizes = [*range(len(left), inside, -1), *range(inside - 1, 0, -2)]
        alone: list[int] = []
        pairs: Pairs = []
        for i in picks(self.key, self.label(section), sizes):
            if len(left) > inside:
                alone.append(left[i])
            else:
                pairs.append((left.pop(), left[i]))
                if self.any_barred(pairs[-1:]):
                    return None
            left[i] = left[-1]
            left.pop()
        return alone[: section[2]], alone[section[2] :], pairs

    def from_urn(self, section: Section) -> Hand:
        """One of all best arrangements; seats: from above, the players from the top, below."""
        first, last, entering, leaving = section
        players = [p for group in self.field.groups[first : last + 1] for p in group]
        end = entering + len(players)
        if section not in self.urns:
            self.urns[section] = Seats(end + leaving, self.field.price(section, players))
        edges = self.urns[section].draw(dice(self.key, self.label(section)))
        takers = [players[v - entering] for u, v in edges if u < entering]
        leavers = [players[u - entering] for v, u in sorted((v, u) for u, v in edges) if v >= end]
        inside = [(players[u - entering], players[v - entering]) for u, v in edges if entering <= u < v < end]
        return takers, leavers, inside

    def deal_again(self, sections: list[Section], bad: list[int]) -> list[Section] | None:
        """After barred links: merge the sections of a hopeless one, else forget what could have caused it."""
        stuck = set()
        for i in bad:
            border = sections[i][1]
            self.failed[border] = self.failed.get(border, 0) + 1
            if self.failed[border] > PATIENCE or self.hopeless(border):
                stuck.add(border)
        if stuck:
            return self.merge(sections, stuck)
        touched = sorted({j for i in bad for j in (i, i + 1)})
        for i in touched:
            takers, leavers, _ = self.dealt[sections[i]]
            for j, ours, side in ((i - 1, takers, 1), (i + 1, leavers, 0)):
                if ours and j not in touched:
                    group = self.field.groups[sections[j][side]]
                    if self.any_barred((a, b) for a in ours for b in group):
                        touched.append(j)
        for i in touched:
            del self.dealt[sections[i]]
        return sections

    def hopeless(self, border: int) -> bool:
        upper, lower = self.field.groups[border], self.field.groups[border + 1]
        return len(upper) * len(lower) <= FEW and all(self.field.barred(a, b) for a in upper for b in lower)

    def merge(self, sections: list[Section], borders: set[int]) -> list[Section] | None:
        """Plan again; a dealt section is kept if no chain of floats, old or new, ties it to a new one."""
        self.merged |= borders
        fresh = self.field.plan(self.merged)
        if fresh is None:
            return None
        keep, before = set(fresh) & set(self.dealt), -1
        while before != len(keep):
            before = len(keep)
            for chain in _chains(sections) + _chains(fresh):
                if not keep.issuperset(chain):
                    keep.difference_update(chain)
        self.dealt = {section: hand for section, hand in self.dealt.items() if section in keep}
        return fresh


def _chains(sections: list[Section]) -> list[list[Section]]:
    """Runs that floats tie together."""
    chains: list[list[Section]] = []
    for section in sections:
        if section[2]:
            chains[-1].append(section)
        else:
            chains.append([section])
    return chains
