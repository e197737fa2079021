"""Reads a game's `data.toml`: every key is known, none is missing, each has its type.

A mistake in such a file is a bug of ours, so it raises; users never meet it.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, get_args

from komandor.core.games.game import (
    Clock,
    GameData,
    LeadersPlay,
    Level,
    Look,
    MarginRow,
    Setting,
    StructureRow,
)
from komandor.core.outcomes import Outcome, SideScore

Table = Mapping[str, Any]


class DataError(ValueError):
    """A data file with an unknown, missing or mistyped key."""


def load_data(source: str | Traversable) -> GameData:
    """`GameData` from TOML text, or from a file that holds it."""
    text = source if isinstance(source, str) else source.read_text(encoding="utf-8")
    return _game(tomllib.loads(text))


@cache
def read_data(package: str) -> GameData:
    """The `data.toml` that lies in a game's package."""
    return load_data(files(package) / "data.toml")


@cache
def common_settings() -> tuple[Setting, ...]:
    """The settings that all games share (`common.toml`)."""
    table = tomllib.loads((files(__package__) / "common.toml").read_text(encoding="utf-8"))
    _keys(table, "common", {"settings"})
    return tuple(_setting(row) for row in table["settings"])


def _keys(
    table: Table, where: str, required: set[str], optional: frozenset[str] | set[str] = frozenset()
) -> None:
    if not isinstance(table, Mapping):
        raise DataError(f"{where}: expected a table")
    if missing := required - table.keys():
        raise DataError(f"{where}: missing {sorted(missing)}")
    if unknown := table.keys() - required - optional:
        raise DataError(f"{where}: unknown {sorted(unknown)}")


def _typed(value: object, kind: type, where: str) -> Any:
    if type(value) is not kind:
        raise DataError(f"{where}: expected {kind.__name__}, found {value!r}")
    return value


def _texts(value: object, where: str) -> tuple[str, ...]:
    return tuple(_typed(item, str, where) for item in _typed(value, list, where))


def _ints(value: object, where: str) -> tuple[int, ...]:
    return tuple(_typed(item, int, where) for item in _typed(value, list, where))


def _mapping(value: object, kind: type, where: str) -> dict[str, Any]:
    table = _typed(value, dict, where)
    return {key: _typed(item, kind, f"{where}.{key}") for key, item in table.items()}


def _levels(value: object, where: str) -> tuple[Level, ...]:
    levels = _texts(value, where)
    if unknown := set(levels) - set(get_args(Level)):
        raise DataError(f"{where}: unknown level {sorted(unknown)}")
    return levels  # type: ignore[return-value]


def _structure(row: Table) -> StructureRow:
    _keys(row, "structures", {"from", "rounds", "cut"}, {"to"})
    return StructureRow(row["from"], row.get("to"), row["rounds"], row["cut"])


def _structures(value: object, where: str) -> dict[str, tuple[StructureRow, ...]]:
    tables = _typed(value, dict, where)
    return {name: tuple(_structure(row) for row in rows) for name, rows in tables.items()}


def _clock(row: Table) -> Clock:
    _keys(row, "clocks", {"rule"}, {"minutes", "low", "high"})
    return Clock(row.get("minutes"), row.get("low"), row.get("high"), row["rule"])


def _clocks(value: object, where: str) -> dict[str, Clock]:
    return {kind: _clock(row) for kind, row in _typed(value, dict, where).items()}


def _setting(row: Table) -> Setting:
    _keys(row, "settings", {"key", "default", "ambiguity"}, {"choices", "low", "high"})
    choices = tuple(row.get("choices", ()))
    if choices and row["default"] not in choices:
        raise DataError(f"settings: default of {row['key']} is not one of its choices")
    return Setting(row["key"], row["default"], choices, row["ambiguity"], row.get("low"), row.get("high"))


def _award(outcome: Outcome) -> Callable[[object, str], SideScore]:
    def read(value: object, where: str) -> SideScore:
        table = _mapping(value, int, where)
        _keys(table, where, {"points"}, {"mov"})
        return SideScore(outcome, table["points"], table.get("mov", 0))

    return read


def _margins(value: object, where: str) -> tuple[MarginRow, ...]:
    rows = tuple(MarginRow(**_mapping(row, int, where)) for row in _typed(value, list, where))
    if [row.low for row in rows] != sorted({row.low for row in rows}) or rows[0].low != 0:
        raise DataError(f"{where}: margins must start at 0 and rise")
    return rows


def _leaders_play(value: object, where: str) -> LeadersPlay:
    _keys(_typed(value, dict, where), where, {"levels", "barred_kinds", "substitute", "needs_substitute"})
    table: Any = value
    return LeadersPlay(
        _levels(table["levels"], where),
        _texts(table["barred_kinds"], where),
        _one_of("leader", "organiser")(table["substitute"], where),
        _texts(table["needs_substitute"], where),
    )


def _look(value: object, where: str) -> Look:
    table = _mapping(value, str, where)
    _keys(table, where, {"shape", "light", "dark"})
    return Look(**table)


def _one_of(*allowed: str) -> Callable[[object, str], Any]:
    def read(value: object, where: str) -> object:
        if value not in allowed:
            raise DataError(f"{where}: {value!r} is none of {allowed}")
        return value

    return read


def _text(value: object, where: str) -> str:
    text: str = _typed(value, str, where)
    return text


READERS: Mapping[str, Callable[[object, str], Any]] = {
    "id": _text,
    "edition": _text,
    "name": lambda value, where: _mapping(value, str, where),
    "look": _look,
    "document": _text,
    "structures": _structures,
    "clocks": _clocks,
    "points": lambda value, where: _mapping(value, int, where),
    "bye": _award(Outcome.BYE),
    "missed": _award(Outcome.MISSED),
    "double_loss": _award(Outcome.DOUBLE_LOSS),
    "tiebreakers": _texts,
    "ranking": _one_of("ordered", "place_one_by_one"),
    "pairing": _one_of("random", "fold"),
    "elimination": _one_of("single", "double"),
    "cuts": _ints,
    "settings": lambda value, where: tuple(_setting(row) for row in _typed(value, list, where)),
    "setup": _texts,
    "levels": lambda value, where: _mapping(value, str, where),
    "rules": lambda value, where: _mapping(value, str, where),
    "prefix": _text,
    "limits": lambda value, where: _mapping(value, int, where),
    "own_settings": lambda value, where: _mapping(value, str, where),
    "release": _one_of("poland", "world"),
    "leaders_play": _leaders_play,
    "sleeves": _texts,
    "margins": _margins,
    "missions": _texts,
    "missions_from": _text,
    "rounds_proposal": lambda value, where: _typed(value, bool, where),
    "params": lambda value, where: {
        code: _mapping(kinds, str, f"{where}.{code}") for code, kinds in _typed(value, dict, where).items()
    },
}
"""One reader for each key of data.toml, which are the fields of `GameData`."""


def _game(table: Table) -> GameData:
    optional = {
        one.name
        for one in fields(GameData)
        if one.default is not MISSING or one.default_factory is not MISSING
    }
    _keys(table, "data", READERS.keys() - optional, optional)
    return GameData(**{key: READERS[key](value, key) for key, value in table.items()})
