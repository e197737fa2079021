"""One simulated tournament: its store, its random numbers and its clock."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any

from komandor.app.access import THE_ORGANISER, Actor
from komandor.app.handle import Accepted, create, handle
from komandor.app.ledger import Ledger
from komandor.app.undo_targets import undo_targets
from komandor.app.workflow import Choices, commands_of
from komandor.core.editions import Edition
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.state import Tournament
from komandor.log.store import Person
from komandor.simulate.axes import Plan
from komandor.store.memory import MemoryStore

MORNING = datetime(2026, 11, 15, 9, tzinfo=UTC)


class Stuck(Exception):
    """A command that must be possible was refused: a fault of the engine or of the simulator."""


class Hall:
    """A simulated tournament while it is played."""

    def __init__(self, plan: Plan, seed: str, edition: Edition | None = None) -> None:
        self.plan = plan
        self.edition = edition
        self.seed = seed
        self.rnd = Random(f"hall {seed}")  # noqa: S311 - simulated events must be repeatable, not secret
        salts, store = Random(f"salts {seed}"), MemoryStore()  # noqa: S311
        store.salt = lambda: salts.randbytes(16).hex()
        self.ledger = Ledger(store)
        self.id = re.sub(r"[^a-z0-9.-]", "-", f"sim-{seed}".lower())[:40]
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
        actor: Actor = THE_ORGANISER,
        persons: Sequence[Person | None] = (),
    ) -> Refusal | None:
        """Send a command; None if it was accepted."""
        self.commands += 1
        name = f"c{self.commands}"
        answer = handle(
            self.ledger, self.id, command, actor, name, at=self._tick(), persons=persons, namesake=True
        )
        if isinstance(answer, Accepted):
            return None
        return getattr(answer, "refusal", None) or Refusal(())

    def step(self, step: str, **choices: Any) -> Sequence[c.Command]:
        """The commands of a step of the organiser's day."""
        return commands_of(self.t, step, Choices(**choices))

    def do(self, command: c.Command | Sequence[c.Command], actor: Actor = THE_ORGANISER) -> None:
        """Send a command that must be accepted."""
        if refusal := self.ask(command, actor):
            raise Stuck(command, refusal)

    def chance(self, axis: str) -> bool:
        """Whether the thing that this axis describes happens now."""
        return self.rnd.randrange(1000) < int(self.plan[axis])

    def active(self) -> list[PlayerNo]:
        return list(self.t.active())

    def undo(self) -> None:
        """Undo the last step, and perhaps redo it."""
        if self.void_last("a mistake") and self.chance("redos"):
            self.void_last("it was none")

    def void_last(self, reason: str) -> bool:
        """Undo the last step: a draw together with its freeze, and an undo as well."""
        done = self.ask(c.VoidEvents(undo_targets(self.ledger, self.id), reason)) is None
        self.undone += done
        return done

    def _tick(self) -> datetime:
        self.now += timedelta(seconds=self.rnd.randint(1, 20))
        return self.now
