"""One simulated tournament: its store, its random numbers and its clock."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random

from komandor.app.access import Actor
from komandor.app.handle import Accepted, create, handle
from komandor.app.ledger import Ledger
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.state import Tournament
from komandor.log.store import Person
from komandor.simulate.axes import Plan
from komandor.store.memory import MemoryStore

ORGANISER = Actor("staff", 1)
MORNING = datetime(2026, 11, 15, 9, tzinfo=UTC)


class Stuck(Exception):
    """A command that must be possible was refused: a fault of the engine or of the simulator."""

    def __init__(self, command: object, refusal: object) -> None:
        super().__init__(f"{command}: {refusal}")


class Hall:
    """A simulated tournament while it is played."""

    def __init__(self, plan: Plan, seed: str) -> None:
        self.plan = plan
        self.seed = seed
        self.rnd = Random(f"hall {seed}")  # noqa: S311 - simulated events must be repeatable, not secret
        self.ledger = Ledger(MemoryStore())
        self.id = f"sim-{seed}"
        self.commands = 0
        self.undone = 0
        self.now = MORNING

    @property
    def t(self) -> Tournament:
        return self.ledger.load(self.id).state

    def create(self, command: c.CreateTournament, organiser: Person) -> None:
        secret = sha256(f"seed of {self.seed}".encode()).digest()
        made = create(
            self.ledger, command, organiser=organiser, command_id="create", at=self._tick(), seed=secret
        )
        if not isinstance(made, Accepted):
            raise Stuck(command, made)

    def ask(
        self,
        command: c.Command | Sequence[c.Command],
        actor: Actor = ORGANISER,
        persons: Sequence[Person | None] = (),
    ) -> Refusal | None:
        """Send a command; None if it was accepted."""
        self.commands += 1
        name = f"c{self.commands}"
        answer = handle(self.ledger, self.id, command, actor, name, at=self._tick(), persons=persons)
        if isinstance(answer, Accepted):
            return None
        return getattr(answer, "refusal", None) or Refusal(())

    def do(self, command: c.Command | Sequence[c.Command], actor: Actor = ORGANISER) -> None:
        """Send a command that must be accepted."""
        if refusal := self.ask(command, actor):
            raise Stuck(command, refusal)

    def chance(self, axis: str) -> bool:
        """Whether the thing that this axis describes happens now."""
        return self.rnd.randrange(1000) < int(self.plan[axis])

    def active(self) -> list[PlayerNo]:
        return list(self.t.active())

    def undo(self) -> None:
        """Undo the last command, and perhaps redo it."""
        if self._void_last("a mistake") and self.chance("redos"):
            self._void_last("it was none")

    def undo_round(self) -> None:
        """Undo freeze and draw. The log still shows both."""
        records = self.ledger.load(self.id).history
        round_ = max(self.t.rounds)
        gone = [seq for seq, event in records if getattr(event, "round", None) == round_]
        gone = [seq for seq in gone if seq not in self.t.voids]
        self.ask(c.VoidEvents(tuple(gone), "the hall was not ready"))

    def _void_last(self, reason: str) -> bool:
        records = self.ledger.store.read(self.id)
        last = tuple(r.seq for r in records if r.command_id == records[-1].command_id)
        done = self.ask(c.VoidEvents(last, reason)) is None
        self.undone += done
        return done

    def _tick(self) -> datetime:
        self.now += timedelta(seconds=self.rnd.randint(1, 20))
        return self.now
