"""What every page of an event says about the event itself."""

from dataclasses import dataclass
from typing import Self

from komandor.app.same_fields import same_fields
from komandor.core.games.game import Level
from komandor.core.tournament.readings.leaders import marshal_decides
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
    marshal: bool  # whether a marshal is on duty, who then decides appeals
    level: Level
    phase: Phase
    teams: bool
    round: int
    arriving: bool
    playing: bool

    @classmethod
    def of(cls, t: Tournament) -> Self:
        """The event at this version."""
        game, marshal = rules(t).data.id, marshal_decides(t)
        return same_fields(cls, t, game=game, marshal=marshal, round=t.round_number)

    @property
    def closed(self) -> bool:
        return self.phase == "closed"
