"""Random pairing inside score groups: every best pairing is equally likely.

COM-PAIR-4, COM-PAIR-5, COM-PAIR-6.

Theory of operation
-------------------
`sections.py` says which groups are paired together and how many players cross each border. What is left is
to choose one of all best pairings by lot, so that each has *the same* chance, and so that anybody who knows
the key of the round can choose it again.

**The idea.** Rejection sampling: draw a pairing in the simplest way, and throw it away if it contains a pair
that may not meet. What survives is uniform, because every pairing was equally likely before and only those
that are not allowed were removed. For one group the lots order the players: the first ones meet those who
enter, the last ones leave, the others meet in neighbouring pairs. Small groups, and sections of several
groups, would be thrown away too often; they draw from an urn in which all best arrangements are counted
(`counting.py`).

**The trap.** It is tempting to repair a barred pair by exchanging it with a neighbour, or to draw only the
barred section again. Both favour some pairings. When the link between two sections is barred, the
arrangements that were thrown away tell something about their *neighbours* too: whichever neighbour could
have been barred by the rejected players must be drawn again as well, and its neighbours in turn
(`_touched`). This is partial rejection sampling; it is exactly uniform and does not start from the
beginning. A section whose link keeps failing (`PATIENCE`), or across whose border nobody may meet anybody,
is merged with the next one and counted exactly.

**The ways refused.** A random weight on every pair and one best matching: quick, and not uniform. A shuffle
followed by the first legal pairing of a search: players early in the order get the pairs they can have,
those at the end what is left. A seed kept by the program instead of lots by label: a second program could
not draw the same. Each try therefore has a label of its own, `pairing/first-last/try` (`Arranger.label`),
and the order of tries is part of what the verifiers repeat (docs/algorithms/draw.md).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from dataclasses import field as data_field
from itertools import chain, islice

from komandor.core.ids import PlayerNo
from komandor.core.lots import Dice, Lots
from komandor.core.pairing.best_pairings import Vertices, best_of_field, best_of_section, vertices_of
from komandor.core.pairing.counting import Switcher, Urn
from komandor.core.pairing.entrant import Pair
from komandor.core.pairing.field import DrawField
from komandor.core.pairing.sections import Planner, Section

FAIRLY_SMALL = 12  # groups up to this size are counted rather than arranged again and again
PATIENCE = 25  # how often a link may fail before its two sections are merged
LARGE = 400  # for larger groups the possible pairs are never listed


@dataclass(slots=True)
class Arrangement:
    """One way to pair a section."""

    takers: list[PlayerNo]  # who meets the players from above
    leavers: list[PlayerNo]  # who floats down to the next section
    pairs: list[Pair]


@dataclass(slots=True)
class Arranger:
    """Arranges sections by lots; each attempt has its own label."""

    field: DrawField
    lots: Lots
    first: dict[int, list[PlayerNo]]  # group → its players in the order of their lots
    times: dict[tuple[int, int], int] = data_field(default_factory=dict)
    urns: dict[Section, tuple[Vertices, Urn]] = data_field(default_factory=dict)

    def label(self, section: Section) -> str:
        key = (section.first, section.last)
        self.times[key] = self.times.get(key, 0) + 1
        return f"pairing/{section.first}-{section.last}/{self.times[key]}"

    def arrange(self, section: Section) -> Arrangement:
        if section.first == section.last and section not in self.urns:
            arrangement = self._by_lots(section)
            if arrangement:
                return arrangement
            if len(self.field.groups[section.first]) > LARGE:
                return self._by_switching(section)
        return self._from_urn(section)

    def _by_lots(self, section: Section) -> Arrangement | None:
        group = self.field.groups[section.first]
        order = self.first.pop(section.first, None)
        if order:
            end = len(order) - section.leaving
            ones, others = order[section.entering : end : 2], order[section.entering + 1 : end : 2]
            if self.field.clean(zip(ones, others, strict=True)):
                pairs = list(zip(ones, others, strict=True))
                return Arrangement(order[: section.entering], order[end:], pairs)
        for _ in range(8 if len(group) <= FAIRLY_SMALL else 150):
            arrangement = self._again(section, list(group))
            if arrangement:
                return arrangement
        return None

    def _again(self, section: Section, left: list[PlayerNo]) -> Arrangement | None:
        """Draw those who cross a border one by one, then the pairs; give up at the first barred pair."""
        single = section.entering + section.leaving
        inside = len(left) - single
        picks = self.lots.picks(
            chain(range(len(left), inside, -1), range(inside - 1, 0, -2)), self.label(section)
        )
        alone = []
        for i in islice(picks, single):
            alone.append(left[i])
            left[i] = left[-1]
            left.pop()
        ones, others = [], []
        bars, apart = self.field.bars, self.field.apart
        for i in picks:
            a = left.pop()
            b = left[i]
            if b in bars[a] or a in bars[b] or (apart and self.field.barred(a, b)):
                return None
            ones.append(a)
            others.append(b)
            left[i] = left[-1]
            left.pop()
        pairs = list(zip(ones, others, strict=True))
        return Arrangement(alone[: section.entering], alone[section.entering :], pairs)

    def _from_urn(self, section: Section) -> Arrangement:
        if section not in self.urns:
            vertices = vertices_of(self.field, section)
            found = best_of_section(self.field, section)
            self.urns[section] = vertices, Urn(vertices.size, found)
        vertices, urn = self.urns[section]
        return _arranged(urn.draw(Dice(self.lots, self.label(section))), vertices)

    def _by_switching(self, section: Section) -> Arrangement:
        """A large group with many barred pairs: repair those, then switch pairs at random.

        docs/algorithms/draw.md, "Lots", point 3.
        """
        vertices = vertices_of(self.field, section)
        own = range(vertices.entering, vertices.entering + len(vertices.players))
        order = self.lots.shuffled(own, self.label(section))
        inside = order[section.entering : len(order) - section.leaving]
        pairs = list(zip(inside[::2], inside[1::2], strict=True))
        pairs += zip(range(section.entering), order, strict=False)
        below = range(vertices.size - section.leaving, vertices.size)
        pairs += zip(order[len(order) - section.leaving :], below, strict=True)

        def legal(edge: tuple[int, int]) -> bool:
            a, b = vertices.player(edge[0]), vertices.player(edge[1])
            if a is None or b is None:
                return a is not b
            return not self.field.barred(a, b)

        pairs = [(min(p), max(p)) for p in pairs]
        if not _repair(pairs, legal):
            return self._from_urn(section)
        return _arranged(Switcher(pairs, legal).draw(Dice(self.lots, self.label(section))), vertices)


def _repair(pairs: list[tuple[int, int]], legal: Callable[[tuple[int, int]], bool]) -> bool:
    """Exchange partners between each barred pair and another pair so that both are legal, if possible."""
    for i, (a, b) in enumerate(pairs):
        if legal((a, b)):
            continue
        for j, (c, d) in enumerate(pairs):
            one, two = (min(a, c), max(a, c)), (min(b, d), max(b, d))
            if i != j and legal(one) and legal(two):
                pairs[i], pairs[j] = one, two
                break
        else:
            return False
    return True


def _arranged(edges: Iterable[tuple[int, int]], vertices: Vertices) -> Arrangement:
    takers: dict[int, PlayerNo] = {}
    leavers: dict[int, PlayerNo] = {}
    pairs: list[Pair] = []
    for u, v in edges:
        a, b = vertices.player(min(u, v)), vertices.player(max(u, v))
        if a is not None and b is not None:
            pairs.append((a, b))
        elif b is not None:
            takers[min(u, v)] = b
        elif a is not None:
            leavers[max(u, v)] = a
    return Arrangement([takers[w] for w in sorted(takers)], [leavers[w] for w in sorted(leavers)], pairs)


class SectionDraw:
    """The random draw of all sections and of the links between them."""

    def __init__(self, field: DrawField, lots: Lots, planner: Planner, sections: list[Section]) -> None:
        lot = lots.by_player(field.entrants, "pairing")
        first = {i: sorted(group, key=lot.__getitem__) for i, group in enumerate(field.groups)}
        self.field, self.planner, self.sections = field, planner, sections
        self.arranger = Arranger(field, lots, first)
        self.arranged: dict[Section, Arrangement] = {}
        self.failed: dict[int, int] = {}  # border → how often its link was barred

    def link(self, i: int) -> list[Pair]:
        """The pairs over the border between section i and section i+1."""
        above, below = self.arranged[self.sections[i]], self.arranged[self.sections[i + 1]]
        return list(zip(above.leavers, below.takers, strict=True))

    def settle(self) -> list[Pair] | None:
        """Arrange until no link is barred; None if that is impossible."""
        while True:
            for section in self.sections:
                if section not in self.arranged:
                    self.arranged[section] = self.arranger.arrange(section)
            bad = [i for i in range(len(self.sections) - 1) if not self.field.clean(self.link(i))]
            if not bad:
                break
            if not self._again(bad):
                return None
        pairs = [pair for section in self.sections for pair in self.arranged[section].pairs]
        return pairs + [pair for i in range(len(self.sections) - 1) for pair in self.link(i)]

    def _again(self, bad: list[int]) -> bool:
        stuck = []
        for i in bad:
            border = self.sections[i].last
            self.failed[border] = self.failed.get(border, 0) + 1
            if self.failed[border] > PATIENCE or self._hopeless(i):
                stuck.append(border)
        if stuck:
            return self._merge(stuck)
        for i in self._touched(bad):
            del self.arranged[self.sections[i]]
        return True

    def _hopeless(self, i: int) -> bool:
        """Whether all pairs across the border are barred."""
        upper = self.field.groups[self.sections[i].last]
        lower = self.field.groups[self.sections[i + 1].first]
        if len(upper) * len(lower) > 60:
            return False
        return all(self.field.barred(a, b) for a in upper for b in lower)

    def _touched(self, bad: list[int]) -> set[int]:
        """Sections to arrange again: at a barred link, or at a link that their players might have barred."""
        touched = {j for i in bad for j in (i, i + 1)}
        queue = sorted(touched)
        for i in queue:
            arrangement = self.arranged[self.sections[i]]
            for j, ours in ((i - 1, arrangement.takers), (i + 1, arrangement.leavers)):
                if j not in touched and ours and self._may_bar(ours, j, below=j > i):
                    touched.add(j)
                    queue.append(j)
        return touched

    def _may_bar(self, ours: list[PlayerNo], j: int, below: bool) -> bool:
        section = self.sections[j]
        group = self.field.groups[section.first if below else section.last]
        return any(self.field.barred(a, b) for a in ours for b in group)

    def _merge(self, borders: list[int]) -> bool:
        """Merge sections, plan again, and forget the arrangements that the change affects."""
        for border in borders:
            self.planner.merge(border)
        sections = self.planner.plan()
        if sections is None:
            return False
        keep, before = set(sections) & set(self.arranged), -1
        while before != len(keep):
            before = len(keep)
            for linked in _chains(self.sections) + _chains(sections):
                if not keep.issuperset(linked):
                    keep.difference_update(linked)
        self.sections = sections
        self.arranged = {section: known for section, known in self.arranged.items() if section in keep}
        return True


def _chains(sections: list[Section]) -> list[list[Section]]:
    """Sections grouped by floaters: each chain is linked, and no link joins two chains."""
    chains: list[list[Section]] = []
    for section in sections:
        if section.entering:
            chains[-1].append(section)
        else:
            chains.append([section])
    return chains


def pair_random(field: DrawField, lots: Lots) -> list[Pair] | None:
    """A best pairing without barred pairs, uniform among all, or None (ARM-PAIR-1, CON-PAIR-1)."""
    planner = Planner(field)
    sections = planner.plan()
    if sections is None:
        return None
    return SectionDraw(field, lots, planner, sections).settle()


def pair_whole(field: DrawField, lots: Lots, apart: bool) -> list[Pair]:
    """A best pairing, uniform among all, if barred pairs cannot be avoided: the field is one section."""
    vertices, found = best_of_field(field, apart)
    urn = Urn(vertices.size, found)
    return _arranged(urn.draw(Dice(lots, "pairing/whole")), vertices).pairs
