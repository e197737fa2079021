"""An event with a receiver: a clock that the test moves, and the sender of one process."""

from datetime import datetime
from functools import partial
from typing import Any

from komandor.app.outbox.messages import Message, messages_of
from komandor.app.outbox.targets import TOPICS, Kind, Target, keep_target
from komandor.core.tournament import commands as c
from komandor.core.tournament.values import StagePlan, Topic
from komandor.web.server.delivery import deliver
from komandor.web.server.sender import Sender, Surroundings
from tests.support.event import Event, swiss

STALL = 0.3  # seconds after which a silent receiver is given up
NAMES = ("Anna", "Bartek", "Celina", "Darek", "Ewa", "Filip")


class Hall(Event):
    """Four players, one or more Swiss rounds; messages go to the address given with `to`."""

    def __init__(self, *stages: StagePlan, players: int = 4, **fields: Any) -> None:
        super().__init__("destiny", *(stages or (swiss(2),)), **{"name": "Puchar", **fields})
        persons = [{"first": NAMES[n % 6], "last": f"Tajemnicza{n}"} for n in range(players)]
        self.do(*(c.RegisterPlayer(checked_in=True) for _ in persons), persons=persons)
        self.announce()

    def target(self, address: str, kind: Kind = "webhook", topics: tuple[Topic, ...] = TOPICS) -> Target:
        wanted = Target(
            event=self.id, id="", kind=kind, name="Klub", address=address, topics=topics, lang="pl"
        )
        made = keep_target(self.store, wanted, hosted=False)
        assert isinstance(made, Target), made
        return made

    def sender(self, **around: Any) -> Sender:
        """The sender of a process, whose clock is that of the event."""
        given: dict[str, Any] = {"clock": self.seconds, "chance": lambda: 1.0}
        given["deliver"] = partial(deliver, answered=STALL)
        return Sender(self.ledger, Surroundings(**{**given, **around}))

    def seconds(self) -> float:
        return self.clock.timestamp()

    def rows(self, target: Target) -> list[tuple[str, str]]:
        """Topic and state of each message, withdrawn ones marked."""
        return [(m.topic + "!" * m.withdrawn, m.state) for m in self.messages(target)]

    def messages(self, target: Target) -> tuple[Message, ...]:
        return messages_of(self.store, self.id, target.id)

    def wait_for(self, milliseconds: int) -> None:
        """Move the clock on to this moment."""
        self.clock = max(self.clock, datetime.fromtimestamp(milliseconds / 1000, self.clock.tzinfo))


def send_all(hall: Hall, sender: Sender, target: Target, most: int = 100) -> None:
    """Look as often as the sender asks for, without waiting for real."""
    for _ in range(most):
        again = sender.serve(hall.id, target.id)
        if not again or again > hall.clock.timestamp() * 1000 + 2 * 86_400_000:
            return
        hall.wait_for(again)
    raise AssertionError(f"still not done after {most} looks")
