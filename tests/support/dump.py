"""A tournament's state as text, the same on every machine: what replay promises to give again."""

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

from komandor.core.tournament.stage_kind import StageKind
from komandor.log.canonical import canonical


def dump(state: object) -> str:
    """Every field of the state as canonical JSON; keys sorted, tuples as lists, numbers as they are."""
    return canonical(_plain(state))


def digest(state: object) -> str:
    """SHA-256 of the dump."""
    return hashlib.sha256(dump(state).encode()).hexdigest()


def _plain(value: object) -> object:
    if isinstance(value, StageKind):  # a record of the program: the state says which
        return value.key
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return [[_plain(key), _plain(part)] for key, part in sorted(value.items(), key=lambda kv: str(kv[0]))]
    if isinstance(value, (tuple, list)):
        return [_plain(part) for part in value]
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, (str, int)):
        return value
    raise TypeError(f"{type(value).__name__} has no place in a state")
