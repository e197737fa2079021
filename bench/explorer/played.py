"""One event that is explored: how it began, what people did, and the same again from a list of steps."""

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import PurePath
from random import Random
from typing import TypeVar

from komandor.app.access import Actor
from komandor.app.handle import Accepted, Answer, create, handle
from komandor.app.imports import unfit
from komandor.app.ledger import Ledger, Loaded
from komandor.app.self_service import SelfService, keep_self_service, self_service_of
from komandor.app.undo_targets import targets_after, undo_targets
from komandor.core.games import find_rules
from komandor.core.lists.knowledge import Cards
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.state import Tournament
from komandor.log.bundle import export, import_
from komandor.log.store import EventStore, Person
from komandor.store.memory import MemoryStore
from tests.lists.made import catalogue

T = TypeVar("T")
PHONES = SelfService()
MORNING = datetime(2026, 11, 14, 10, tzinfo=UTC)


class Found(Exception):
    """A fault; `sign` is the same for the same fault, whatever led there."""

    def __init__(self, kind: str, code: str, text: str = "") -> None:
        super().__init__(f"{kind}: {code}: {text}")
        self.sign, self.text = f"{kind}: {code}", text


@dataclass(frozen=True, slots=True)
class Opening:
    """How an event begins."""

    wanted: c.CreateTournament
    organiser: Person
    phones: SelfService = PHONES
    cards: str = ""  # the card data that is loaded, older or newer

    @property
    def secret(self) -> bytes:
        return sha256(self.wanted.id.encode()).digest()


@dataclass(frozen=True, slots=True)
class Step:
    """What somebody does. It names no record, so that it means the same when earlier steps are left out."""

    name: str
    by: Actor
    commands: tuple[c.Command, ...]
    persons: tuple[Person | None, ...] = ()
    at: int = 0  # seconds since the morning
    undoes: str = ""  # the step that the command takes back
    behind: int = 0  # by how many records the page is old on which it was pressed
    namesake: bool = False
    back: bool = False  # everything after that step is taken back
    moves: bool = False  # the event goes on elsewhere, from its file
    loads: str = ""  # other card data from now on

    @property
    def aside(self) -> bool:
        """Whether the step is no command: the event is moved, or card data are loaded."""
        return self.moves or bool(self.loads)


@dataclass
class Played:
    """An event in memory, the same from the same steps."""

    opening: Opening
    store: EventStore = field(init=False)
    ledger: Ledger = field(init=False)
    card_data: str = field(init=False)
    now: datetime = MORNING
    written: dict[str, int] = field(default_factory=dict)  # step → its last record
    _stands: Tournament | None = None

    def __post_init__(self) -> None:
        self.card_data = self.opening.cards
        self._into(self._empty())
        keep_self_service(self.store, self.id, self.opening.phones)
        wanted, one = self.opening.wanted, self.opening
        self.created: Answer = guarded(
            lambda: create(
                self.ledger,
                wanted,
                organiser=one.organiser,
                command_id="create",
                at=self.now,
                seed=one.secret,
            )
        )

    @property
    def id(self) -> str:
        return self.opening.wanted.id

    @property
    def loaded(self) -> Loaded:
        return self.ledger.load(self.id)

    @property
    def t(self) -> Tournament:
        """The event as it stands; nothing but a step writes."""
        if self._stands is None:
            self._stands = self.loaded.state
        return self._stands

    def give(self, step: Step) -> Answer | None:
        """Let somebody do this; None if it could not even be asked, because what it undoes is not there."""
        self.now = MORNING + timedelta(seconds=step.at)
        commands: Sequence[c.Command] = step.commands
        if step.undoes:
            if step.undoes not in self.written:
                return None
            taken = targets_after if step.back else undo_targets
            targets = taken(self.ledger, self.id, self.written[step.undoes])
            commands = [
                replace(one, targets=targets) for one in step.commands if isinstance(one, c.VoidEvents)
            ]
        seen = self.t.version - step.behind if step.behind else None
        answer = guarded(
            lambda: handle(
                *(self.ledger, self.id, commands, step.by, step.name),
                seen_version=seen,
                at=self.now,
                persons=step.persons,
                namesake=step.namesake,
            )
        )
        self._stands = None
        if isinstance(answer, Accepted) and answer.records:
            self.written[step.name] = answer.records[-1].seq
        return answer

    def move(self) -> None:
        """Go on elsewhere: from the file with its secret, in a store of its own."""
        file, phones, there = export(self.store, self.id, with_secret=True), self._phones(), self._empty()
        if isinstance(no := import_(there, file, unfit), Refusal):
            raise Found("import", no.reasons[0].code, str(no.reasons))
        before = self.t
        self._into(there)
        self._stands = None
        keep_self_service(there, self.id, phones)
        if self.t != before:
            raise Found("import", "another state", difference(before, self.t))

    def _phones(self) -> SelfService:
        return self_service_of(self.store, self.id)

    def _into(self, store: EventStore) -> None:
        self.store, self.ledger = store, Ledger(store, self._cards)

    def _cards(self, game: str, pack: str = "") -> Cards | None:
        return cards(game, pack, self.card_data == "older") if self.card_data else None

    def _empty(self) -> MemoryStore:
        store, salts = MemoryStore(), Random(f"salts {self.id}")
        store.salt = lambda: salts.randbytes(16).hex()
        return store


@cache
def cards(game: str, pack: str = "", older: bool = False) -> Cards:
    """The made-up card data of a game, whichever pack is asked for; older ones are trusted less."""
    made = catalogue(game, trust="medium") if older else catalogue(game)
    rules = find_rules(game)
    assert rules
    assert rules.lists
    return Cards(made, rules.lists.pool(made))


def guarded(ask: Callable[[], T]) -> T:
    """The answer of `ask`; an exception is raised as Found."""
    try:
        return ask()
    except Found:
        raise
    except Exception as bug:
        last = traceback.extract_tb(bug.__traceback__)[-1]
        where = f"{PurePath(last.filename).name}:{last.name}"
        raise Found("exception", f"{type(bug).__name__} in {where}", f"{bug}"[:200]) from bug


def difference(one: Tournament, other: Tournament) -> str:
    """The first field in which two states differ."""
    for part in fields(one):
        a, b = getattr(one, part.name), getattr(other, part.name)
        if a != b:
            return f"{part.name}: {str(a)[:150]} ≠ {str(b)[:150]}"
    return ""
