"""The application layer as the site holds it."""

from dataclasses import dataclass, field

from komandor.app.ledger import Ledger, Loaded
from komandor.app.queries.names import Names, names_of


@dataclass(frozen=True, slots=True)
class Services:
    ledger: Ledger
    _names: dict[str, tuple[int, Names]] = field(default_factory=dict)

    def names(self, loaded: Loaded) -> Names:
        """Everybody's names at this version. Every change of a person is noted in the log, so a version's
        names never change: two thousand phones read them from the store once."""
        tournament = loaded.state.id
        known = self._names.get(tournament)
        if known is None or known[0] != loaded.version:
            known = (loaded.version, names_of(loaded.state, self.ledger.store.people(tournament)))
            self._names[tournament] = known
        return known[1]
