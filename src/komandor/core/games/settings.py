"""The choices that the documents leave open: which a game has, whether a value will do, what was chosen."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from komandor.core.games.game import GameData, Rules, Setting, Settings, Value
from komandor.core.games.loader import common_settings
from komandor.core.reasons import Reason, Refusal, why

Chosen = str | int | bool | None
Checked = dict[str, Chosen]
Question = Literal[
    "bye",
    "missed",
    "round1",
    "start_numbers",
    "strength",
    "sides_from_swiss",
    "mission_each_game",
    "pool_valid_from",
]
"""What shared code asks of a game's own settings, each game naming the key in `own_settings`.

`bye`, `missed`: points for such a round.  `round1`: how round 1 is paired (`pairing_method`).
`start_numbers`: "random" or in the order of registration.  `strength`: how strength of schedule is
counted (standings.metrics).  `sides_from_swiss`: whether Swiss games count for the choice of sides.
`mission_each_game`: whether every game of a match has a mission of its own.  `pool_valid_from`: the
first day on which the pool of missions is valid."""


def settings_of(rules: Rules) -> tuple[Setting, ...]:
    """The common settings, then the game's own; a game may change a common default (AMB-G29)."""
    own = {one.key: one for one in rules.data.settings}
    shared = tuple(own.pop(one.key, one) for one in common_settings())
    return (*shared, *own.values())


def idle(one: Setting, structure: str) -> bool:
    """Whether the structure decides by itself what the setting is about."""
    return bool(one.structures) and structure not in one.structures


def defaults(rules: Rules) -> Checked:
    return {one.key: one.default for one in settings_of(rules)}


def chosen(data: GameData, settings: Settings | None, key: str) -> Chosen:
    """The event's choice of one of the game's own settings, or the game's default."""
    if settings and key in settings:
        return settings[key]
    return next(one.default for one in data.settings if one.key == key)


def answer(data: GameData, settings: Settings | None, question: Question) -> Chosen:
    """What the game's own setting says to a question of shared code; None if it has no such setting."""
    key = data.own_settings.get(question)
    return None if key is None else chosen(data, settings, key)


def pairing_method(data: GameData, settings: Settings | None, round: int) -> Literal["random", "fold"]:
    """How a Swiss round is paired; a setting may say otherwise for round 1 (SWL-PAIR-2, AMB-S16)."""
    first = answer(data, settings, "round1") if round == 1 else None
    return "fold" if (first or data.pairing) == "fold" else "random"


def check_settings(rules: Rules, given: Mapping[str, Value]) -> Checked | Refusal:
    """Every setting of the game with its value, or what is wrong with the given ones."""
    known = {one.key: one for one in settings_of(rules)}
    faults = [why("settings.unknown", None, field=key) for key in given if key not in known]
    read = as_kept(rules, given)
    for key, value in read.items():
        if key in known:
            faults += _faults(known[key], value)
    if faults:
        return Refusal(tuple(faults))
    return {**defaults(rules), **read}


def as_kept(rules: Rules, given: Mapping[str, Value]) -> dict[str, Any]:
    """The values as the log keeps them: a tick is read as yes or no where these are choices.

    A setting that was a tick and has more choices now is still written so by people and older logs.
    """
    worded = {one.key for one in settings_of(rules) if {"yes", "no"} <= {*one.choices}}
    return {
        key: ("yes" if value else "no") if key in worded and isinstance(value, bool) else value
        for key, value in given.items()
    }


def settings_in_force(rules: Rules, stored: Mapping[str, Value]) -> Checked:
    """Every setting with its value in force; a stored choice that this version does not know has no effect.

    A log is read for years: a setting or one of its values may be gone meanwhile.
    """
    unknown = unknown_choices(rules, stored)
    kept = {key: value for key, value in as_kept(rules, stored).items() if key not in unknown}
    return {**defaults(rules), **kept}


def unknown_choices(rules: Rules, stored: Mapping[str, Value]) -> tuple[str, ...]:
    """The keys of stored settings that do not exist here, or not with that value."""
    known = {one.key: one for one in settings_of(rules)}
    read = as_kept(rules, stored)
    return tuple(key for key, value in read.items() if key not in known or any(_faults(known[key], value)))


def _faults(one: Setting, value: Value) -> Iterator[Reason]:
    key, reading = one.key, one.ambiguity
    if one.choices:
        if not any(type(value) is type(choice) and value == choice for choice in one.choices):
            found = str(value)
            yield why("settings.choice", None, field=key, choices=one.choices, found=found, reading=reading)
    elif type(value) is not type(one.default):
        expected = type(one.default).__name__
        yield why("settings.type", None, field=key, expected=expected, reading=reading)
    elif one.pattern and not re.fullmatch(one.pattern, str(value)):
        yield why("settings.pattern", None, field=key, found=str(value)[:40], reading=reading)
    elif isinstance(value, int) and not (one.low or 0) <= value <= (value if one.high is None else one.high):
        low, high = one.low, one.high
        yield why("settings.range", None, field=key, low=low, high=high, found=value, reading=reading)
