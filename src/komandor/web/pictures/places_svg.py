"""The picture of places by round: where its axis, lines, dots and labels are drawn. It holds no words.

One column for each round and one scale for all places: each place is as far from the next as any other.
Everybody has a thin line; the best have a strong one that ends at their name. Where names need more room than
their places, they are moved apart, and a thin line leads from place to name. Strong lines differ by their
dashes, so that they can be told apart without colour. `templates/components/places.html` draws it;
`static/js/places.js` adds the line of whoever is looked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from komandor.app.queries.everybody.progress import Places
from komandor.core.ids import PlayerNo

WIDE = 960  # with axis and names; the page stretches it to its own width
HIGH, HALL = 560, 350  # from the first place to the last at most, on a page and on the projector
ROOMY, LEAST, HALL_LEAST = 36, 3, 1  # one place at most and at least, however many there are
NUMBERED = 20  # a dot as large as this holds its number
LEFT, TOP, BOTTOM = 76, 30, 8
LABEL, HALL_LABEL = 18, 34  # from one name to the next
LABELLED, HALL_LABELLED = 16, 8  # names at the ends of lines
LEADER = 34  # between the last round and the names
DASHES = ("", "9 4", "3 4", "12 3 3 3")
STEPS = ((12, 1), (30, 5), (100, 10), (250, 25))
"""The axis names each place up to 12 players, each fifth up to 30 …"""


@dataclass(frozen=True, slots=True)
class PlaceLine:
    player: PlayerNo
    place: int  # the last one
    path: str
    dots: tuple[tuple[float, float, int], ...]  # x, y, place
    label: float  # at which height the name stands
    dashes: str
    best: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    width: int
    height: int
    heads: tuple[tuple[int, float], ...]  # round, x
    ticks: tuple[tuple[int, float], ...]  # place, y
    lines: tuple[PlaceLine, ...]  # of the best
    rest: str  # one path with the lines of all others
    unit: float  # one place
    first: float  # the height of place 1
    left: int
    right: float  # the first and the last round
    names: float  # where names begin
    numbered: bool  # dots are large enough for their numbers


def chart(view: Places, wide: bool = False, names: int = 200) -> Chart:
    """All places on one scale; `wide`: for the projector, with few names; `names` is the room for them."""
    lowest = max((place for path in view.paths for place in path.places if place), default=1)
    most, gap = (HALL_LABELLED, HALL_LABEL) if wide else (LABELLED, LABEL)
    least, high = (HALL_LEAST, HALL) if wide else (LEAST, HIGH)
    unit = max(least, min(ROOMY, high / lowest))
    right = WIDE - names - LEADER
    step = (right - LEFT) / max(1, len(view.rounds) - 1)
    xs = [round(LEFT + step * n, 1) for n in range(len(view.rounds))]
    first = TOP + unit / 2

    def height(place: int) -> float:
        return round(first + (place - 1) * unit, 1)

    dotted = [
        (path.player, tuple((x, height(p), p) for x, p in zip(xs, path.places, strict=True) if p))
        for path in view.paths
    ]
    known = [(player, dots) for player, dots in dotted if dots]
    best = known if unit >= gap else known[:most]
    ends = _apart([dots[-1][1] for _, dots in best], gap)
    lines = tuple(
        PlaceLine(player, dots[-1][2], _line(dots), dots, end, DASHES[n % 4], n < 3)
        for n, ((player, dots), end) in enumerate(zip(best, ends, strict=True))
    )
    bottom = max([TOP + unit * lowest, *(end + gap / 2 for end in ends)])
    return Chart(
        width=WIDE,
        height=round(bottom) + BOTTOM,
        heads=tuple(zip(view.rounds, xs, strict=True)),
        ticks=tuple((place, height(place)) for place in _ticks(lowest)),
        lines=lines,
        rest="".join(_line(dots) for _, dots in known[len(best) :]),
        unit=unit,
        first=first,
        left=LEFT,
        right=right,
        names=right + LEADER,
        numbered=unit >= NUMBERED,
    )


def _apart(heights: Sequence[float], gap: float) -> list[float]:
    """The heights in order, each at least `gap` below the one before."""
    out: list[float] = []
    for y in heights:
        out.append(max(y, out[-1] + gap) if out else y)
    return out


def _ticks(lowest: int) -> list[int]:
    """The places that the axis names: the first, the last, and round numbers between them."""
    step = next((step for most, step in STEPS if lowest <= most), 100)
    between = [n for n in range(step, lowest, step) if n > 1 and (step == 1 or lowest - n > step / 2)]
    return [1, *between, *([lowest] if lowest > 1 else [])]


def _line(dots: Sequence[tuple[float, float, int]]) -> str:
    """Straight from place to place."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y, _ in dots)
