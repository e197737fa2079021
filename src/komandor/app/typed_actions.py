"""Actions by their names, and the people they are about as they are typed: shared by terminal and API."""

from collections.abc import Mapping, Sequence

from komandor.app.clean_names import clean_person
from komandor.app.queries.everybody.names import split_name
from komandor.core.tournament import commands as c
from komandor.core.tournament.action import AnyAction, Command
from komandor.core.tournament.actions import ACTIONS
from komandor.log.codec import type_name
from komandor.log.store import EventStore, Person

MADE_HERE = ("id", "commitment", "edition_text")
"""The fields of a new event that nobody types."""


def dashed(row: AnyAction) -> str:
    """The action as it is typed: start-clock."""
    return type_name(row.command).replace("_", "-")


BY_NAME: Mapping[str, AnyAction] = {dashed(row): row for row in ACTIONS}


def row_named(name: str) -> AnyAction | None:
    """The row of an action; StartClock and start-clock mean the same."""
    return BY_NAME.get(name) or next((row for row in ACTIONS if row.name == name), None)


def people_of(names: Sequence[str], team: bool) -> list[Person | None]:
    """The people with these names, as one team or each alone."""
    people = [dict(zip(("first", "last"), split_name(name), strict=True)) for name in names]
    return [{"members": people}] if team else [*people]


def names_in(person: Person | None) -> list[str]:
    """The names of which `people_of` made this person or team."""
    one: Mapping[str, object] = person or {}
    members = one.get("members")
    each = members if isinstance(members, list) else [one]
    return [" ".join(filter(None, (str(m.get("first", "")), str(m.get("last", ""))))) for m in each if m]


def nameless(command: Command, person: Person | None) -> bool:
    """Whether this would enter somebody without a name, whom nobody could tell from an erased person."""
    registers = isinstance(command, c.RegisterPlayer) and command.staff is None
    enters = isinstance(command, c.EnterLate) and command.player is None
    return (registers or enters) and not any(names_in(person and clean_person(person)))


def with_kept(store: EventStore, tournament: str, command: Command, person: Person | None) -> Person | None:
    """The person to be written: a change of a name keeps what else is known about them, and whoever runs the
    event plays under the name that they have."""
    if isinstance(command, c.RegisterPlayer) and command.staff and person is None:
        return store.people(tournament).get(-command.staff)
    if not isinstance(command, c.ChangePerson) or person is None:
        return person
    return {**(store.people(tournament).get(command.player) or {}), **person}
