"""Random inside score groups (COM-PAIR-4, COM-PAIR-5, COM-PAIR-6): uniform among all best pairings.

Each run is dealt on its own: by lots, again and again until no pair is barred, or from
an urn that holds all its best arrangements.  Then the floaters look at the players they
would meet.  If a link is barred, the two runs are dealt again, together with every
neighbour whose link might have been barred too (partial rejection sampling, exact).
A link that fails for long is glued: the two runs become one, arranged exactly.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from dataclasses import field as data_field
from itertools import chain, islice

from komandor.core.ids import PlayerNo
from komandor.core.lots import Dice, Lots
from komandor.core.pairing.counting import Switcher, Urn
from komandor.core.pairing.entrant import Pair
from komandor.core.pairing.field import Field
from komandor.core.pairing.runs import Planner, Run
from komandor.core.pairing.strict import Seats, field_best, run_best, seats

FAIRLY_SMALL = 12  # players that are better counted than dealt again and again
PATIENCE = 25  # times that a link may fail before its border is glued
LARGE = 400  # groups beyond this are never written down pair by pair


@dataclass(slots=True)
class Arrangement:
    """One run as dealt: who meets the players from above, who meets inside, who goes below."""

    takers: list[PlayerNo]
    leavers: list[PlayerNo]
    pairs: list[Pair]


@dataclass(slots=True)
class Dealer:
    """Deals runs, each time from a label of its own."""

    field: Field
    lots: Lots
    first: dict[int, list[PlayerNo]]  # group → its players by the round's lots
    times: dict[tuple[int, int], int] = data_field(default_factory=dict)
    urns: dict[Run, tuple[Seats, Urn]] = data_field(default_factory=dict)

    def label(self, run: Run) -> str:
        key = (run.first, run.last)
        self.times[key] = self.times.get(key, 0) + 1
        return f"pairing/{run.first}-{run.last}/{self.times[key]}"

    def deal(self, run: Run) -> Arrangement:
        if run.first == run.last and run not in self.urns:
            dealt = self._by_lots(run)
            if dealt:
                return dealt
            if len(self.field.groups[run.first]) > LARGE:
                return self._by_switching(run)
        return self._from_urn(run)

    def _by_lots(self, run: Run) -> Arrangement | None:
        group = self.field.groups[run.first]
        order = self.first.pop(run.first, None)
        if order:
            end = len(order) - run.leaving
            ones, others = order[run.entering : end : 2], order[run.entering + 1 : end : 2]
            if self.field.clean(zip(ones, others, strict=True)):
                pairs = list(zip(ones, others, strict=True))
                return Arrangement(order[: run.entering], order[end:], pairs)
        for _ in range(8 if len(group) <= FAIRLY_SMALL else 150):
            dealt = self._again(run, list(group))
            if dealt:
                return dealt
        return None

    def _again(self, run: Run, left: list[PlayerNo]) -> Arrangement | None:
        """Take players out one by one and pair by pair; give up at the first barred pair."""
        single = run.entering + run.leaving
        inside = len(left) - single
        picks = self.lots.picks(
            chain(range(len(left), inside, -1), range(inside - 1, 0, -2)), self.label(run)
        )
        alone = []
        for i in islice(picks, single):
            alone.append(left[i])
            left[i] = left[-1]
            left.pop()
        ones, others = [], []
        met, apart = self.field.met, self.field.apart
        for i in picks:
            a = left.pop()
            b = left[i]
            if b in met[a] or a in met[b] or (apart and self.field.barred(a, b)):
                return None
            ones.append(a)
            others.append(b)
            left[i] = left[-1]
            left.pop()
        pairs = list(zip(ones, others, strict=True))
        return Arrangement(alone[: run.entering], alone[run.entering :], pairs)

    def _from_urn(self, run: Run) -> Arrangement:
        if run not in self.urns:
            seat = seats(self.field, run)
            self.urns[run] = seat, Urn(seat.size, run_best(self.field, run))
        seat, urn = self.urns[run]
        return _seated(urn.draw(Dice(self.lots, self.label(run))), seat)

    def _by_switching(self, run: Run) -> Arrangement:
        """A large and crowded group: mend what is barred, then switch pairs at random (PAIRING, point 3)."""
        seat = seats(self.field, run)
        order = self.lots.shuffled(range(seat.entering, seat.entering + len(seat.players)), self.label(run))
        inside = order[run.entering : len(order) - run.leaving]
        pairs = list(zip(inside[::2], inside[1::2], strict=True))
        pairs += zip(range(run.entering), order, strict=False)
        below = range(seat.size - run.leaving, seat.size)
        pairs += zip(order[len(order) - run.leaving :], below, strict=True)

        def legal(edge: tuple[int, int]) -> bool:
            a, b = seat.player(edge[0]), seat.player(edge[1])
            if a is None or b is None:
                return a is not b
            return not self.field.barred(a, b)

        pairs = [(min(p), max(p)) for p in pairs]
        if not _mend(pairs, legal):
            return self._from_urn(run)
        return _seated(Switcher(pairs, legal).draw(Dice(self.lots, self.label(run))), seat)


def _mend(pairs: list[tuple[int, int]], legal: Callable[[tuple[int, int]], bool]) -> bool:
    """Switch every barred pair with one that makes both good; false when none does."""
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


def _seated(edges: Iterable[tuple[int, int]], seat: Seats) -> Arrangement:
    takers: dict[int, PlayerNo] = {}
    leavers: dict[int, PlayerNo] = {}
    pairs: list[Pair] = []
    for u, v in edges:
        a, b = seat.player(min(u, v)), seat.player(max(u, v))
        if a is not None and b is not None:
            pairs.append((a, b))
        elif b is not None:
            takers[min(u, v)] = b
        elif a is not None:
            leavers[max(u, v)] = a
    return Arrangement([takers[w] for w in sorted(takers)], [leavers[w] for w in sorted(leavers)], pairs)


class Table:
    """All runs as they lie, and the links between them."""

    def __init__(self, field: Field, lots: Lots, planner: Planner, runs: list[Run]) -> None:
        lot = lots.by_player(field.entrants, "pairing")
        first = {i: sorted(group, key=lot.__getitem__) for i, group in enumerate(field.groups)}
        self.field, self.planner, self.runs = field, planner, runs
        self.dealer = Dealer(field, lots, first)
        self.dealt: dict[Run, Arrangement] = {}
        self.failed: dict[int, int] = {}  # border → how often its link was barred

    def link(self, i: int) -> list[Pair]:
        """The pairs over the border between run i and run i+1."""
        above, below = self.dealt[self.runs[i]], self.dealt[self.runs[i + 1]]
        return list(zip(above.leavers, below.takers, strict=True))

    def settle(self) -> list[Pair] | None:
        """Deal until every link is clean."""
        while True:
            for run in self.runs:
                if run not in self.dealt:
                    self.dealt[run] = self.dealer.deal(run)
            bad = [i for i in range(len(self.runs) - 1) if not self.field.clean(self.link(i))]
            if not bad:
                break
            if not self._again(bad):
                return None
        pairs = [pair for run in self.runs for pair in self.dealt[run].pairs]
        return pairs + [pair for i in range(len(self.runs) - 1) for pair in self.link(i)]

    def _again(self, bad: list[int]) -> bool:
        stuck = []
        for i in bad:
            border = self.runs[i].last
            self.failed[border] = self.failed.get(border, 0) + 1
            if self.failed[border] > PATIENCE or self._hopeless(i):
                stuck.append(border)
        if stuck:
            return self._glue(stuck)
        for i in self._touched(bad):
            del self.dealt[self.runs[i]]
        return True

    def _hopeless(self, i: int) -> bool:
        """Whether nobody at the border may meet anybody beyond it."""
        upper = self.field.groups[self.runs[i].last]
        lower = self.field.groups[self.runs[i + 1].first]
        if len(upper) * len(lower) > 60:
            return False
        return all(self.field.barred(a, b) for a in upper for b in lower)

    def _touched(self, bad: list[int]) -> set[int]:
        """Runs to deal again: at a barred link, or at a link that these hands might have barred."""
        touched = {j for i in bad for j in (i, i + 1)}
        queue = sorted(touched)
        for i in queue:
            hand = self.dealt[self.runs[i]]
            for j, ours in ((i - 1, hand.takers), (i + 1, hand.leavers)):
                if j not in touched and ours and self._may_bar(ours, j, below=j > i):
                    touched.add(j)
                    queue.append(j)
        return touched

    def _may_bar(self, ours: list[PlayerNo], j: int, below: bool) -> bool:
        run = self.runs[j]
        group = self.field.groups[run.first if below else run.last]
        return any(self.field.barred(a, b) for a in ours for b in group)

    def _glue(self, borders: list[int]) -> bool:
        """Glue, plan anew, and deal again whatever changed and all that hangs on it."""
        for border in borders:
            self.planner.glue(border)
        runs = self.planner.plan()
        if runs is None:
            return False
        keep, before = set(runs) & set(self.dealt), -1
        while before != len(keep):
            before = len(keep)
            for hanging in _chains(self.runs) + _chains(runs):
                if not keep.issuperset(hanging):
                    keep.difference_update(hanging)
        self.runs = runs
        self.dealt = {run: hand for run, hand in self.dealt.items() if run in keep}
        return True


def _chains(runs: list[Run]) -> list[list[Run]]:
    """Runs that hang together by floaters."""
    chains: list[list[Run]] = []
    for run in runs:
        if run.entering:
            chains[-1].append(run)
        else:
            chains.append([run])
    return chains


def pair_random(field: Field, lots: Lots) -> list[Pair] | None:
    """A clean best pairing, uniform among all; None when every pairing has a barred pair."""
    planner = Planner(field)
    runs = planner.plan()
    return Table(field, lots, planner, runs).settle() if runs is not None else None


def pair_whole(field: Field, lots: Lots, apart: bool) -> list[Pair]:
    """The same where rematches or travel groups cannot be avoided: the field as one run."""
    seat, found = field_best(field, apart)
    urn = Urn(seat.size, found)
    return _seated(urn.draw(Dice(lots, "pairing/whole")), seat).pairs
