"""What every page of an event says about the event itself."""

from dataclasses import dataclass
from typing import Self

from komandor.core.games.game import Level
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHead:
    """An event in a few words; `round`: the latest one that this reader may see, 0 before round 1."""

    id: str
    name: str
    place: str
    date: str
    game: str
    marshal: bool  # whether the game has marshals, who then decide appeals
    level: Level
    phase: Phase
    teams: bool
    round: int
    arriving: bool
    playing: bool

    @classmethod
    def of(cls, t: Tournament) -> Self:
        """The event at this version."""
        return cls(
            id=t.id,
            name=t.name,
            place=t.place,
            date=t.date,
            game=rules(t).data.id,
            marshal=rules(t).data.marshal,
            level=t.level,
            phase=t.phase,
            teams=t.teams,
            round=t.round_number,
            arriving=t.arriving,
            playing=t.playing,
        )

    @property
    def closed(self) -> bool:
        return self.phase == "closed"
