"""The picture of a bracket: where its boxes and lines are drawn. It holds no words.

The picture is a tree read from its root: a game stands midway between the games whose winners meet in
it. Upper bracket above, lower bracket below it, the final and its repetition on the right.
`templates/components/bracket.html` draws it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from komandor.app.queries.everybody.bracket import BracketView, GameView
from komandor.core.ids import PlayerNo
from komandor.core.tournament.stage_kind import RoundPart

WIDE, TALL = 240, 64  # one box
ACROSS, DOWN = 44, 34  # free space between boxes; the game's number stands in it
HEAD = 40  # the heading of a bracket
LAST = ("final", "reset")
SIDES = ("upper", "lower", *LAST)


@dataclass(frozen=True, slots=True)
class Box:
    game: GameView
    x: int
    y: int
    champion: bool = False  # who won it all won here


@dataclass(frozen=True, slots=True)
class Heading:
    part: RoundPart  # the round's name
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Picture:
    width: int
    height: int
    boxes: tuple[Box, ...]
    lines: tuple[str, ...]  # paths from winner to next game
    headings: tuple[Heading, ...]
    champion: tuple[str, ...] = ()  # those of the lines that the champion went
    columns: int = 1
    wide: int = WIDE  # one box


def picture(
    view: BracketView,
    first_round: int = 1,
    sides: Sequence[str] = SIDES,
    wide: int = WIDE,
    root: int = 0,
    most_columns: int = 0,
) -> Picture:
    """The whole bracket, or some sides of it from a round on, or what leads to one game.

    The projector asks for such parts, for wider boxes and for no more columns than can be read.
    """
    shown = _shown(view, sides, root)
    rounds = sorted({g.round for g in shown if g.round >= first_round})[: most_columns or None]
    games = [g for g in shown if g.round in rounds]
    placed: dict[int, tuple[int, int]] = {}
    headings: list[Heading] = []
    top = columns = 0
    for side in ("upper", "lower"):
        own = [g for g in games if g.side == side or (side == "upper" and not view.two_brackets)]
        if not own:
            continue
        spots = _tree(own)
        named = {spots[g.number][0]: g.part for g in own}
        headings += [Heading(part, column * (wide + ACROSS), top) for column, part in sorted(named.items())]
        top += HEAD
        placed.update({n: (column, top + y) for n, (column, y) in spots.items()})
        columns = max(columns, 1 + max(column for column, _ in spots.values()))
        top += _height(spots)
    if view.two_brackets:
        columns = _finals(games, placed, headings, columns, wide)
    boxes = tuple(
        Box(g, placed[g.number][0] * (wide + ACROSS), placed[g.number][1], _won_by(g, view.champion))
        for g in games
    )
    width = columns * (wide + ACROSS) - ACROSS
    bottom = max((b.y + TALL for b in boxes), default=0)
    lines, path = _lines(boxes, wide), _lines(boxes, wide, champion=True)
    return Picture(max(width, 0), bottom + 8, boxes, lines, tuple(headings), path, columns, wide)


def _shown(view: BracketView, sides: Sequence[str], root: int) -> list[GameView]:
    """The games of these sides in which somebody can play, or those of them that lead to one game."""
    kept = _leading_to(view, root) if root else {g.number for g in view.games}
    return [g for g in view.games if g.side in sides and not g.nobody and g.number in kept]


def _leading_to(view: BracketView, root: int) -> set[int]:
    """The numbers of this game and of all whose winners can reach it."""
    feeds = {g.number: g.feeds for g in view.games}
    return {root}.union(*(_leading_to(view, n) for n in feeds.get(root, ()) if n in feeds))


def _tree(games: Sequence[GameView]) -> dict[int, tuple[int, int]]:
    """Column and height of each game, leaves from top to bottom in the order in which their tree is read."""
    known = {g.number: g for g in games}
    fed = {n for g in games for n in g.feeds if n in known}
    spots: dict[int, tuple[int, int]] = {}
    leaves = 0

    def place(game: GameView) -> tuple[int, int]:
        nonlocal leaves
        below = [place(known[n]) for n in game.feeds if n in known]
        if below:
            spot = 1 + max(column for column, _ in below), sum(y for _, y in below) // len(below)
        else:
            spot = 0, DOWN // 2 + leaves * (TALL + DOWN)
            leaves += 1
        spots[game.number] = spot
        return spot

    for root in sorted((g for g in games if g.number not in fed), key=lambda g: (-g.round, g.number)):
        place(root)
    return _aligned(games, spots)


def _aligned(games: Sequence[GameView], spots: dict[int, tuple[int, int]]) -> dict[int, tuple[int, int]]:
    """Put the games of one round into one column, also where a branch is shorter."""
    rounds = sorted({g.round for g in games})
    column = {g.number: max(spots[g.number][0], rounds.index(g.round)) for g in games}
    return {n: (column[n], y) for n, (_, y) in spots.items()}


def _height(spots: dict[int, tuple[int, int]]) -> int:
    return max(y for _, y in spots.values()) + TALL + DOWN


def _finals(
    games: Sequence[GameView],
    placed: dict[int, tuple[int, int]],
    headings: list[Heading],
    columns: int,
    wide: int,
) -> int:
    """Put the final and its repetition right of both brackets, at mid-height; gives the number of columns."""
    middle = max((y for _, y in placed.values()), default=0) // 2
    for game in sorted((g for g in games if g.side in LAST), key=lambda g: g.round):
        placed[game.number] = (columns, middle)
        headings.append(Heading(game.part, columns * (wide + ACROSS), middle - HEAD - DOWN // 2))
        columns += 1
    return columns


def _won_by(game: GameView, champion: PlayerNo | None) -> bool:
    return champion is not None and any(side.won and side.player == champion for side in (game.a, game.b))


def _lines(boxes: tuple[Box, ...], wide: int, champion: bool = False) -> tuple[str, ...]:
    """From each game to the next; or only those that the champion went."""
    at = {box.game.number: box for box in boxes if box.champion or not champion}
    boxes = tuple(at.values())
    return tuple(_elbow(at[n], box, wide) for box in boxes for n in box.game.feeds if n in at)


def _elbow(start: Box, end: Box, wide: int) -> str:
    x1, y1, x2, y2 = start.x + wide, start.y + TALL // 2, end.x, end.y + TALL // 2
    return f"M{x1} {y1}H{x2 - ACROSS // 2}V{y2}H{x2}"
