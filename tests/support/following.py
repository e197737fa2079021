"""A hall and the site that shows its event, without a network between them."""

from dataclasses import dataclass, field

import msgspec

from komandor.app.following import had, new_key, receive
from komandor.app.ledger import Ledger, Loaded
from komandor.app.parcels import Had, Parcel
from komandor.app.publishing import Forked, parcel_for
from komandor.app.queries.everybody.names import names_of
from komandor.core.reasons import Refusal
from komandor.log.store import EventStore
from komandor.store.memory import MemoryStore


@dataclass
class Home:
    """The site at home, and every parcel that a hall has sent to it."""

    ledger: Ledger = field(default_factory=lambda: Ledger(MemoryStore()))
    key: str = ""
    parcels: list[Parcel] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.key = self.key or new_key(self.ledger.store)

    @property
    def store(self) -> EventStore:
        return self.ledger.store

    @property
    def sent(self) -> bytes:
        return b"".join(map(msgspec.json.encode, self.parcels))

    def loaded(self, event: str) -> Loaded:
        return self.ledger.load(event)

    def next(self, hall: EventStore, event: str) -> Parcel | Forked | None:
        """What the hall would send now."""
        there = Ledger(hall).load(event)
        return parcel_for(hall, there, names_of(there.state, hall.people(event)), had(self.ledger, event))

    def take(self, event: str, parcel: Parcel, key: str = "") -> Had | Refusal:
        self.parcels.append(parcel)
        return receive(self.ledger, key or self.key, event, msgspec.json.encode(parcel))

    def follow(self, hall: EventStore, event: str) -> None:
        """Take all that is public now."""
        while parcel := self.next(hall, event):
            assert isinstance(parcel, Parcel), parcel
            answer = self.take(event, parcel)
            assert isinstance(answer, Had), answer


def code(answer: Had | Refusal) -> str:
    """Why something was refused."""
    assert isinstance(answer, Refusal), answer
    return answer.reasons[0].code
