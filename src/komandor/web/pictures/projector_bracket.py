"""A bracket on the projector: its parts, shown one after the other, so that each is read from afar.

The picture grows with its columns and rows, and its type shrinks with it. What is too large begins with the
next round; if that is too large too it is parted: first the upper from the lower bracket, then each into its
halves.
"""

from collections.abc import Sequence

from komandor.app.queries.everybody.bracket import BracketView
from komandor.web.pictures.bracket_svg import LAST, SIDES, Picture, picture

BOX = 330  # the width of a box
COLUMNS, SIDE_COLUMNS = 4, 3  # at most: of the whole, of a side
TALLEST = 690
OPEN = ("waiting", "playable")


def projector_pages(view: BracketView) -> tuple[Picture, ...]:
    """The pictures that the projector shows in turn."""
    first = first_round(view)
    final = view.games_of("final")[0]
    sides = SIDES if final.status not in OPEN else SIDES[:-1]
    for start in (1, first):
        whole = picture(view, start, sides, BOX)
        if whole.columns <= COLUMNS and whole.height <= TALLEST:
            return (whole,)
    if not view.two_brackets:
        return _side(view, first, sides, view.games[-1].number)
    out: tuple[Picture, ...] = ()
    for side in ("upper", "lower"):
        if own := [g for g in view.games_of(side) if g.round >= first]:
            out += _side(view, first, (side,), own[-1].number)
    return out if final.status == "waiting" else (*out, picture(view, 1, LAST, BOX))


def first_round(view: BracketView) -> int:
    """The first round that is shown: that of the earliest game left to play.

    The way to the final stays, with its scores: quarter-finals and semi-finals, or the last games of the
    upper and of the lower bracket.
    """
    left = [g.round for g in view.games if g.status in OPEN]
    final = next((g for g in view.games if g.side == "final"), view.games[-1])
    way = [g.round for g in view.games if g.number in final.feeds] if view.two_brackets else [final.round - 2]
    return max(1, int(min([*left, *way])))


def _side(view: BracketView, first: int, sides: Sequence[str], root: int) -> tuple[Picture, ...]:
    """The part of the bracket that leads to this game, divided until each picture fits."""
    made = picture(view, first, sides, BOX, root, SIDE_COLUMNS)
    below = next(g.feeds for g in view.games if g.number == root)
    if made.height <= TALLEST or not below:
        return (made,) if made.boxes else ()
    return tuple(part for game in below for part in _side(view, first, sides, game))
