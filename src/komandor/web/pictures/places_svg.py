"""The picture of places by round: where its lines, dots and labels are drawn. It holds no words.

One column for each round, one row for each place that somebody shown had (a dozen at most on the projector,
two on a page; places further down close up at the bottom); a line for each player ends at their name.
Lines differ by their dashes, so that they can be told apart without colour.
`templates/components/places.html` draws it.
"""

from dataclasses import dataclass

from komandor.app.queries.everybody.progress import Places
from komandor.core.ids import PlayerNo

WIDE, ROW = 560, 26  # from the first round to the last; one place
NARROW, BROAD = 64, 100  # from one round to the next; with three rounds a phone shows the names as well
HALL, LEAST = 2.1, 480  # the projector is so much wider than high; from the first round to the last at least
LOWEST, PAGE = 12, 24  # rows on the projector, so that type stays large; on a page, so that it fits a screen
LEFT, TOP, NAMES = 34, 26, 230
DASHES = ("", "9 4", "3 4", "12 3 3 3")


@dataclass(frozen=True, slots=True)
class PlaceLine:
    player: PlayerNo
    place: int  # the last one
    path: str
    dots: tuple[tuple[int, int, int], ...]  # x, y, place
    end: tuple[int, int]  # where the name stands
    dashes: str
    best: bool


@dataclass(frozen=True, slots=True)
class Chart:
    width: int
    height: int
    heads: tuple[tuple[int, int], ...]  # round, x
    lines: tuple[PlaceLine, ...]


def chart(view: Places, wide: bool = False, names: int = NAMES) -> Chart:
    """Rows are the places that occur, in order, so that nobody far down makes the picture tall.

    `names` is the room for those.
    """
    rows = _rows(view, LOWEST if wide else PAGE)
    used = sorted({row for column in rows for row in column.values()})
    heights = {row: TOP + ROW * n + ROW // 2 for n, row in enumerate(used)}
    steps = max(1, len(view.rounds) - 1)
    high = TOP + ROW * max(len(used), len(view.paths))
    hall = max(LEAST, int(HALL * high) - LEFT - names)
    across = max(NARROW, hall // steps) if wide else min(BROAD, max(NARROW, WIDE // steps))
    xs = [LEFT + across * n for n in range(len(view.rounds))]
    lines: list[PlaceLine] = []
    taken: set[int] = set()
    for n, path in enumerate(view.paths):
        columns = zip(xs, rows, path.places, strict=True)
        dots = tuple((x, heights[row[place]], place) for x, row, place in columns if place)
        if not dots:
            continue
        lower = range(dots[-1][1], dots[-1][1] + ROW * len(view.paths), ROW if wide else 16)
        y = next(y for y in lower if y not in taken)
        taken.add(y)
        lines.append(
            PlaceLine(path.player, dots[-1][2], _curve(dots), dots, (xs[-1] + 18, y), DASHES[n % 4], n < 3)
        )
    bottom = max([TOP + ROW * len(used), *(line.end[1] + ROW // 2 for line in lines)])
    return Chart(xs[-1] + names, bottom + 6, tuple(zip(view.rounds, xs, strict=True)), tuple(lines))


def _rows(view: Places, lowest: int) -> list[dict[int, int]]:
    """For each round the row of every place; none below `lowest`, unless more players are shown."""
    out = []
    for n in range(len(view.rounds)):
        places = sorted({place for path in view.paths if (place := path.places[n])})
        last = max(lowest, len(places)) if places else 0
        out.append({place: min(place, last - len(places) + i) for i, place in enumerate(places, 1)})
    return out


def _curve(dots: tuple[tuple[int, int, int], ...]) -> str:
    """From dot to dot, level at both ends."""
    x, y, _ = dots[0]
    out = [f"M{x} {y}"]
    for nx, ny, _ in dots[1:]:
        middle = (x + nx) // 2
        out.append(f"C{middle} {y} {middle} {ny} {nx} {ny}")
        x, y = nx, ny
    return "".join(out)
