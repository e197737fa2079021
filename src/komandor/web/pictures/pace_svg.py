"""The picture of the day's pace: one bar for each round. It holds no words.

An empty frame is what was planned, the filled bar what was played, hatched where it is over the plan, and a
dashed frame what the running round is expected to take.  `templates/components/schedule.html` draws it.
"""

from dataclasses import dataclass

from komandor.app.queries.everybody.pace import Pace, PacedRound

WIDTH, ROW, BAR, TOP = 240, 38, 12, 18


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    round: PacedRound
    y: int  # top of the bar; its words stand above it
    planned: int
    played: int  # up to the plan
    over: int  # what was played after it
    expected: int  # 0 if the round is over


@dataclass(frozen=True, slots=True)
class Strip:
    width: int
    height: int
    bar: int
    bars: tuple[Bar, ...]


def strip(view: Pace) -> Strip:
    """All bars share one scale: the longest fills the width."""
    longest = max(max(r.takes, r.planned or 0, 1) for r in view.rounds)
    bars = tuple(_bar(r, TOP + ROW * n, longest) for n, r in enumerate(view.rounds))
    return Strip(WIDTH, ROW * len(bars) + 2, BAR, bars)


def _bar(r: PacedRound, y: int, longest: int) -> Bar:
    def wide(minutes: int) -> int:
        return round(WIDTH * minutes / longest)

    planned = r.takes if r.planned is None else r.planned
    played = wide(min(r.played, planned))
    return Bar(
        round=r,
        y=y,
        planned=wide(planned),
        played=played,
        over=wide(r.played) - played,
        expected=wide(r.takes) if r.running else 0,
    )
