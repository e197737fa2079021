"""What one action is: a command with who may give it, when, and what it means, in one row.

Each area of this package defines its commands and events, the functions that decide and apply
them, and ROWS: one row for each command and one for each event.
Everything else asks the rows: permissions, phases, undo, pages, terminal, reference.
"""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, Generic, TypeVar

from komandor.core.ids import NO_STAFF, PlayerNo, StaffNo
from komandor.core.lists.knowledge import Cards
from komandor.core.reasons import Reason, Refusal
from komandor.core.tournament.actions.by import Asker, Roles
from komandor.core.tournament.actions.when import Phases
from komandor.core.tournament.state import Tournament


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
    link: str = ""  # c[round] for the round to be drawn, hex; only `app.handle` opens it
    seed: str = ""  # the chain's seed, opened at the end
    staff: StaffNo | None = None  # who asks, if they are staff
    player: PlayerNo | None = None  # who asks, if they are a player
    history: tuple[tuple[int, Event], ...] = ()  # the whole log, for undo only
    steps: tuple[str, ...] = ()  # the step that wrote each of these records
    cards: Cards | None = None  # the card data of this game, for commands that judge lists

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
    newest_state: bool = False  # refused as stale if the log has moved on since the page was made
    off_duty: bool = False  # staff may do it while off duty, when they count as spectators (COM-ROLE-9)
    button: bool = False  # no more than a button with plain fields: it needs no page (`web.forms`)
    about_others: bool = False  # a player may name another player in the field `player`
    allow: Callable[[Tournament, C, Asker], tuple[Reason, ...]] | None = None  # finer than roles
    too_late: Callable[[Tournament], Reason | None] | None = None  # the rule that closes it now, if one does

    @property
    def name(self) -> str:
        return self.command.__name__


@dataclass(frozen=True, slots=True)
class EventRow(Generic[E]):
    """An event: how it changes the tournament, and what undo needs to know about it.

    When records are taken out, every later event must still make sense: the tournament must be in
    one of the phases `needs_phase` (empty: any), `needs` must hold, and what the event names must
    exist, except the thing that it `makes` itself.
    """

    event: type[E]
    apply: Callable[[Tournament, E], None]
    needs_phase: Phases = ()
    needs: Callable[[Tournament, E], bool] | None = None
    makes: str = ""


AnyAction = Action[Any]
AnyEventRow = EventRow[Any]
Rows = tuple[AnyAction | AnyEventRow, ...]
