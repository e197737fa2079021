"""Runs: stretches of neighbouring score groups that are arranged on their own.

Going down from the top, each run is told how many players come to it from above, and
says how few can leave it below.  That is a lower bound for every pairing that did as
well above; where players really can be found who may meet across the borders, the
bound is reached and the pairing proven best.  Where a run would gain anything (or
lose nothing) by floats that start or end deeper than at its own border, the border is
glued, and the two runs become one.  At worst one run is the whole field.
"""

from dataclasses import dataclass

from komandor.core.ids import PlayerNo
from komandor.core.pairing.blossom import heaviest
from komandor.core.pairing.field import Field
from komandor.core.pairing.matching import left_over


@dataclass(frozen=True, slots=True)
class Run:
    """Groups `first` … `last`; `entering` players come from above, `leaving` go below."""

    first: int
    last: int
    entering: int
    leaving: int


@dataclass(frozen=True, slots=True)
class Steps:
    """Costs of floats as one integer each: crossings from the top border down, then squared steps.

    `depth` groups have depth-1 inner borders and one at the bottom.  Each digit is so
    wide that no sum of lower digits reaches it: this is an order, not a penalty.
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
        """A pair between two depths; `depth` itself stands for below the run."""
        return sum(map(self.border, range(upper, lower))) + self.square * (lower - upper) ** 2

    def enter(self, depth: int) -> int:
        """A player from just above the run meets one at this depth (the first step is paid above)."""
        crossed = sum(map(self.border, range(depth)))
        return crossed + self.square * ((depth + 1) ** 2 - 1)


class Planner:
    """Splits a field into runs, gluing borders as need arises."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.glued: set[int] = set()  # i = the border under group i
        self._spare: dict[int, int] = {}
        self._run: dict[tuple[int, int, int], Run | set[int]] = {}

    def glue(self, border: int) -> None:
        self.glued.add(border)

    def plan(self) -> list[Run] | None:
        """The runs from the top, after gluing whatever must be glued; None = there is no clean pairing."""
        while -1 not in self.glued:
            runs = self._try()
            if runs is not None:
                return runs
        return None

    def _try(self) -> list[Run] | None:
        runs: list[Run] = []
        first, entering, groups = 0, 0, len(self.field.groups)
        while first < groups:
            last = first
            while last in self.glued:
                last += 1
            run = self._analyse(first, last, entering)
            if not isinstance(run, Run):
                self.glued |= run
                return None
            runs.append(run)
            first, entering = last + 1, run.leaving
        return runs

    def _analyse(self, first: int, last: int, entering: int) -> Run | set[int]:
        key = (first, last, entering)
        if key not in self._run:
            self._run[key] = self._single(*key) if first == last else self._several(*key)
        return self._run[key]

    def _single(self, first: int, last: int, entering: int) -> Run | set[int]:
        size = len(self.field.groups[first])
        if entering > size:
            return {first - 1}
        spare = self.spare(first)
        leaving = spare - entering if spare > entering else (size - entering) % 2
        if leaving and last == len(self.field.groups) - 1:
            return {first - 1}
        return Run(first, last, entering, leaving)

    def spare(self, group: int) -> int:
        """How many of a group cannot be paired inside it, whatever the draw."""
        if group not in self._spare:
            players = self.field.groups[group]
            size = len(players)
            if 2 * (self.field.most_met(players) + 1) <= size:  # Dirac: all can be paired
                self._spare[group] = size % 2
            else:
                self._spare[group] = left_over(self.field.graph(players))
        return self._spare[group]

    def _several(self, first: int, last: int, entering: int) -> Run | set[int]:
        groups = self.field.groups[first : last + 1]
        players = [p for group in groups for p in group]
        depths = [d for d, group in enumerate(groups) for _ in group]
        ends = last == len(self.field.groups) - 1
        mate = self._relaxed(players, depths, entering, ends)
        glue = set()
        above = mate[len(players) :]
        if any(v < 0 or depths[v] > 0 for v in above):
            glue.add(first - 1)
        alone = [d for d, other in zip(depths, mate, strict=False) if other < 0]
        if alone and ends:
            glue.add(first - 1)
        elif any(d < depths[-1] for d in alone):
            glue.add(last)
        return glue or Run(first, last, entering, len(alone))

    def _relaxed(
        self, players: list[PlayerNo], depths: list[int], entering: int, ends: bool
    ) -> tuple[int, ...]:
        """The best way if those above and below would meet anybody: no real pairing does better.

        One unit is taken off whatever reaches past a border, for a tie must be glued as well.
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
