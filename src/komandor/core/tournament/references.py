"""What commands and events name by number: players, matches, calls and so on.

A field refers to a thing by its type: whatever is typed `PlayerNo` names a player, also as an optional
number, in a tuple or inside a record.  The type hints of a class are read once; no list of field names
exists anywhere.  A command that names something which is not there is refused before its own function
decides, and undo asks the same question of every later event.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from komandor.core.ids import CallNo, ComponentNo, MatchNo, NoticeNo, PlayerNo, PrizeNo, RoundNo, StaffNo
from komandor.core.reasons import Reason, why
from komandor.core.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Thing:
    """A kind of thing that has a number: the type of the number, and the tournament's dictionary of them."""

    number: Any  # the type of the fields that name such a thing
    held_in: str
    unknown: str  # the code of the refusal if there is none with a number
    help: str  # what such a field means, unless it says more
    made_again: bool = False  # although it is there: staff get other roles, a round is drawn again

    def exists(self, t: Tournament, number: int) -> bool:
        return number in getattr(t, self.held_in)


PLAYER = Thing(PlayerNo, "players", "player.unknown", "The player's number.")
MATCH_HELP = "The match: `event pairings --json`, in the API the view `round`."
MATCH = Thing(MatchNo, "matches", "match.unknown", MATCH_HELP, made_again=True)
STAFF = Thing(StaffNo, "staff", "staff.unknown", "The staff member's number.", made_again=True)
CALL = Thing(CallNo, "calls", "call.unknown", "The number of the call for a judge.")
COMPONENT = Thing(ComponentNo, "components", "component.unknown", "The number of the component's report.")
NOTICE = Thing(NoticeNo, "notices", "notice.unknown", "The number of the announcement.")
PRIZE = Thing(PrizeNo, "prizes", "prize.unknown", "The number of the prize.")
ROUND = Thing(RoundNo, "rounds", "round.unknown", "The number of the round.", made_again=True)
THINGS: Mapping[Any, Thing] = {
    thing.number: thing for thing in (PLAYER, MATCH, STAFF, CALL, COMPONENT, NOTICE, PRIZE, ROUND)
}

Reference = tuple[Thing, int]
Reader = Callable[[Any], Iterator[Reference]]
"""Finds the references in one value."""


def references(x: Any) -> Iterator[Reference]:
    """Everything that a command or event names by its number."""
    for name, reader in _readers(x.__class__).items():
        yield from reader(getattr(x, name))


def number_of(x: object, thing: Thing) -> int:
    """The number of the first such thing that a command or event names; 0 if it names none."""
    return next((number for found, number in references(x) if found is thing), 0)


def field_naming(cls: Any, thing: Thing | None) -> str:
    """The first field of a command or event that names such a thing; empty if none does."""
    return _naming(cls).get(thing, "")


def help_of(cls: type) -> dict[str, str]:
    """What each field of a command or event means: the text in its type (`Annotated`), or its number's."""
    hints = get_type_hints(cls, include_extras=True)
    return {name: _help(hint) for name, hint in hints.items()}


def _help(hint: Any) -> str:
    if get_origin(hint) is Annotated:
        return str(hint.__metadata__[0])
    return next((THINGS[part].help for part in (hint, *get_args(hint)) if part in THINGS), "")


def unknown(t: Tournament, command: object) -> tuple[Reason, ...]:
    """A reason for each thing that the command names although the tournament does not have it."""
    missing = dict.fromkeys(one for one in references(command) if not one[0].exists(t, one[1]))
    return tuple(why(thing.unknown, None, **{thing.unknown.partition(".")[0]: n}) for thing, n in missing)


@cache
def _readers(cls: type) -> Mapping[str, Reader]:
    """The fields of a class that hold references, each with the function that finds them."""
    hints = get_type_hints(cls)
    found = {one.name: _reader(hints[one.name]) for one in fields(cls)}
    return {name: reader for name, reader in found.items() if reader}


def _reader(hint: Any) -> Reader | None:
    if hint in THINGS:
        return lambda value: iter(((THINGS[hint], value),))
    if isinstance(hint, type) and is_dataclass(hint):
        return references if _readers(hint) else None
    parts = [_reader(part) for part in get_args(hint) if part not in (NoneType, ...)]
    if not any(parts):
        return None
    if get_origin(hint) in (Union, UnionType):
        (inner,) = (part for part in parts if part)
        return lambda value: iter(()) if value is None else inner(value)
    if get_origin(hint) is not tuple:
        raise TypeError(f"references in {hint} are not read: use a tuple")
    if get_args(hint)[1:] == (...,):
        (each,) = (part for part in parts if part)
        return lambda values: (one for value in values for one in each(value))
    return lambda values: (
        one for part, value in zip(parts, values, strict=True) if part for one in part(value)
    )


@cache
def _naming(cls: type) -> Mapping[Thing | None, str]:
    """Thing → the first field that names it directly, alone or in a tuple."""
    parts = ((name, part) for name, hint in get_type_hints(cls).items() for part in (hint, *get_args(hint)))
    return {THINGS[part]: name for name, part in reversed([*parts]) if part in THINGS}
