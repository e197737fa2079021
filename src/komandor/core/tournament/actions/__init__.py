"""Everything that people can do at a tournament, and everything that can have happened.

`decide` turns a command into events, or into a refusal with all its reasons; `evolve` lets an
event happen.  Both look up the row of the command or event in the area that defines it.
"""

from collections.abc import Mapping
from dataclasses import fields, replace

from komandor.core.reasons import Reason, Refusal, why
from komandor.core.tournament.action import (
    Action,
    Answer,
    AnyAction,
    AnyEventRow,
    Command,
    Context,
    Event,
    EventRow,
)
from komandor.core.tournament.actions import (
    calls,
    clock,
    components,
    deck_checks,
    drawing,
    forbidden_pairs,
    leaving,
    list_deadlines,
    lists,
    log,
    manual_pairings,
    notices,
    people,
    prizes,
    results,
    returning,
    rounds,
    sanctions,
    setup,
    sides,
    staff,
    stages,
)
from komandor.core.tournament.readings.regulations import in_own_rules, settings
from komandor.core.tournament.references import unknown
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import Phase, with_tuples

AREAS = (
    *(setup, notices, staff, people, lists, list_deadlines),
    *(forbidden_pairs, drawing, manual_pairings, rounds, sides, clock, results),
    *(leaving, returning, calls, sanctions, deck_checks, components, stages, prizes, log),
)
"""In the order in which the reference prints them."""
ROWS = tuple(row for area in AREAS for row in area.ROWS)
ACTIONS: tuple[AnyAction, ...] = tuple(row for row in ROWS if isinstance(row, Action))
EVENT_ROWS: tuple[AnyEventRow, ...] = tuple(row for row in ROWS if isinstance(row, EventRow))
COMMANDS: tuple[type[Command], ...] = tuple(row.command for row in ACTIONS)
EVENTS: tuple[type[Event], ...] = tuple(row.event for row in EVENT_ROWS)
ACTION_OF: Mapping[type[Command], AnyAction] = {row.command: row for row in ACTIONS}
EVENT_ROW_OF: Mapping[type[Event], AnyEventRow] = {row.event: row for row in EVENT_ROWS}


def decide(t: Tournament, command: Command, ctx: Context) -> Answer:
    """What a command means now. The same input always gives the same answer; nothing is changed.

    Whether this person may give the command is settled before (`app.access`).
    """
    row = ACTION_OF[type(command)]
    if reason := switched_off(row, t):
        return Refusal((reason,))
    if reason := not_now(row, t.phase):
        if closed := closed_by(row, t):  # for good: when it was possible is of no use
            return Refusal((closed, replace(reason, params={**reason.params, "possible": ()})))
        return Refusal((reason,))
    if missing := unknown(t, command):
        return Refusal(missing)
    answer = row.decide(t, _with_tuples(command), ctx)
    return in_own_rules(t, answer) if isinstance(answer, Refusal) else answer


def evolve(t: Tournament, event: Event, seq: int) -> None:
    """Let `event`, the record number `seq`, happen to `t`. Use `t.fork()` first to keep the old state."""
    t.version = seq
    EVENT_ROW_OF[type(event)].apply(t, event)


def switched_off(row: AnyAction, t: Tournament) -> Reason | None:
    """That the event does not have this action, by the setting that its row names; None if it has."""
    if not row.setting or settings(t).get(row.setting):
        return None
    return why("settings.off", None, command=row.name, setting=row.setting)


def not_now(row: AnyAction, phase: Phase) -> Reason | None:
    """Why this action is not possible in this phase, with the phases in which it is; None if it is."""
    if phase in row.when:
        return None
    possible = row.when if phase != "closed" else ()  # no later phase is left to wait for
    return why("phase.not_now", None, command=row.name, phase=phase, possible=possible)


def closed_by(row: AnyAction, t: Tournament) -> Reason | None:
    """The rule that closes this action in this phase, as the game's own document has it; None without one."""
    closed = row.too_late(t) if row.too_late else None
    return in_own_rules(t, Refusal((closed,))).reasons[0] if closed else None


def _with_tuples(command: Command) -> Command:
    """The command with lists from forms and JSON turned into tuples: what is recorded never changes."""
    values = {f.name: getattr(command, f.name) for f in fields(command)}
    changed = {
        name: with_tuples(value) for name, value in values.items() if isinstance(value, (Mapping, list))
    }
    return replace(command, **changed) if changed else command
