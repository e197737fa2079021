"""The application layer as the site holds it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from komandor.app.ledger import Ledger, Loaded
from komandor.app.queries.everybody.names import Names, names_of
from komandor.app.queries.player.my_latest import RESULTS


@dataclass(frozen=True, slots=True)
class Services:
    ledger: Ledger
    _names: dict[str, tuple[int, Names]] = field(default_factory=dict)

    def names(self, loaded: Loaded) -> Names:
        """Everybody's names at this version. Every change of a person is noted in the log, so the names stay
        as they are while only results arrive: two thousand phones read them from the store once."""
        tournament, version = loaded.state.id, loaded.version
        known = self._names.get(tournament)
        if known is None or not _same_people(loaded, known[0]):
            known = (version, names_of(loaded.state, self.ledger.people(tournament)))
            self._names[tournament] = known
        return known[1]

    def forget_names(self, tournament: str) -> None:
        """Read the names of this event again: they have changed without its log."""
        self._names.pop(tournament, None)

    def forget_old(self, newest: Callable[[str], int]) -> None:
        """Forget names of versions that are no longer the newest; they are read again when needed."""
        for tournament, (version, _) in list(self._names.items()):
            if newest(tournament) > version:
                self._names.pop(tournament, None)


def _same_people(loaded: Loaded, since: int) -> bool:
    """Whether nothing but results was recorded between that version and this one."""
    new = loaded.history[since:] if since <= loaded.version else ()
    return since <= loaded.version and all(isinstance(event, RESULTS) for _, event in new)
