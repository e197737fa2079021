"""All best pairings of one section, or of the whole field if rematches cannot be avoided."""

from dataclasses import dataclass

from komandor.core.ids import PlayerNo
from komandor.core.pairing.entrant import ordered
from komandor.core.pairing.field import DrawField, games_ago, shares_group
from komandor.core.pairing.matching import Best, best, maximum
from komandor.core.pairing.sections import Section, Steps

Costs = dict[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Vertices:
    """The vertices of a section's graph: players from above, its own players, players below."""

    entering: int
    players: tuple[PlayerNo, ...]
    leaving: int

    @property
    def size(self) -> int:
        return self.entering + len(self.players) + self.leaving

    def player(self, vertex: int) -> PlayerNo | None:
        """The section's own player at a vertex; None for players above or below."""
        at = vertex - self.entering
        return self.players[at] if 0 <= at < len(self.players) else None


def vertices_of(field: DrawField, section: Section) -> Vertices:
    members = tuple(p for group in field.groups[section.first : section.last + 1] for p in group)
    return Vertices(section.entering, members, section.leaving)


def section_costs(field: DrawField, section: Section) -> Costs:
    """The costs of all allowed pairs of a section; floats start and end in the groups next to the border."""
    vertices = vertices_of(field, section)
    depth = {p: d for d, g in enumerate(field.groups[section.first : section.last + 1]) for p in g}
    steps = Steps(section.last - section.first + 1, vertices.size)
    inner = [[steps.cost(a, b) for b in range(steps.depth)] for a in range(steps.depth)]
    costs: Costs = {}
    shift = vertices.entering
    below = range(shift + len(vertices.players), vertices.size)
    for j, b in enumerate(vertices.players):
        if depth[b] == 0:
            costs.update({(w, j + shift): 0 for w in range(shift)})
        if depth[b] == steps.depth - 1:
            costs.update({(j + shift, w): 0 for w in below})
        for i, a in enumerate(vertices.players[:j]):
            if not field.barred(a, b):
                costs[i + shift, j + shift] = inner[depth[a]][depth[b]]
    return costs


def best_of_section(field: DrawField, section: Section) -> Best:
    """All best arrangements of a section."""
    costs = section_costs(field, section)
    size = vertices_of(field, section).size
    if section.first == section.last:
        return Best(tuple(maximum(_graph(size, costs))), tuple(sorted(costs)))
    found = best(size, costs)
    assert found is not None, "the planner proved that this section can be arranged"
    return found


def _graph(size: int, costs: Costs) -> list[list[int]]:
    near: list[list[int]] = [[] for _ in range(size)]
    for u, v in sorted(costs):
        near[u].append(v)
        near[v].append(u)
    return near


def field_costs(field: DrawField, apart: bool) -> tuple[Vertices, Costs]:
    """The costs of all pairs of a field in which barred pairs cannot be avoided.

    Digits from the highest: whether the organiser forbids it, whether it is a rematch, how recent
    (COM-PAIR-6, AMB-G11), crossings and squared steps, whether both are of one travel group (SWL-PAIR-3).
    """
    whole = Vertices(0, tuple(p for group in field.groups for p in group), 0)
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
            if ordered(a, b) in field.forbidden:
                cost += floats_end * size ** (oldest + 1)
            costs[i, j] = cost + (apart and shares_group(ea, eb))
    return whole, costs


def best_of_field(field: DrawField, apart: bool) -> tuple[Vertices, Best]:
    """All best pairings of a field in which barred pairs cannot be avoided."""
    whole, costs = field_costs(field, apart)
    found = best(whole.size, costs)
    assert found is not None, "everybody can meet somebody when rematches are allowed"
    return whole, found
