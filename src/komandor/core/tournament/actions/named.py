"""The things that commands and events name by number: players, matches, calls and so on.

A command that names something which is not there is refused here, before its own function decides.
"""

from collections.abc import Iterator, Mapping

from komandor.core.reasons import Reason, why
from komandor.core.tournament.actions.action import Command, Event
from komandor.core.tournament.state import Tournament

HELD_IN: Mapping[str, str] = {
    "match": "matches",
    "player": "players",
    "opponent": "players",
    "staff": "staff",
    "call": "calls",
    "component": "components",
    "notice": "notices",
    "prize": "prizes",
    "round": "rounds",
}
"""Field of a command or event → dictionary of the tournament that holds the thing with that number."""

UNKNOWN: Mapping[str, tuple[str, str]] = {
    "matches": ("match.unknown", "match"),
    "players": ("player.unknown", "player"),
    "staff": ("staff.unknown", "staff"),
    "calls": ("call.unknown", "call"),
    "components": ("component.unknown", "component"),
    "notices": ("notice.unknown", "notice"),
    "prizes": ("prize.unknown", "prize"),
}
"""Dictionary of the tournament → code of the refusal if it lacks a number, and its parameter."""


def named_by(x: Command | Event) -> Iterator[tuple[str, int]]:
    """The fields by which a command or event names something, each with the number."""
    return ((key, value) for key in HELD_IN if (value := getattr(x, key, None)) is not None)


def exists(t: Tournament, key: str, number: int) -> bool:
    return number in getattr(t, HELD_IN[key])


def unknown(t: Tournament, command: Command) -> tuple[Reason, ...]:
    """A reason for each thing that the command names although the tournament does not have it."""
    missing = ((HELD_IN[key], number) for key, number in named_by(command) if not exists(t, key, number))
    refusals = ((*UNKNOWN[things], number) for things, number in missing)
    return tuple(why(code, None, **{param: number}) for code, param, number in refusals)
