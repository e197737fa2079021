"""One event as one reader may see it: names, what is published, and what this person may do. No language."""

from dataclasses import dataclass, replace
from typing import Self

from komandor.app.access import PUBLIC, Actor
from komandor.app.ledger import Loaded
from komandor.app.offers import Offers
from komandor.app.queries.everybody.event_head import EventHead
from komandor.app.queries.everybody.names import Names
from komandor.app.queries.everybody.round_names import round_name
from komandor.app.queries.everybody.visible import visible_loaded
from komandor.core.ids import PlayerNo
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.stage_kind import RoundName
from komandor.core.tournament.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class EventView:
    """One event as `actor` sees it; `staff_view`: names in full; `you`: the player who reads."""

    loaded: Loaded
    names: Names
    staff_view: bool = False
    you: PlayerNo | None = None
    actor: Actor = PUBLIC

    @property
    def t(self) -> Tournament:
        return self.loaded.state

    @property
    def version(self) -> int:
        return self.loaded.version

    @property
    def head(self) -> str:
        return self.loaded.head

    @property
    def event(self) -> EventHead:
        return EventHead.of(self.t)

    @property
    def game(self) -> str:
        return rules(self.t).data.id

    def game_rule(self, about: str) -> str:
        """The game's own rule about this, by its id; empty if it has none."""
        return rules(self.t).data.rules.get(about, "")

    def published(self) -> Self:
        """The same, without what is not published yet."""
        return replace(self, loaded=visible_loaded(self.loaded))

    def name(self, number: int | None) -> str:
        return self.names.of(number, self.staff_view)

    def team_members(self, number: int | None) -> str:
        """Who plays in a team with a name of its own; empty for everybody else."""
        return self.names.members(number, self.staff_view)

    def order(self, number: int) -> tuple[str, str, int]:
        """Sort key of a player: by surname, as far as this reader sees it."""
        return self.names.order(number, self.staff_view)

    def listed(self, number: int) -> str:
        """The name with the surname first, for lists in which people look for themselves."""
        return self.names.listed(number, self.staff_view)

    def initial(self, number: int) -> str:
        """The letter under which a list by surname has this player."""
        return self.names.letter(number, self.staff_view)

    def staff_name(self, number: int | None) -> str:
        return self.names.staff(number, self.staff_view)

    def title_of(self, number: int) -> RoundName:
        """What this round is called, without a language."""
        return round_name(self.t, number)

    def may(self, *names: str) -> bool:
        """Whether this reader can take at least one of these actions now."""
        return Offers(self.t, self.actor).may(*names)
