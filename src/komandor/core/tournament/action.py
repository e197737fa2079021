"""What one action is: a command with who may give it, when, and what it means, in one row.

Each area of this package defines its commands and events, the functions that decide and apply
them, and ROWS: one row for each command and one for each event.
Everything else asks the rows: permissions, phases, undo, pages, terminal, reference.
"""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Generic, TypeVar

from komandor.core.ids import NO_STAFF, PlayerNo, StaffNo
from komandor.core.lists.knowledge import Cards
from komandor.core.reasons import Reason, Refusal
from komandor.core.tournament.by import Asker, Roles
from komandor.core.tournament.needs import Need
from komandor.core.tournament.references import Thing, field_naming
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import RoundStatus, Step, Topic
from komandor.core.tournament.when import Phases


@dataclass(frozen=True, slots=True)
class Command:
    """Base of all commands: what somebody asks for, in the imperative."""


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events: what has happened, in the past tense. It carries its result and no names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a command cannot know by itself: the time, the log, the secret of the draws, who asks."""

    now: int  # milliseconds since 1970, UTC
    head: str = ""  # hash of the log's last record
    staff: StaffNo | None = None  # who asks, if they are staff
    player: PlayerNo | None = None  # who asks, if they are a player
    link: str = ""  # LINK: c[round] of the round to be drawn, hex
    seed: str = ""  # SEED: of the chain, opened at the end
    history: tuple[tuple[int, Event], ...] = ()  # HISTORY: the whole log
    steps: tuple[str, ...] = ()  # HISTORY: the step that wrote each of these records
    cards: Cards | None = None  # CARDS: the card data of this game

    @property
    def signed(self) -> StaffNo:
        """Who is recorded as the member of staff who did it."""
        return self.staff or NO_STAFF


TRYING = Context(now=0, head="0" * 64)
"""For commands that are only tried, to see what they would change or why they would be refused."""

Answer = tuple[Event, ...] | Refusal
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Action(Generic[C]):
    """A command: who may give it, in which phases, and the function that decides what it means."""

    command: type[C]
    by: Roles
    when: Phases
    decide: Callable[[Tournament, C, Context], Answer]
    _: KW_ONLY
    also_by: tuple[tuple[str, Roles], ...] = ()  # who may too where the document has this rule
    newest_state: bool = False  # refused as stale if the log has moved on since the page was made
    off_duty: bool = False  # staff may do it while off duty, when they count as spectators (COM-ROLE-9)
    button: bool = False  # no more than a button with plain fields: it needs no page (`web.forms`)
    needs: tuple[Need, ...] = ()  # what it takes from outside
    about: Thing | None = None  # what it concerns; the field that names it follows from its type
    names: Thing | None = None  # it comes with the name of such a person, which is kept outside the log
    setting: str = ""  # without this setting of the event it is not there
    steps: tuple[Step, ...] = ()  # the steps of the workflow that it takes (`app.workflow`)
    erases: Callable[[C], bool] | None = None  # whether it erases the person it is about
    allow: Callable[[Tournament, C, Asker], tuple[Reason, ...]] | None = None  # finer than roles
    too_late: Callable[[Tournament], Reason | None] | None = None  # the rule that closes it now, if one does

    @property
    def name(self) -> str:
        return self.command.__name__

    @property
    def subject(self) -> str:
        """The field that names what the command is about; empty if it is about nothing particular."""
        return field_naming(self.command, self.about)


Fields = Mapping[str, object]
"""Fields of an event as JSON, each with how it reads when it is withheld."""


@dataclass(frozen=True, slots=True)
class EventRow(Generic[E]):
    """An event: how it changes the tournament, what undo needs to know about it, and what is private.

    When records are taken out, every later event must still make sense: the tournament must be in
    one of the phases `needs_phase` (empty: any; when it has ended, only what can come `after_the_end`),
    `needs` must hold, and what the event names must exist, except the thing that it `makes` itself.
    What is private is a closed part of the record (`log.sealing`): it can be withheld from a file or
    erased.
    """

    event: type[E]
    apply: Callable[[Tournament, E], None]
    needs_phase: Phases = ()
    needs: Callable[[Tournament, E], bool] | None = None
    makes: Thing | None = None
    _: KW_ONLY
    after_the_end: bool = False  # whether it can come when the event has ended
    round_status: RoundStatus | None = None  # what its round is from now on
    announces: tuple[Topic, ...] = ()  # what other services are told because of it (`app.outbox`)
    by_hand: Callable[[E], bool] | None = None  # whether it is a change by hand, which everybody may look up
    takes_back: Callable[[E], tuple[int, ...]] | None = None  # the records that count no longer
    undo_refused: str = ""  # the code of the refusal if it is to be undone
    begins: Callable[[E], str] | None = None  # the stage by whose kind it is called, if by one
    private: Fields = field(default_factory=dict)  # its closed fields
    private_also: Callable[[Mapping[str, Any]], Fields] | None = None  # more of them, by the shown fields
    private_sender: bool = False  # who sent it is closed too
    names: Thing | None = None  # it can come with the name of such a person, of which only a seal is shown
    erases: Callable[[E], bool] | None = None  # it erases that person, unless it seals a name


def always(_: object) -> bool:
    """What is true of every such event."""
    return True


AnyAction = Action[Any]
AnyEventRow = EventRow[Any]
Rows = tuple[AnyAction | AnyEventRow, ...]
