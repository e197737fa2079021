"""Prizes as pages show them: who wins each, and who has received it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from komandor.core.ids import PlayerNo
from komandor.core.tournament.readings.prizes import prizes, takes_part, winners
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import Prize


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """One prize; `takes_part` are those in its raffle, if it is one."""

    prize: Prize
    winners: tuple[PlayerNo, ...]
    takes_part: tuple[PlayerNo, ...] = ()

    @property
    def received(self) -> int:
        return sum(n in self.prize.handed for n in self.winners)

    @property
    def no_longer(self) -> tuple[PlayerNo, ...]:
        """Who has received it and does not win it any more, because a result was corrected."""
        return tuple(n for n in self.prize.handed if n not in self.winners)

    @property
    def named(self) -> bool:
        """Whether its winners are read out: what everybody gets is not."""
        return self.prize.to != "everyone"


def prize_rows(t: Tournament, order: Callable[[PlayerNo], Any]) -> tuple[PrizeRow, ...]:
    """Every prize with its winners: by place, in the order of the lots, or else by name."""
    return tuple(_row(t, p, order) for p in prizes(t))


def _row(t: Tournament, prize: Prize, order: Callable[[PlayerNo], Any]) -> PrizeRow:
    won = winners(t, prize)
    shown = won if prize.to in ("places", "raffle") else tuple(sorted(won, key=order))
    return PrizeRow(prize, shown, takes_part(t, prize) if prize.to == "raffle" else ())


def my_prizes(t: Tournament, me: PlayerNo) -> tuple[tuple[str, bool], ...]:
    """What this player has won, and whether they have it. Awards and raffles at once, the rest at the end."""
    due = (p for p in prizes(t) if p.to in ("award", "raffle") or t.phase == "closed")
    return tuple((p.text, me in p.handed) for p in due if me in winners(t, p))
