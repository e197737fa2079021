"""A bracket on the projector: its parts, shown one after the other, so that each is read from afar.

The picture grows with its columns and rows, and its type shrinks with it. What is too large is parted: first
the upper from the lower bracket, then each into its halves; of many rounds the next ones are shown.
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
    whole = picture(view, first, sides, BOX)
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

    A single bracket shows the way to the final: quarter-finals and semi-finals with their scores stay.
    """
    left = [g.round for g in view.games if g.status in OPEN]
    final = next((g for g in view.games if g.side == "final"), view.games[-1])
    before = 1 if view.two_brackets else 2
    return max(1, int(min([*left, final.round - before])))


def _side(view: BracketView, first: int, sides: Sequence[str], root: int) -> tuple[Picture, ...]:
    """What leads to this game, parted until each picture is low enough."""
    made = picture(view, first, sides, BOX, root, SIDE_COLUMNS)
    below = next(g.feeds for g in view.games if g.number == root)
    if made.height <= TALLEST or not below:
        return (made,) if made.boxes else ()
    return tuple(part for game in below for part in _side(view, first, sides, game))
