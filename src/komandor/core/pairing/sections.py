"""Sections: neighbouring score groups that are paired together, apart from the others.

Theory of operation
-------------------
A Swiss round pairs players of equal points. Where that is impossible (an odd group, or people who have all
met), somebody *floats*: meets an opponent from another group. The criteria (`criteria.py`) count floats
border by border from the top: first as few pairs as possible across the highest border, then across the
next, and only then as few and as short steps as possible.

**The idea.** One best pairing of 500 players by one large matching would take seconds, and nobody needs it:
what happens at the bottom hardly ever matters at the top. So the field is cut at the borders between groups
and solved from the top down. Each section is told how many players float into it, and finds the smallest
number that must float out, while assuming that the players above and below could meet *anybody*. This
assumption makes the problem easier, so the number is a lower bound: no pairing that is as good above can do
better here. If, afterwards, real players are found who may meet across the borders, the bound is reached,
and the pairing is proven best without ever having looked at all of it.

**The trap.** The bound is only honest if a float starts in the last group of its section and ends in the
first group of the next one. A player who floats two groups down can sometimes save a crossing further
below, at equal cost above. So as soon as *some* best arrangement of a section reaches beyond a border (by
somebody who enters deeper than the first group or leaves from above the last one), even at equal cost, the
two sections are merged and solved as one. Merging too much costs time and changes nothing; merging too
little gives a pairing that is not best. In the worst case one section is the whole field.

**The ways refused.** Pairing group by group and sending the odd player down (what most programs do) is not
best: the player who is left over may have met everybody below. One weight that sums the criteria is wrong
as well: many small faults would outweigh a large one. The costs here (`Steps`) are one exact integer with a
digit for each criterion, wide enough that no sum of lower digits can carry into a higher one.
"""

from dataclasses import dataclass

from komandor.core.ids import PlayerNo
from komandor.core.pairing.blossom import heaviest
from komandor.core.pairing.field import DrawField
from komandor.core.pairing.matching import left_over


@dataclass(frozen=True, slots=True)
class Section:
    """Groups `first` … `last`; `entering` players come from above, `leaving` go below."""

    first: int
    last: int
    entering: int
    leaving: int


@dataclass(frozen=True, slots=True)
class Steps:
    """The cost of a float as one integer: crossed borders from the top down, then squared steps.

    `depth` groups have depth-1 inner borders and one at the bottom.  Each digit is so wide
    that lower digits can never add up to it, so costs are compared digit by digit.
    """

    depth: int
    players: int

    @property
    def square(self) -> int:
        return self.players + 1

    @property
    def bottom(self) -> int:
        return self.square * (self.players * (self.depth + 1) ** 2 + 1)

    def border(self, i: int) -> int:
        return self.bottom * int((self.players + 1) ** (self.depth - 1 - i))

    def cost(self, upper: int, lower: int) -> int:
        """The cost of a pair between two depths; `depth` itself means below the section."""
        return sum(map(self.border, range(upper, lower))) + self.square * (lower - upper) ** 2

    def enter(self, depth: int) -> int:
        """The cost of a pair between a player from above and one at this depth, without its first step."""
        crossed = sum(map(self.border, range(depth)))
        return crossed + self.square * ((depth + 1) ** 2 - 1)


class Planner:
    """Splits a field into sections, and merges them where needed."""

    def __init__(self, field: DrawField) -> None:
        self.field = field
        self.merged: set[int] = set()  # i: the border below group i is inside a section
        self._spare: dict[int, int] = {}
        self._analysed: dict[tuple[int, int, int], Section | set[int]] = {}

    def merge(self, border: int) -> None:
        """Make the groups on both sides of a border one section."""
        self.merged.add(border)

    def plan(self) -> list[Section] | None:
        """The sections from the top down; None if there is no pairing without barred pairs."""
        while -1 not in self.merged:
            sections = self._try()
            if sections is not None:
                return sections
        return None

    def _try(self) -> list[Section] | None:
        sections: list[Section] = []
        first, entering, groups = 0, 0, len(self.field.groups)
        while first < groups:
            last = first
            while last in self.merged:
                last += 1
            section = self._analyse(first, last, entering)
            if not isinstance(section, Section):
                self.merged |= section
                return None
            sections.append(section)
            first, entering = last + 1, section.leaving
        return sections

    def _analyse(self, first: int, last: int, entering: int) -> Section | set[int]:
        key = (first, last, entering)
        if key not in self._analysed:
            self._analysed[key] = self._single(*key) if first == last else self._several(*key)
        return self._analysed[key]

    def _single(self, first: int, last: int, entering: int) -> Section | set[int]:
        size = len(self.field.groups[first])
        if entering > size:
            return {first - 1}
        spare = self.spare(first)
        leaving = spare - entering if spare > entering else (size - entering) % 2
        if leaving and last == len(self.field.groups) - 1:
            return {first - 1}
        return Section(first, last, entering, leaving)

    def spare(self, group: int) -> int:
        """How many players of a group cannot be paired inside it in any draw."""
        if group not in self._spare:
            players = self.field.groups[group]
            size = len(players)
            if 2 * (self.field.most_barred(players) + 1) <= size:  # all can be paired (Dirac's theorem)
                self._spare[group] = size % 2
            else:
                self._spare[group] = left_over(self.field.graph(players))
        return self._spare[group]

    def _several(self, first: int, last: int, entering: int) -> Section | set[int]:
        groups = self.field.groups[first : last + 1]
        players = [p for group in groups for p in group]
        depths = [d for d, group in enumerate(groups) for _ in group]
        ends = last == len(self.field.groups) - 1
        mate = self._relaxed(players, depths, entering, ends)
        merge = set()
        above = mate[len(players) :]
        if any(v < 0 or depths[v] > 0 for v in above):
            merge.add(first - 1)
        alone = [d for d, other in zip(depths, mate, strict=False) if other < 0]
        if alone and ends:
            merge.add(first - 1)
        elif any(d < depths[-1] for d in alone):
            merge.add(last)
        return merge or Section(first, last, entering, len(alone))

    def _relaxed(
        self, players: list[PlayerNo], depths: list[int], entering: int, ends: bool
    ) -> tuple[int, ...]:
        """The best matching if players above and below could meet anybody: no real pairing is better.

        Floats that reach beyond a border cost one unit less, so that in a tie they are chosen and the
        sections are merged: with equal costs both ways must stay possible for the draw.
        """
        size, depth = len(players), depths[-1] + 1
        steps = Steps(depth, size + entering)
        enter = [steps.enter(d) - (d > 0) for d in range(depth)]
        leave = [steps.cost(d, depth) - (d < depth - 1) for d in range(depth)]
        through = steps.enter(depth) - 1
        if ends:
            through = steps.border(0) * (steps.players + 1) * 4
            leave = [through] * depth
        weights = {}
        for v, near in enumerate(self.field.graph(players)):
            down = leave[depths[v]]
            for u in near:
                if u < v:
                    weights[u, v] = leave[depths[u]] + down - steps.cost(depths[u], depths[v])
            for w in range(size, size + entering):
                weights[v, w] = down + through - enter[depths[v]]
        return heaviest(size + entering, weights).mate
