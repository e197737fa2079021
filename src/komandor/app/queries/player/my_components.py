"""What a player has to find a replacement for, and until when."""

from komandor.app.ledger import Loaded
from komandor.app.queries.everybody.history import entries
from komandor.app.queries.staff.judging import Search, searches
from komandor.core.ids import PlayerNo
from komandor.core.tournament import events as e


def my_searches(loaded: Loaded, me: PlayerNo) -> tuple[Search, ...]:
    """The player's components that are looked for: while their time runs, or after the game was conceded."""
    if not any(k.player == me for k in loaded.state.components.values()):
        return ()  # the usual case: nobody reads the log for it
    mine = (
        s for s in searches(loaded.state, entries(loaded, e.ComponentReported)) if s.component.player == me
    )
    return tuple(s for s in mine if s.until or s.component.resolution == "conceded")
