"""How the event went for each player: results round by round, records, and places after every round."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from komandor.core.ids import PlayerNo
from komandor.core.outcomes import Outcome
from komandor.core.tournament.readings.standings import (
    counted_rounds,
    latest_swiss,
    outcomes,
    ranks_by_round,
)
from komandor.core.tournament.state import Tournament

Dot = Literal["win", "draw", "loss", "bye", "missed"]

DOTS: Mapping[Outcome, Dot] = {
    **dict.fromkeys((Outcome.WIN, Outcome.MODIFIED_WIN, Outcome.FORFEIT_WIN), "win"),
    **dict.fromkeys((Outcome.LOSS, Outcome.CONCEDED, Outcome.DOUBLE_LOSS, Outcome.FORFEIT_LOSS), "loss"),
    **dict.fromkeys((Outcome.BYE, Outcome.AWARDED_BYE), "bye"),
    Outcome.DRAW: "draw",
    Outcome.MISSED: "missed",
}


MOST_PATHS = 256  # players whose places by round are drawn


@dataclass(frozen=True, slots=True)
class Record:
    """Matches won, drawn and lost; a bye counts as won."""

    won: int
    drawn: int
    lost: int

    def __str__(self) -> str:
        middle = (self.drawn,) if self.drawn else ()
        return "–".join(str(n) for n in (self.won, *middle, self.lost))


@dataclass(frozen=True, slots=True)
class Path:
    """One player's place after each round; None where they were not in the standings."""

    player: PlayerNo
    places: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """Places by round of the players who are best now, best first."""

    rounds: tuple[int, ...]
    paths: tuple[Path, ...]
    others: int  # players who are not shown
    before_cut: bool = False  # a knock-out followed, so the last of them are not the final places


def results(
    t: Tournament, provisional: bool = False, swiss_only: bool = False
) -> Mapping[PlayerNo, tuple[Dot, ...]]:
    """Each player's results in the order of the rounds, of the whole event or of its Swiss rounds."""
    ends = outcomes(t, provisional, swiss_only)
    return {n: tuple(DOTS[one] for one in own) for n, own in ends.items()}


def record_of(dots: tuple[Dot, ...]) -> Record:
    wins, draws = dots.count("win") + dots.count("bye"), dots.count("draw")
    return Record(wins, draws, len(dots) - wins - draws)


def places_by_round(t: Tournament, most: int = MOST_PATHS) -> Places | None:
    """Places after every complete round of the latest Swiss stage; None before there are two of them."""
    stage = latest_swiss(t)
    rounds = tuple(r.number for r in counted_rounds(t, stage)) if stage else ()
    if stage is None or len(rounds) < 2:
        return None
    tables = list(ranks_by_round(t, stage))
    now = sorted(tables[-1], key=lambda player: tables[-1][player])
    shown = [p for p in now if t.players[p].active or t.places][:most]
    paths = tuple(Path(player, tuple(table.get(player) for table in tables)) for player in shown)
    return Places(rounds, paths, len(now) - len(shown), before_cut=stage.number < max(t.stages))
