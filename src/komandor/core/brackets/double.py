"""Double elimination for 4, 8 and 16 players: the posters of SWL-DE-3, game by game (SWL-DE-1, SWL-DE-2).

Each line is one round, each word one game: `1-8` is seed 1 against seed 8, `W7-L6` is the
winner of game 7 against the loser of game 6.  Games are numbered in reading order.
"""

from collections.abc import Mapping

from komandor.core.brackets.plan import BracketMatch, BracketPlan, BracketSide, LoserOf, Slot, read, source
from komandor.core.reasons import Refusal, refuse

POSTERS: Mapping[int, str] = {
    4: """
        1-4 2-3
        W1-W2 L1-L2
        W4-L3
        W3-W5
        W6-L6
    """,
    8: """
        1-8 4-5 2-7 3-6
        W1-W2 W3-W4 L1-L2 L3-L4
        W5-W6 W7-L6 W8-L5
        W10-W11
        W12-L9
        W9-W13
        W14-L14
    """,
    16: """
        1-16 8-9 5-12 4-13 3-14 6-11 7-10 2-15
        L1-L2 L3-L4 L5-L6 L7-L8 W1-W2 W3-W4 W5-W6 W7-W8
        W9-L16 W10-L15 W11-L14 W12-L13 W13-W14 W15-W16
        W17-W18 W19-W20
        W23-L21 W24-L22 W21-W22
        W25-W26
        W28-L27
        W27-W29
        W30-L30
    """,
}
SIZES = tuple(POSTERS)


def double(players: int) -> BracketPlan | Refusal:
    """The smallest poster with enough seeds for the players; empty seeds become byes (SWL-DE-1, AMB-G31)."""
    size = next((size for size in SIZES if size >= players), None)
    if size is None or players < 2:
        return refuse("bracket.double_size", "SWL-DE-3", players=players, sizes=SIZES)
    return _plan(size, POSTERS[size].split("\n")[1:-1])


def _plan(size: int, poster: list[str]) -> BracketPlan:
    matches: list[BracketMatch] = []
    for round, line in enumerate(poster, 1):
        for k, (a, b) in enumerate(read(line), 1):
            side = _side(matches, a, b, last=len(poster) - round)
            matches.append(
                BracketMatch(number=len(matches) + 1, round=round, in_round=k, a=a, b=b, side=side)
            )
    return BracketPlan(2, size, tuple(matches))


def _side(matches: list[BracketMatch], a: Slot, b: Slot, last: int) -> BracketSide:
    """The last two games are the final and its repetition. Others are "upper" if nobody in them has lost."""
    if last < 2:
        return ("reset", "final")[last]
    fed_from_below = any(
        isinstance(slot, LoserOf) or ((game := source(slot)) and matches[game - 1].side == "lower")
        for slot in (a, b)
    )
    return "lower" if fed_from_below else "upper"
