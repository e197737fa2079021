"""Reads a game's `data.toml` into `GameData`: every key is known, none is missing, each has its type.

A mistake in such a file is a bug of ours, so it raises; users never meet it.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from komandor.core.brackets import bracket_form
from komandor.core.games.game import GameData, Setting
from komandor.core.ids import StageKey

_hints = cache(get_type_hints)
KEYS = {"from": "low", "to": "high"}
"""Keys of the file that Python calls otherwise."""


class DataError(ValueError):
    """A data file with an unknown, missing or mistyped key."""


def load_data(text: str) -> GameData:
    """`GameData` from the text of a `data.toml`."""
    table = tomllib.loads(text)
    for award in ("bye", "missed", "double_loss"):
        table[award] = {"outcome": award, **table.get(award, {})}
    data: GameData = _read(GameData, table, "data")
    margins = [row.low for row in data.margins]
    if margins and (margins != sorted(set(margins)) or margins[0] != 0):
        raise DataError("margins: they must start at 0 and rise")
    return data


@cache
def read_data(package: str) -> GameData:
    """The `data.toml` that lies in a game's package."""
    return load_data((files(package) / "data.toml").read_text(encoding="utf-8"))


@cache
def common_settings() -> tuple[Setting, ...]:
    """The settings that all games share (`common.toml`)."""
    table = tomllib.loads((files(__package__) / "common.toml").read_text(encoding="utf-8"))
    settings: tuple[Setting, ...] = _read(tuple[Setting, ...], table["settings"], "settings")
    return settings


def _read(kind: Any, value: Any, where: str) -> Any:
    """The value as its type says; whatever does not fit is an error that names the place."""
    origin, args = get_origin(kind), get_args(kind)
    if is_dataclass(kind) and type(value) is dict:
        return _record(kind, value, where)
    if origin is tuple and type(value) is list:
        return tuple(_read(args[0], one, f"{where}[{number}]") for number, one in enumerate(value))
    if origin is Mapping and type(value) is dict:
        return {key: _read(args[1], one, f"{where}.{key}") for key, one in value.items()}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    if kind is StageKey:
        return bracket_form(value).key
    allowed = args if isinstance(kind, UnionType) else (kind,)
    fits = value in args if origin is Literal else type(value) in allowed
    if not fits:
        raise DataError(f"{where}: expected {kind}, found {value!r}")
    return value


def _record(kind: Any, table: Mapping[str, Any], where: str) -> Any:
    given = {KEYS.get(key, key): value for key, value in table.items()}
    hints, known = _hints(kind), {one.name: one for one in fields(kind)}
    required = {one.name for one in known.values() if one.default is one.default_factory is MISSING}
    if wrong := (given.keys() - known) | (required - given.keys()):
        raise DataError(f"{where}: unknown or missing {sorted(wrong)}")
    made = kind(**{key: _read(hints[key], value, f"{where}.{key}") for key, value in given.items()})
    if isinstance(made, Setting) and made.choices and made.default not in made.choices:
        raise DataError(f"{where}: the default of {made.key} is not one of its choices")
    return made
