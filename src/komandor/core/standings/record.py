"""What each player did in one stage, round by round, and its sums.

A `Line` is one player's round.  Lines come in any order; what is computed from
them does not depend on it.  The caller chooses the lines: one stage's, so that
stages stay apart (AMB-G9), or two stages' where points carry over (AMB-C2).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
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
class Record:
    """The sums of one player's lines; built by `records` and not changed afterwards.

    `opponents` are those really played, one entry per match, so that a legal
    rematch counts twice (T21); `scored`, kept where matches are compared, stands beside it.
    """

    points: int = 0
    mov: int = 0
    rounds: int = 0  # rounds taken part in, byes included (AMB-G2), missed ones not (AMB-G3)
    missed: int = 0
    byes: int = 0
    opponents: list[PlayerNo] = field(default_factory=list)
    scored: list[int] = field(default_factory=list)

    def scored_against(self, opponent: PlayerNo) -> int:
        """Points taken from one opponent, over all matches with him."""
        return sum(s for o, s in zip(self.opponents, self.scored, strict=True) if o == opponent)


class _Book(dict[PlayerNo, Record]):
    def __missing__(self, player: PlayerNo) -> Record:
        record = self[player] = Record()
        return record


def records(
    lines: Iterable[Line], players: Iterable[PlayerNo] = (), scores: bool = False
) -> Mapping[PlayerNo, Record]:
    """One record for each player who is named or has a line; linear in the lines."""
    book = _Book((player, Record()) for player in players)
    for player, opponent, outcome, points, mov, _ in lines:
        record = book[player]
        if points:
            record.points += points
        if mov:
            record.mov += mov
        if outcome in PLAYED and opponent is not None:
            record.rounds += 1
            record.opponents.append(opponent)
            if scores:
                record.scored.append(points)
        else:
            _count_alone(record, outcome)
    return book


def _count_alone(record: Record, outcome: Outcome) -> None:
    """A round without an opponent: it counts as a round unless it was missed."""
    record.rounds += outcome is not Outcome.MISSED
    record.missed += outcome is Outcome.MISSED
    record.byes += outcome in BYES
