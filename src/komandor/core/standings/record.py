"""What each player did in one stage, round by round, and its sums.

A `Line` is one player's round.  Lines come in any order; what is computed from
them does not depend on it.  The caller chooses the lines: one stage's, so that
stages stay apart (AMB-G9), or two stages' where points carry over (AMB-C2).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from komandor.core.ids import PlayerNo
from komandor.core.outcomes import PLAYED, MatchScore, Outcome, SideScore

BYES = frozenset({Outcome.BYE, Outcome.AWARDED_BYE})


class Line(NamedTuple):
    """How one round went for one player.  (A tuple: a big event has a million of them.)"""

    player: PlayerNo
    opponent: PlayerNo | None
    outcome: Outcome
    points: int
    mov: int = 0
    round: int = 1
    deducted: int = 0  # taken away as a sanction; who beat whom in the match stays as it was


def lines_of_match(a: PlayerNo, b: PlayerNo, score: MatchScore, round: int) -> tuple[Line, Line]:
    """The two lines of a scored match, kept by player and never by seat (T55)."""
    first, second = score.sides
    return (
        Line(a, b, first.outcome, first.points, first.mov, round),
        Line(b, a, second.outcome, second.points, second.mov, round),
    )


def line_alone(player: PlayerNo, score: SideScore, round: int) -> Line:
    """The line of a round without an opponent: a bye, a forfeit, a missed round."""
    return Line(player, None, score.outcome, score.points, score.mov, round)


@dataclass(slots=True)
class Records:
    """The sums of all players' lines, one list per thing, indexed by player number.

    Numbers are given from 1 without gaps, so lists are the quickest book (a big event has a
    million lines).  `opponents` are those really played, one entry per match, so that a legal
    rematch counts twice (T21); `scored`, kept where matches are compared, stands beside it.
    Built by `records` and not changed afterwards.
    """

    players: list[PlayerNo]
    points: list[int]
    mov: list[int]
    rounds: list[int]  # rounds taken part in, byes included (AMB-G2), missed ones not (AMB-G3)
    missed: list[int]
    byes: list[int]
    opponents: list[list[PlayerNo]]
    scored: list[list[int]]

    def scored_against(self, player: PlayerNo, opponent: PlayerNo) -> int:
        """Points that a player took from one opponent, over all matches of the two."""
        matches = zip(self.opponents[player], self.scored[player], strict=True)
        return sum(points for other, points in matches if other == opponent)


def records(lines: Iterable[Line], players: Iterable[PlayerNo] = (), scores: bool = False) -> Records:
    """The book of everyone who is named or has a line; linear in the lines."""
    all_lines = lines if isinstance(lines, Sequence) else list(lines)
    named = set(players)
    book = _empty(max(max(map(itemgetter(0), all_lines), default=0), max(named, default=0)) + 1)
    points_of, mov_of, rounds_of, opponents_of = book.points, book.mov, book.rounds, book.opponents
    for player, opponent, outcome, points, mov, _, deducted in all_lines:
        if points or deducted:
            points_of[player] += points - deducted
        if mov:
            mov_of[player] += mov
        if outcome in PLAYED and opponent is not None:
            rounds_of[player] += 1
            opponents_of[player].append(opponent)
            if scores:
                book.scored[player].append(points)
        else:
            _count_alone(book, player, outcome)
    seats = enumerate(zip(rounds_of, book.missed, strict=True))
    book.players += [player for player, seen in seats if any(seen) or player in named]
    return book


def _empty(size: int) -> Records:
    points, mov, rounds, missed, byes = ([0] * size for _ in range(5))
    opponents: list[list[PlayerNo]] = [[] for _ in range(size)]
    scored: list[list[int]] = [[] for _ in range(size)]
    return Records([], points, mov, rounds, missed, byes, opponents, scored)


def _count_alone(book: Records, player: PlayerNo, outcome: Outcome) -> None:
    """A round without an opponent: it counts as a round unless it was missed."""
    book.rounds[player] += outcome is not Outcome.MISSED
    book.missed[player] += outcome is Outcome.MISSED
    book.byes[player] += outcome in BYES
