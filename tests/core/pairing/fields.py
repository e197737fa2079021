"""Small fields written down as on the blackboard."""

from komandor.core.pairing import Entrant


def field(points: dict[str, int], met: str = "", byes: str = "") -> tuple[list[Entrant], dict[str, int]]:
    """`field({"A": 2, "B": 1}, met="AB")`: names in order of rank, who met whom, who had byes."""
    number = {name: i for i, name in enumerate(points, 1)}
    seen: dict[str, list[int]] = {name: [] for name in points}
    for a, b in (pair.split("-") if "-" in pair else tuple(pair) for pair in met.split()):
        seen[a].append(number[b])
        seen[b].append(number[a])
    had = byes.split()
    entrants = [
        Entrant(
            player=number[n],
            points=p,
            rank=number[n],
            met=tuple(seen[n]),
            byes=had.count(n),
            apart=(),
            start=number[n],
        )
        for n, p in points.items()
    ]
    return entrants, number


def named(pairs, number: dict[str, int]) -> set[frozenset[str]]:
    name = {i: n for n, i in number.items()}
    return {frozenset((name[a], name[b])) for a, b in pairs}


def names(text: str) -> set[frozenset[str]]:
    return {frozenset(pair.split("-")) for pair in text.split()}
