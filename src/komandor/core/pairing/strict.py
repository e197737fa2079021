"""The best pairings of one run, or of the whole field when rematches cannot be avoided."""

from dataclasses import dataclass

from komandor.core.ids import PlayerNo
from komandor.core.pairing.field import Field, games_ago, shares_group
from komandor.core.pairing.matching import Best, best, maximum
from komandor.core.pairing.runs import Run, Steps

Costs = dict[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Seats:
    """Vertices of a run: who comes from above, the players, who is waited for below."""

    entering: int
    players: tuple[PlayerNo, ...]
    leaving: int

    @property
    def size(self) -> int:
        return self.entering + len(self.players) + self.leaving

    def player(self, vertex: int) -> PlayerNo | None:
        at = vertex - self.entering
        return self.players[at] if 0 <= at < len(self.players) else None


def seats(field: Field, run: Run) -> Seats:
    members = tuple(p for group in field.groups[run.first : run.last + 1] for p in group)
    return Seats(run.entering, members, run.leaving)


def run_costs(field: Field, run: Run) -> Costs:
    """Costs of all clean pairs of a run; floats over its borders start and end at the border."""
    seat = seats(field, run)
    depth = {p: d for d, g in enumerate(field.groups[run.first : run.last + 1]) for p in g}
    steps = Steps(run.last - run.first + 1, seat.size)
    inner = [[steps.cost(a, b) for b in range(steps.depth)] for a in range(steps.depth)]
    costs: Costs = {}
    shift = seat.entering
    below = range(shift + len(seat.players), seat.size)
    for j, b in enumerate(seat.players):
        if depth[b] == 0:
            costs.update({(w, j + shift): 0 for w in range(shift)})
        if depth[b] == steps.depth - 1:
            costs.update({(j + shift, w): 0 for w in below})
        for i, a in enumerate(seat.players[:j]):
            if not field.barred(a, b):
                costs[i + shift, j + shift] = inner[depth[a]][depth[b]]
    return costs


def run_best(field: Field, run: Run) -> Best:
    """All best ways to arrange a run."""
    costs = run_costs(field, run)
    size = seats(field, run).size
    if run.first == run.last:
        return Best(tuple(maximum(_graph(size, costs))), tuple(sorted(costs)))
    found = best(size, costs)
    assert found is not None, "the planner proved that this run can be arranged"
    return found


def _graph(size: int, costs: Costs) -> list[list[int]]:
    near: list[list[int]] = [[] for _ in range(size)]
    for u, v in sorted(costs):
        near[u].append(v)
        near[v].append(u)
    return near


def field_costs(field: Field, apart: bool) -> tuple[Seats, Costs]:
    """Costs of every pair of a field in which rematches or travel groups cannot be avoided.

    Digits from the highest: a rematch at all, how recent (COM-PAIR-6, AMB-G11),
    crossings and squared steps, one travel group (SWL-PAIR-3).
    """
    whole = Seats(0, tuple(p for group in field.groups for p in group), 0)
    depth = {p: d for d, g in enumerate(field.groups) for p in g}
    size = whole.size + 1
    steps = Steps(len(field.groups), whole.size)
    floats_end = size * steps.border(0) * size
    oldest = max((len(e.met) for e in field.entrants.values()), default=0) + 1
    costs: Costs = {}
    for j, b in enumerate(whole.players):
        for i, a in enumerate(whole.players[:j]):
            ea, eb = field.entrants[a], field.entrants[b]
            ago = games_ago(ea, eb)
            cost = size * steps.cost(depth[a], depth[b])
            if ago:
                cost += floats_end * (size**oldest + size ** (oldest - ago))
            costs[i, j] = cost + (apart and shares_group(ea, eb))
    return whole, costs


def field_best(field: Field, apart: bool) -> tuple[Seats, Best]:
    """All best pairings of such a field."""
    whole, costs = field_costs(field, apart)
    found = best(whole.size, costs)
    assert found is not None, "everybody can meet somebody when rematches are allowed"
    return whole, found
