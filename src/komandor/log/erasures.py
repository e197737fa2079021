"""Who was erased: kept as facts of the store, so that copies and restored databases can follow."""

from dataclasses import dataclass

from komandor.log.store import EventStore, Puts

SPACE = "erased"


@dataclass(frozen=True, slots=True)
class Erasure:
    """A person who was erased; `record` is the hash of the record that registered them."""

    tournament: str
    person: int
    record: str

    @property
    def fact(self) -> Puts:
        return {(SPACE, f"{self.tournament}/{self.person}"): {"record": self.record}}


def erasures(store: EventStore) -> tuple[Erasure, ...]:
    """Everybody who was erased from this store."""
    found = ((*key.rpartition("/"), kept) for key, kept in store.items(SPACE))
    return tuple(
        Erasure(tournament, int(person), str(kept.get("record"))) for tournament, _, person, kept in found
    )
