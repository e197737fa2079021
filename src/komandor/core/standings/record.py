"""Sums over the rounds of each player.

A `Line` is one round of one player.  The order of the lines does not matter.  The caller
chooses them: usually those of one stage (AMB-G9), of two where points carry over (AMB-C2).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, NamedTuple, cast

from komandor.core.ids import PlayerNo
from komandor.core.outcomes import PLAYED, WON, Outcome

BYES = frozenset({Outcome.BYE, Outcome.AWARDED_BYE})
NOT_PLAYED = frozenset({Outcome.MISSED, Outcome.FORFEIT_LOSS})


class RoundLine(NamedTuple):
    """How one round ended for one player.  A tuple for speed: a big event has a million of them."""

    player: PlayerNo
    opponent: PlayerNo | None
    outcome: Outcome | None  # None: no round, only bonus points
    points: int
    mov: int = 0
    round: int = 1
    deducted: int = (
        0  # points taken away by a sanction, or given (below 0) as a bonus; the result itself stays
    )


Adjustment = tuple[PlayerNo, bool, int]
"""Points that are taken away, or given (below 0), and whether in a round: only those can be fines."""


@dataclass(slots=True, kw_only=True)
class Records:
    """The sums of all players' lines: one list per quantity, indexed by player number.

    Player numbers start at 1 and have no gaps, so lists are the fastest container (a big event
    has a million lines).  `opponents` has one entry per match really played, so a legal rematch
    counts twice.  `scored` holds the points of the same matches, if they are needed.
    `records` builds it; nothing changes it afterwards.
    """

    players: list[PlayerNo]
    points: list[int]  # after deductions
    won: list[int]  # at the table, before deductions
    for_others: list[int]  # what their opponents count of them
    mov: list[int]
    wins: list[int]  # rounds that count as won
    rounds: list[int]  # rounds taken part in, byes included (AMB-G2), missed ones not (AMB-G3)
    missed: list[int]  # before a late entry or a return
    lost: list[int]  # drawn, and lost without a game (AMB-G36)
    byes: list[int]
    opponents: list[list[PlayerNo]]
    scored: list[list[int]]

    def scored_against(self, player: PlayerNo, opponent: PlayerNo) -> int:
        """The player's points in all matches against one opponent."""
        matches = zip(self.opponents[player], self.scored[player], strict=True)
        return sum(points for other, points in matches if other == opponent)


def records(
    lines: Iterable[RoundLine],
    players: Iterable[PlayerNo] = (),
    scores: bool = False,
    below_zero: bool = False,
    fined: bool = False,
) -> Records:
    """The records of everyone in `players` or with a line; linear in the number of lines.

    Deductions take away no more points than a player has (AMB-G38), unless `below_zero` is set.
    Opponents count what was won at the table; if `fined` is set, what deductions left of it; never a bonus.
    """
    all_lines, named = lines if isinstance(lines, Sequence) else list(lines), set(players)
    growing = Growing(max(map(itemgetter(0), all_lines), default=0), named, scores)
    growing.add(all_lines)
    return growing.so_far(below_zero, fined)


class Growing:
    """Records to which lines are added round by round, and which are looked at in between."""

    def __init__(self, last: PlayerNo | int, named: Collection[PlayerNo], scores: bool = False) -> None:
        self._book = _empty(max(last, max(named, default=0)) + 1)
        self._named, self._scores = frozenset(named), scores
        self._adjusted: list[Adjustment] = []

    def add(self, lines: Iterable[RoundLine]) -> None:
        book, scores, adjusted = self._book, self._scores, self._adjusted
        won_of, mov_of, rounds_of, opponents_of = book.won, book.mov, book.rounds, book.opponents
        wins_of = book.wins
        for player, opponent, outcome, points, mov, _, deducted in lines:
            if points:
                won_of[player] += points
            if deducted:
                adjusted.append((player, outcome is not None, deducted))
            if mov:
                mov_of[player] += mov
            if outcome in WON:
                wins_of[player] += 1
            if outcome in PLAYED and opponent is not None:
                rounds_of[player] += 1
                opponents_of[player].append(opponent)
                if scores:
                    book.scored[player].append(points)
            else:
                _count_alone(book, player, outcome)

    def has(self, player: PlayerNo) -> bool:
        """Whether there is a line of theirs."""
        book = self._book
        return bool(book.rounds[player] or book.missed[player] or book.lost[player])

    def so_far(self, below_zero: bool, fined: bool, more: Iterable[Adjustment] = ()) -> Records:
        """The records with these adjustments on top. They hold until the next lines are added."""
        book = self._book
        _adjust(book, (*self._adjusted, *more), below_zero, fined)
        took_part = enumerate(zip(book.rounds, book.missed, book.lost, strict=True))
        found = [player for player, rounds in took_part if player in self._named or any(rounds)]
        book.players[:] = cast("list[PlayerNo]", found)
        return book


def _adjust(book: Records, lines: Iterable[Adjustment], below_zero: bool, fined: bool) -> None:
    """Take away deductions and give bonus points, after what was won at the table."""
    book.points[:], book.for_others[:] = book.won, book.won
    taken, fines = Counter[PlayerNo](), Counter[PlayerNo]()
    for player, in_a_round, deducted in lines:
        taken[player] += deducted
        fines[player] += deducted if in_a_round else 0
    for player, points in taken.items():
        book.points[player] = left_of(book.won[player], points, below_zero)
        if fined:
            book.for_others[player] = left_of(book.won[player], fines[player], below_zero)


def left_of(won: int, taken: int, below_zero: bool = False) -> int:
    """What a player has in all: deductions stop at zero (AMB-G38), bonus points are added (AMB-G46)."""
    return won - taken if below_zero or taken < 0 else min(won, max(0, won - taken))


def _empty(size: int) -> Records:
    names = ("points", "won", "for_others", "mov", "wins", "rounds", "missed", "lost", "byes")
    sums: dict[str, Any] = {key: [0] * size for key in names}
    return Records(players=[], opponents=[[] for _ in range(size)], scored=[[] for _ in range(size)], **sums)


def _count_alone(book: Records, player: PlayerNo, outcome: Outcome | None) -> None:
    """Count a round without an opponent: as a round, unless it was missed or lost without a game."""
    book.missed[player] += outcome is Outcome.MISSED
    book.lost[player] += outcome is Outcome.FORFEIT_LOSS
    book.rounds[player] += outcome is not None and outcome not in NOT_PLAYED
    book.byes[player] += outcome in BYES
